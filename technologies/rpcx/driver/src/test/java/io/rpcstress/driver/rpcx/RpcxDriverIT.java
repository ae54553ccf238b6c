package io.rpcstress.driver.rpcx;

import io.rpcstress.driver.RealServerContract;
import java.nio.file.Path;

/** Every variant against the real server, as it is shipped. */
class RpcxDriverIT extends RealServerContract {
  RpcxDriverIT() {
    super(Path.of("../../../server-rpcx/target/server-rpcx.jar"));
  }
}
