package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Idl;

/** Cap'n Proto's stream encoding on blocking sockets. */
public final class CapnpSocketDriver extends SocketDriver {
  /** For the service loader. */
  public CapnpSocketDriver() {
    super(Idl.CAPNP, 11, "Cap'n Proto's stream encoding on blocking sockets");
  }
}
