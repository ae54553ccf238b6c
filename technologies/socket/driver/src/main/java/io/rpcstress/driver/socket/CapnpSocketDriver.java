package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Idl;

/** Cap'n Proto's stream encoding on blocking sockets. */
public final class CapnpSocketDriver extends SocketDriver {
  private static final int TYPE = 11;

  /** For the service loader. */
  public CapnpSocketDriver() {
    super(Idl.CAPNP, TYPE, "Cap'n Proto's stream encoding on blocking sockets");
  }
}
