package io.rpcstress.driver.openfeign;

import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.driver.RealServerContract;
import java.nio.file.Path;
import java.util.List;

/** Every variant against the real server, as it is shipped. */
class OpenFeignDriverIT extends RealServerContract {
  OpenFeignDriverIT() {
    super(Path.of("../../../server-openfeign/target/server-openfeign.jar"));
  }

  /** HttpURLConnection, which the example has, keeps connections for all sessions of a process. */
  @Override
  protected List<Way> limited() {
    return List.of(Way.of(new OpenFeignDriver(), "tuned"));
  }
}
