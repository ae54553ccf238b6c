package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Idl;

/** Avro's binary encoding, delimited by its length, on blocking sockets. */
public final class AvroSocketDriver extends SocketDriver {
  /** For the service loader. */
  public AvroSocketDriver() {
    super(Idl.AVRO, 10, "Avro's binary encoding, delimited by its length, on blocking sockets");
  }
}
