package io.rpcstress.contract;

import java.nio.ByteBuffer;

/**
 * The put operation as bytes. A request is
 *
 * <pre>
 * byte    {@link #MARK}
 * uint16  length of the key, big-endian
 * uint32  length of the value, big-endian
 * key, value
 * </pre>
 *
 * No name begins with the mark, since a name has no control characters: where both operations share
 * a connection, it tells them apart. Between the lines of a newline-framed connection a request has
 * no newline behind it, for keys and values may hold any byte; the reply, {@link #KEPT}, is a line.
 */
public final class PutFrame {
  /** What a request begins with: the control character "data link escape". */
  public static final byte MARK = 0x10;

  /** Bytes before the key. */
  public static final int HEADER_BYTES = 1 + Short.BYTES + Integer.BYTES;

  /** The longest request, bytes. */
  public static final int MAX_BYTES = HEADER_BYTES + Put.MAX_KEY_BYTES + Put.MAX_VALUE_BYTES;

  /** Confirms that the value is kept; where replies are lines, without its newline. */
  public static final String KEPT = "ok";

  private static final int MAX_UINT16 = 0xFFFF;

  private PutFrame() {}

  /** A request's bytes, in an array of their own. */
  public static byte[] of(Entry entry) {
    byte[] key = entry.key();
    byte[] value = entry.value();
    Put.checkSizes(key.length, value.length);
    return ByteBuffer.allocate(HEADER_BYTES + key.length + value.length)
        .put(MARK)
        .putShort((short) key.length)
        .putInt(value.length)
        .put(key)
        .put(value)
        .array();
  }

  /**
   * How long the request is that a buffer begins with, bytes, header included.
   *
   * @param from from its position on {@link #HEADER_BYTES} or more, big-endian; its position stays
   * @throws IllegalArgumentException if the key or the value would be longer than allowed
   */
  public static int length(ByteBuffer from) {
    int keyBytes = keyBytes(from);
    int valueBytes = from.getInt(from.position() + 1 + Short.BYTES); // below 0: 2^31 or more
    Put.checkSizes(keyBytes, valueBytes);
    return HEADER_BYTES + keyBytes + valueBytes;
  }

  private static int keyBytes(ByteBuffer from) {
    return from.getShort(from.position() + 1) & MAX_UINT16;
  }

  /**
   * Reads a request.
   *
   * @param from a request from its position to its limit, big-endian; it is read whole
   * @return key and value, in arrays of their own
   * @throws IllegalArgumentException if its length is not the announced one, or no server takes it
   */
  public static Entry read(ByteBuffer from) {
    if (from.remaining() < HEADER_BYTES) {
      throw new IllegalArgumentException(
          "an entry of %d bytes: %d or more expected".formatted(from.remaining(), HEADER_BYTES));
    }
    int length = length(from);
    if (from.remaining() != length) {
      throw new IllegalArgumentException(
          "%d bytes of key and value: %d announced"
              .formatted(from.remaining() - HEADER_BYTES, length - HEADER_BYTES));
    }
    byte[] key = new byte[keyBytes(from)];
    byte[] value = new byte[length - HEADER_BYTES - key.length];
    from.position(from.position() + HEADER_BYTES).get(key).get(value);
    return new Entry(key, value);
  }
}
