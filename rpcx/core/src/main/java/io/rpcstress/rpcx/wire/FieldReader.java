package io.rpcstress.rpcx.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the fields of a Protobuf message where it stands in an array. Makes no object but for
 * texts, so what a message takes in memory does not depend on what it holds. Used again for every
 * message; of one thread at a time.
 */
public final class FieldReader {
  /** Deepest nesting of unknown groups. */
  private static final int MAX_DEPTH = 8;

  private static final int GROUP = 3;
  private static final int END_OF_GROUP = 4;
  private static final int FIXED32 = 5;
  private static final int MORE = 0x80;
  private static final int MASK = 0x7F;
  private static final int VARINT_BITS = 7;

  /** What the JDK puts where bytes are not UTF-8; it may also stand for itself. */
  private static final char REPLACEMENT = '\uFFFD';

  private static final byte[] NOTHING = {};

  private byte[] bytes = NOTHING;
  private int at;
  private int to;
  private int from;

  /**
   * Begins with a message.
   *
   * @param array where it stands
   * @param first the index of its first byte
   * @param end the index after its last byte
   * @return this
   */
  public FieldReader over(byte[] array, int first, int end) {
    bytes = array;
    at = first;
    to = end;
    return this;
  }

  /**
   * Begins with the content of the field of another reader that was read last.
   *
   * @param outer where {@link #content} was called
   * @return this
   */
  public FieldReader within(FieldReader outer) {
    return over(outer.bytes, outer.from, outer.at);
  }

  /** Lets go of the array, which may be that of a large frame. */
  public void forget() {
    over(NOTHING, 0, 0);
  }

  /**
   * The key of the next field.
   *
   * @return number and wire type, or 0 at the end of the message
   * @throws MalformedFrameException if no key stands here
   */
  public int next() {
    if (at == to) {
      return 0;
    }
    int key = (int) varint();
    if (key >>> Fields.TYPE_BITS == 0) {
      throw noProtobuf("a field without a number");
    }
    return key;
  }

  /** Reads a number of variable length. */
  public long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += VARINT_BITS) {
      if (at == to) {
        throw noProtobuf("a number is cut off");
      }
      byte next = bytes[at++];
      value |= (long) (next & MASK) << shift;
      if ((next & MORE) == 0) {
        return value;
      }
    }
    throw noProtobuf("a number of more than ten bytes");
  }

  /** Passes over the content of a field with a length; {@link #from} and {@link #end} frame it. */
  public void content() {
    int length = (int) varint();
    if (length < 0 || length > to - at) {
      throw noProtobuf("a field is cut off");
    }
    from = at;
    at += length;
  }

  /** The array that is read. */
  public byte[] bytes() {
    return bytes;
  }

  /** The first index of the content that was read last. */
  public int from() {
    return from;
  }

  /** The index after the content that was read last, or after any field that was. */
  public int end() {
    return at;
  }

  /** The length of the content that was read last. */
  public int length() {
    return at - from;
  }

  /**
   * Passes over the content of a field with a length.
   *
   * @param maxBytes its longest length
   * @param what it is, for the message
   */
  public void content(int maxBytes, String what) {
    content();
    if (length() > maxBytes) {
      throw new MalformedFrameException(what + " of more than " + maxBytes + " bytes");
    }
  }

  /** Reads a text. */
  public String text(int maxBytes, String what) {
    content(maxBytes, what);
    return text(bytes, from, at);
  }

  /** Passes over a text that has to be UTF-8. */
  public void checkedText(int maxBytes, String what) {
    content(maxBytes, what);
    for (int i = from; i < at; i++) {
      if (bytes[i] < 0) {
        String unused = text(bytes, from, at);
        return;
      }
    }
  }

  /**
   * Decodes UTF-8 strictly.
   *
   * @throws MalformedFrameException if it is none
   */
  public static String text(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    // Only where something was replaced can the bytes be wrong.
    if (text.indexOf(REPLACEMENT) >= 0) {
      byte[] again = text.getBytes(StandardCharsets.UTF_8);
      if (!Arrays.equals(bytes, from, to, again, 0, again.length)) {
        throw noProtobuf("a text that is not UTF-8");
      }
    }
    return text;
  }

  /**
   * Passes over a field that is of no interest.
   *
   * @param key its key, which was just read
   */
  public void skip(int key) {
    skip(key, 0);
  }

  private void skip(int key, int depth) {
    switch (key & Fields.TYPE_MASK) {
      case Fields.VARINT -> {
        long unused = varint();
      }
      case Fields.FIXED64 -> pass(Long.BYTES);
      case Fields.DELIMITED -> content();
      case FIXED32 -> pass(Integer.BYTES);
      case GROUP -> group(key, depth);
      case END_OF_GROUP -> throw noProtobuf("the end of a group that did not begin");
      default -> throw noProtobuf("a field of no known type");
    }
  }

  private void group(int key, int depth) {
    if (depth == MAX_DEPTH) {
      throw noProtobuf("groups in groups");
    }
    int end = key - GROUP + END_OF_GROUP;
    for (int inner = next(); inner != end; inner = next()) {
      if (inner == 0) {
        throw noProtobuf("a group is cut off");
      }
      skip(inner, depth + 1);
    }
  }

  private void pass(int count) {
    if (count > to - at) {
      throw noProtobuf("a field is cut off");
    }
    at += count;
  }

  private static MalformedFrameException noProtobuf(String problem) {
    return new MalformedFrameException("no Protobuf message: " + problem);
  }
}
