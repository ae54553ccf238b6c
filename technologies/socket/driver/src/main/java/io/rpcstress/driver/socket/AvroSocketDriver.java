package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Idl;

/** Avro's binary encoding, delimited by its length, on blocking sockets. */
public final class AvroSocketDriver extends SocketDriver {
  private static final int TYPE = 10;

  /** For the service loader. */
  public AvroSocketDriver() {
    super(Idl.AVRO, TYPE, "Avro's binary encoding, delimited by its length, on blocking sockets");
  }
}
