package io.rpcstress.driver.rsocket;

import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.driver.RealServerContract;

/** Every variant against the real server, as it is shipped, on two connections. */
class RsocketDriverIT extends RealServerContract {
  RsocketDriverIT() {
    super("rsocket");
  }

  @Override
  protected ConnectionPolicy connections(Way way) {
    return ConnectionPolicy.multiplexed(2);
  }
}
