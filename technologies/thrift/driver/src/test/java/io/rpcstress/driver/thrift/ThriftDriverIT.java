package io.rpcstress.driver.thrift;

import io.rpcstress.driver.RealServerContract;

/** Every variant against the real server, as it is shipped. */
class ThriftDriverIT extends RealServerContract {
  ThriftDriverIT() {
    super("thrift");
  }
}
