package io.rpcstress.contract;

import java.nio.ByteBuffer;

/**
 * The put operation between the lines of a newline-framed connection. A request is
 *
 * <pre>
 * byte    {@link #MARK}
 * uint16  length of the key, big-endian
 * uint32  length of the value, big-endian
 * key, value
 * </pre>
 *
 * without a newline behind it: keys and values may hold any byte. No name begins with the mark,
 * since a name has no control characters. The reply is a line, {@link #KEPT}.
 */
public final class PutFrame {
  /** What a request begins with: the control character "data link escape". */
  public static final byte MARK = 0x10;

  /** Bytes before the key. */
  public static final int HEADER_BYTES = 1 + Short.BYTES + Integer.BYTES;

  /** The longest request, bytes. */
  public static final int MAX_BYTES = HEADER_BYTES + Put.MAX_KEY_BYTES + Put.MAX_VALUE_BYTES;

  /** The line that says that the value is kept, without its newline. */
  public static final String KEPT = "ok";

  private PutFrame() {}

  /**
   * A request's bytes, in an array of their own.
   *
   * @throws IllegalArgumentException if no server would take it
   */
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
}
