package io.rpcstress.rpcx.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Gathers the fields of a message that is not written on every call. Not thread-safe. */
public final class FieldWriter {
  private static final int FIRST_BYTES = 64;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /**
   * Writes a number, which is absent if it is 0.
   *
   * @return this
   */
  public FieldWriter number(byte key, long value) {
    return value == 0 ? this : present(key, value);
  }

  /**
   * Writes a number, whatever it is.
   *
   * @return this
   */
  public FieldWriter present(byte key, long value) {
    room(1 + Varints.size(value));
    bytes[length] = key;
    length = Varints.write(bytes, length + 1, value);
    return this;
  }

  /**
   * Writes a text, which is absent if it is empty.
   *
   * @return this
   */
  public FieldWriter text(byte key, String text) {
    return text.isEmpty() ? this : content(key, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes bytes, of which there may be none.
   *
   * @return this
   */
  public FieldWriter content(byte key, byte[] content) {
    room(Fields.size(content.length));
    length = Fields.begin(bytes, length, key, content.length);
    System.arraycopy(content, 0, bytes, length, content.length);
    length += content.length;
    return this;
  }

  private void room(long more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.toIntExact(length + more)));
    }
  }

  /** The message. */
  public byte[] bytes() {
    return Arrays.copyOf(bytes, length);
  }
}
