package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Idl;

/** Protocol Buffers, delimited by their length, on blocking sockets. */
public final class ProtobufSocketDriver extends SocketDriver {
  private static final int TYPE = 9;

  /** For the service loader. */
  public ProtobufSocketDriver() {
    super(Idl.PROTOBUF, TYPE, "Protocol Buffers, delimited by their length, on blocking sockets");
  }
}
