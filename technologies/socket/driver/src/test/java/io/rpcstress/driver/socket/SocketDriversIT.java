package io.rpcstress.driver.socket;

import io.rpcstress.driver.RealServerContract;

/** Every variant against the real servers, as they are shipped. */
class SocketDriversIT extends RealServerContract {
  SocketDriversIT() {
    super("socket");
  }
}
