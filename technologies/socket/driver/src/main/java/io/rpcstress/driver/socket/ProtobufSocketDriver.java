package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Idl;

/** Protocol Buffers, delimited by their length, on blocking sockets. */
public final class ProtobufSocketDriver extends SocketDriver {
  /** For the service loader. */
  public ProtobufSocketDriver() {
    super(Idl.PROTOBUF, 9, "Protocol Buffers, delimited by their length, on blocking sockets");
  }
}
