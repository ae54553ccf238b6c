package io.rpcstress.driver.tcp;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.RealServerContract;

/** Every variant against the real server, as it is shipped. */
class TcpDriverIT extends RealServerContract {
  TcpDriverIT() {
    super("tcp");
  }

  /** The protocol has no word for it. */
  @Override
  protected FailureKind refusal() {
    return FailureKind.DISCONNECTED;
  }
}
