package io.rpcstress.rpcx.wire;

import io.rpcstress.rpcx.Limits;

/**
 * The first message in either direction. Numbers are as on the wire: unsigned, 0 if absent.
 * Immutable and thread-safe.
 *
 * @param version of the wire
 * @param maxFrameBytes the largest frame body that the sender accepts
 * @param token who calls; empty from a server
 * @param defaultDeadlineMs deadline of requests that carry none; from a client
 * @param maxInFlight calls in flight that a server accepts
 * @param draining whether a server is going to stop
 * @param compression the compressions that a client offers, or the one that a server takes
 */
public record Hello(
    int version,
    int maxFrameBytes,
    String token,
    int defaultDeadlineMs,
    int maxInFlight,
    boolean draining,
    int compression) {

  /**
   * What a client sends.
   *
   * @param compress whether it offers to compress
   */
  public static Hello ofClient(
      int maxFrameBytes, String token, long defaultDeadlineMs, boolean compress) {
    return new Hello(
        Frames.VERSION,
        maxFrameBytes,
        token,
        (int) defaultDeadlineMs,
        0,
        false,
        compress ? Frames.DEFLATE : 0);
  }

  /**
   * What a server sends.
   *
   * @param compress whether it takes the offer to compress
   */
  public static Hello ofServer(
      int maxFrameBytes, int maxInFlight, boolean draining, boolean compress) {
    return new Hello(
        Frames.VERSION, maxFrameBytes, "", 0, maxInFlight, draining, compress ? Frames.DEFLATE : 0);
  }

  /** The frame. */
  public byte[] frame() {
    return Frames.of(
        Fields.HELLO,
        new FieldWriter()
            .number(Frames.HELLO_VERSION_KEY, version)
            .number(Frames.MAX_FRAME_KEY, Integer.toUnsignedLong(maxFrameBytes))
            .text(Frames.TOKEN_KEY, token)
            .number(Frames.DEFAULT_DEADLINE_KEY, Integer.toUnsignedLong(defaultDeadlineMs))
            .number(Frames.MAX_IN_FLIGHT_KEY, Integer.toUnsignedLong(maxInFlight))
            .number(Frames.DRAINING_KEY, draining ? 1 : 0)
            .number(Frames.COMPRESSION_KEY, Integer.toUnsignedLong(compression))
            .bytes());
  }

  /**
   * Reads the message.
   *
   * @param bytes the array
   * @param from the message's first index
   * @param to the index after its last byte
   * @throws MalformedFrameException if it is none, or its token is too long
   */
  public static Hello read(byte[] bytes, int from, int to) {
    FieldReader fields = new FieldReader().over(bytes, from, to);
    int version = 0;
    int maxFrameBytes = 0;
    String token = "";
    int defaultDeadlineMs = 0;
    int maxInFlight = 0;
    boolean draining = false;
    int compression = 0;
    for (int key = fields.next(); key != 0; key = fields.next()) {
      switch (key) {
        case Frames.HELLO_VERSION_KEY -> version = (int) fields.varint();
        case Frames.MAX_FRAME_KEY -> maxFrameBytes = (int) fields.varint();
        case Frames.TOKEN_KEY -> token = fields.text(Limits.MAX_TOKEN_BYTES, "a token");
        case Frames.DEFAULT_DEADLINE_KEY -> defaultDeadlineMs = (int) fields.varint();
        case Frames.MAX_IN_FLIGHT_KEY -> maxInFlight = (int) fields.varint();
        case Frames.DRAINING_KEY -> draining = fields.varint() != 0;
        case Frames.COMPRESSION_KEY -> compression = (int) fields.varint();
        default -> fields.skip(key);
      }
    }
    return new Hello(
        version, maxFrameBytes, token, defaultDeadlineMs, maxInFlight, draining, compression);
  }
}
