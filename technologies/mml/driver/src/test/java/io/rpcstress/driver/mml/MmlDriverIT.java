package io.rpcstress.driver.mml;

import io.rpcstress.driver.RealServerContract;

/** Every variant against the real server, as it is shipped. */
class MmlDriverIT extends RealServerContract {
  MmlDriverIT() {
    super("mml");
  }
}
