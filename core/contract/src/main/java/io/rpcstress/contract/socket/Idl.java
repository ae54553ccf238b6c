package io.rpcstress.contract.socket;

import java.io.InputStream;
import java.io.OutputStream;

/** An interface definition language whose messages go over a socket: a technology each. */
public enum Idl {
  /** Protocol Buffers, delimited by their length. */
  PROTOBUF("socket-protobuf", 9009),
  /** Avro's binary encoding, delimited by its length: Avro has no framing of its own. */
  AVRO("socket-avro", 9010),
  /** Cap'n Proto's stream encoding, which contains the length of each segment. */
  CAPNP("socket-capnp", 9011);

  private final String technology;
  private final int defaultPort;

  Idl(String technology, int defaultPort) {
    this.technology = technology;
    this.defaultPort = defaultPort;
  }

  /** As in options, files and tables. */
  public String technology() {
    return technology;
  }

  /** The default port of its example server. */
  public int defaultPort() {
    return defaultPort;
  }

  /**
   * The messages of one connection. Loads the library of this language alone.
   *
   * @param in read as far as a message goes, and no further
   * @param out gets each message by one {@code write}; is not flushed
   * @param reused whether encoders, decoders and their buffers are kept from message to message,
   *     instead of made for each
   */
  public Messages open(InputStream in, OutputStream out, boolean reused) {
    return switch (this) {
      case PROTOBUF -> new ProtobufMessages(in, out, reused);
      case AVRO -> new AvroMessages(in, out, reused);
      case CAPNP -> new CapnpMessages(in, out, reused);
    };
  }
}
