package io.rpcstress.rpcx.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads Protobuf wire bytes from part of an array, never beyond its end. Everything that is out of
 * bounds or out of shape is a {@link MalformedFrameException}. Not thread-safe; can be used again
 * by {@link #reset}.
 */
public final class ProtoReader {
  private static final byte[] NOTHING = new byte[0];
  private static final char REPLACEMENT = '\uFFFD';

  private byte[] bytes = NOTHING;
  private int position;
  private int limit;

  /**
   * Points this reader at other bytes.
   *
   * @param source the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @return this reader
   */
  public ProtoReader reset(byte[] source, int from, int to) {
    bytes = source;
    position = from;
    limit = to;
    return this;
  }

  /** The array that is read. */
  public byte[] array() {
    return bytes;
  }

  /** Index of the next byte. */
  public int position() {
    return position;
  }

  /** Whether bytes are left. */
  public boolean hasMore() {
    return position < limit;
  }

  /**
   * The next field's key.
   *
   * @return number and wire type, as Protobuf packs them
   */
  public int tag() {
    long tag = varint();
    if (tag >>> 3 == 0 || tag > 0xFFFFFFFFL) {
      throw new MalformedFrameException("a field number out of range");
    }
    return (int) tag;
  }

  /** The next varint, up to ten bytes. */
  public long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (position >= limit) {
        throw new MalformedFrameException("a varint is cut off");
      }
      byte b = bytes[position++];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new MalformedFrameException("a varint of more than ten bytes");
  }

  /** The next eight bytes, the lowest first. */
  public long fixed64() {
    need(Long.BYTES);
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      value |= (bytes[position++] & 0xFFL) << shift;
    }
    return value;
  }

  /** The next four bytes, the lowest first. */
  public int fixed32() {
    need(Integer.BYTES);
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      value |= (bytes[position++] & 0xFF) << shift;
    }
    return value;
  }

  /**
   * The length of a length-delimited field, whose bytes are next; the caller reads or skips them.
   *
   * @return between 0 and the bytes left
   */
  public int length() {
    long length = varint();
    if (length < 0 || length > limit - position) {
      throw new MalformedFrameException("a length beyond the end of its message");
    }
    return (int) length;
  }

  /**
   * Passes over bytes.
   *
   * @param count how many
   */
  public void skip(int count) {
    need(count);
    position += count;
  }

  /**
   * Passes over the value of a field that is not known.
   *
   * @param tag the field's key
   */
  public void skipField(int tag) {
    switch (tag & 7) {
      case ProtoWriter.VARINT -> varint();
      case ProtoWriter.FIXED64 -> skip(Long.BYTES);
      case ProtoWriter.LEN -> skip(length());
      case ProtoWriter.FIXED32 -> skip(Integer.BYTES);
      default -> throw new MalformedFrameException("a wire type that proto3 does not have");
    }
  }

  /**
   * A string field's value: length and UTF-8 bytes.
   *
   * @param maxBytes the longest that is accepted
   * @return the string
   */
  public String string(int maxBytes) {
    int length = length();
    if (length > maxBytes) {
      throw new MalformedFrameException("a text of more than " + maxBytes + " bytes");
    }
    String value = utf8(bytes, position, position + length);
    position += length;
    return value;
  }

  /**
   * Decodes UTF-8 strictly.
   *
   * @param source the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @return the string
   * @throws MalformedFrameException if the bytes are no UTF-8
   */
  public static String utf8(byte[] source, int from, int to) {
    String value = new String(source, from, to - from, StandardCharsets.UTF_8);
    // The JDK replaces what it cannot decode; only then is it worth asking its slow, strict
    // decoder.
    if (value.indexOf(REPLACEMENT) >= 0) {
      try {
        var unused =
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(source, from, to - from));
      } catch (CharacterCodingException e) {
        throw new MalformedFrameException("a text that is not UTF-8");
      }
    }
    return value;
  }

  private void need(int count) {
    if (count > limit - position) {
      throw new MalformedFrameException("a field is cut off");
    }
  }
}
