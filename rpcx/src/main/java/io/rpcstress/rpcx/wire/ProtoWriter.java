package io.rpcstress.rpcx.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes Protobuf wire bytes into an array that grows, in one pass: a length-delimited part
 * reserves one byte for its length and is shifted in the rare case that it needs more. Not
 * thread-safe.
 */
public final class ProtoWriter {
  /** Wire type of varint fields. */
  public static final int VARINT = 0;

  /** Wire type of 8-byte little-endian fields. */
  public static final int FIXED64 = 1;

  /** Wire type of fields that start with their length. */
  public static final int LEN = 2;

  /** Wire type of 4-byte little-endian fields. */
  public static final int FIXED32 = 5;

  /**
   * Longest string, in characters, that is encoded in place; longer ones take the JDK's encoder.
   */
  private static final int SHORT_STRING = 256;

  private static final int MAX_VARINT_BYTES = 10;

  private byte[] bytes;
  private int size;

  /**
   * Makes an empty writer.
   *
   * @param capacity bytes to start with
   */
  public ProtoWriter(int capacity) {
    bytes = new byte[capacity];
  }

  /** The array behind this writer; valid up to {@link #size()} and until the next write. */
  public byte[] array() {
    return bytes;
  }

  /** Bytes written. */
  public int size() {
    return size;
  }

  /** Bytes that can be written before the array must grow. */
  public int capacity() {
    return bytes.length;
  }

  /**
   * Forgets everything written after a position.
   *
   * @param position an earlier {@link #size()}
   */
  public void truncate(int position) {
    size = position;
  }

  /**
   * Starts a length-delimited part.
   *
   * @return the mark for {@link #endLength}
   */
  public int beginLength() {
    ensure(1);
    return size++;
  }

  /**
   * Ends a length-delimited part and fills in its length.
   *
   * @param mark what {@link #beginLength} returned
   */
  public void endLength(int mark) {
    int length = size - mark - 1;
    if (length < 0x80) {
      bytes[mark] = (byte) length;
      return;
    }
    int extra = varintSize(length) - 1;
    ensure(extra);
    System.arraycopy(bytes, mark + 1, bytes, mark + 1 + extra, length);
    int end = size + extra;
    size = mark;
    varint(length);
    size = end;
  }

  /**
   * Starts a frame: four bytes that {@link #endFrame} fills in.
   *
   * @return the mark for {@link #endFrame}
   */
  public int beginFrame() {
    ensure(Integer.BYTES);
    int mark = size;
    size += Integer.BYTES;
    return mark;
  }

  /**
   * Ends a frame and fills in its length.
   *
   * @param mark what {@link #beginFrame} returned
   * @return the length of the frame's body, in bytes
   */
  public int endFrame(int mark) {
    int length = size - mark - Integer.BYTES;
    bytes[mark] = (byte) (length >>> 24);
    bytes[mark + 1] = (byte) (length >>> 16);
    bytes[mark + 2] = (byte) (length >>> 8);
    bytes[mark + 3] = (byte) length;
    return length;
  }

  /**
   * Writes a field's key.
   *
   * @param field the field's number
   * @param wireType one of the constants of this class
   */
  public void tag(int field, int wireType) {
    varint(((long) field << 3) | wireType);
  }

  /**
   * Writes a varint.
   *
   * @param value taken as unsigned
   */
  public void varint(long value) {
    ensure(MAX_VARINT_BYTES);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /**
   * Writes eight bytes, the lowest first.
   *
   * @param value the bytes
   */
  public void fixed64(long value) {
    ensure(Long.BYTES);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bytes[size++] = (byte) (value >>> shift);
    }
  }

  /**
   * Writes four bytes, the lowest first.
   *
   * @param value the bytes
   */
  public void fixed32(int value) {
    ensure(Integer.BYTES);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      bytes[size++] = (byte) (value >>> shift);
    }
  }

  /**
   * Writes bytes as they are.
   *
   * @param value the bytes
   */
  public void raw(byte[] value) {
    raw(value, 0, value.length);
  }

  /**
   * Writes part of an array as it is.
   *
   * @param value the array
   * @param from the first byte's index
   * @param length how many bytes
   */
  public void raw(byte[] value, int from, int length) {
    ensure(length);
    System.arraycopy(value, from, bytes, size, length);
    size += length;
  }

  /**
   * Makes room for bytes that the caller fills in through {@link #array()}.
   *
   * @param length how many bytes
   * @return where they start
   */
  public int reserve(int length) {
    ensure(length);
    int start = size;
    size += length;
    return start;
  }

  /**
   * Writes a string's UTF-8 bytes, without a length.
   *
   * @param value the string
   */
  public void utf8(String value) {
    int length = value.length();
    if (length <= SHORT_STRING) {
      ensure(length);
      int at = size;
      int i = 0;
      while (i < length) {
        char c = value.charAt(i);
        if (c >= 0x80) {
          break;
        }
        bytes[at++] = (byte) c;
        i++;
      }
      if (i == length) {
        size = at;
        return;
      }
    }
    raw(value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes a string field with key and length.
   *
   * @param field the field's number
   * @param value the string
   */
  public void stringField(int field, String value) {
    tag(field, LEN);
    int mark = beginLength();
    utf8(value);
    endLength(mark);
  }

  /**
   * Writes a varint field, or nothing for 0, as proto3 does.
   *
   * @param field the field's number
   * @param value taken as unsigned
   */
  public void varintField(int field, long value) {
    if (value != 0) {
      tag(field, VARINT);
      varint(value);
    }
  }

  /**
   * Writes a fixed64 field, also when it is 0.
   *
   * @param field the field's number
   * @param value the bytes
   */
  public void fixed64Field(int field, long value) {
    tag(field, FIXED64);
    fixed64(value);
  }

  /** A copy of what was written. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  private static int varintSize(int value) {
    int length = 1;
    for (int rest = value >>> 7; rest != 0; rest >>>= 7) {
      length++;
    }
    return length;
  }

  private void ensure(int more) {
    int needed = size + more;
    if (needed < 0) {
      throw new OutOfMemoryError("a message of more than 2 GiB");
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length << 1));
    }
  }
}
