package io.rpcstress.driver.grpc;

import io.rpcstress.driver.RealServerContract;
import java.nio.file.Path;

/** Every variant against the real servers, as they are shipped. */
class GrpcDriversIT extends RealServerContract {
  GrpcDriversIT() {
    super(Path.of("../../../server-grpc/target/server-grpc.jar"));
  }
}
