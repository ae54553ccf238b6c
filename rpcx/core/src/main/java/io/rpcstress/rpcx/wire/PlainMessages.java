package io.rpcstress.rpcx.wire;

/**
 * Reads by hand the few shapes that nearly all frames have: an envelope with one message, a reply
 * with an id and a result, a message of small numbers. What it accepts means the same to the
 * generated code, which reads all that it does not accept: unusual orders, further fields, and
 * whatever is malformed. No object is made. Thread-safe.
 */
public final class PlainMessages {
  /** Says that a message has another shape. */
  public static final int NOT_PLAIN = -2;

  /** Says that a reply has no result, which is what null is. */
  public static final int NO_RESULT = -1;

  private static final int MAX_KIND = 7;

  /** Longest number that is read here, in bytes: 28 bits, so that it is not negative. */
  private static final int MAX_VARINT = 4;

  private static final int VARINT_BITS = 7;

  /** Longest offset that is read here, in bytes. */
  private static final int MAX_OFFSET_BYTES = 7;

  private PlainMessages() {}

  /**
   * The kind of an envelope that is one message and nothing else.
   *
   * @param bytes the array
   * @param from the envelope's first index
   * @param to the index after its last byte
   * @return a field number of Envelope, or 0 if the envelope has another shape
   */
  public static int kind(byte[] bytes, int from, int to) {
    if (to - from < 2) {
      return 0;
    }
    int key = bytes[from];
    int kind = key >> Fields.TYPE_BITS;
    boolean known = (key & Fields.TYPE_MASK) == Fields.DELIMITED && kind >= 1 && kind <= MAX_KIND;
    return known && fills(bytes, from + 1, to) ? kind : 0;
  }

  /**
   * Where a length-delimited field's content begins.
   *
   * @param bytes the array
   * @param from the index of a field's key of one byte, whose length is complete
   * @return the content's first index
   */
  public static int contentAt(byte[] bytes, int from) {
    int at = from + 1;
    while (bytes[at] < 0) {
      at++;
    }
    return at + 1;
  }

  /**
   * Whether a length stands here that reaches to exactly the end.
   *
   * @param bytes the array
   * @param from the first index of the length
   * @param to the index after the last byte of what it should reach over
   * @return whether it does
   */
  public static boolean fills(byte[] bytes, int from, int to) {
    int length = number(bytes, from, to);
    return length >= 0 && contentAt(bytes, from - 1) + length == to;
  }

  /**
   * Reads a number of at most 28 bits.
   *
   * @param bytes the array
   * @param from the first byte's index
   * @param to the index after the last byte that is there
   * @return the number, or -1 if there is none of that size; {@link #contentAt} says where it ends
   */
  public static int number(byte[] bytes, int from, int to) {
    int value = 0;
    int end = Math.min(to, from + MAX_VARINT);
    for (int at = from, shift = 0; at < end; at++, shift += VARINT_BITS) {
      value |= (bytes[at] & 0x7F) << shift;
      if (bytes[at] >= 0) {
        return value;
      }
    }
    return -1;
  }

  /**
   * Finds the result of a reply that has an id, perhaps a result, and nothing else.
   *
   * @param bytes the array
   * @param from the reply's first index
   * @param to the index after its last byte
   * @return the index of the result's first byte, which reaches to the end; {@link #NO_RESULT};
   *     {@link #NOT_PLAIN}
   */
  public static int resultAt(byte[] bytes, int from, int to) {
    int after = idEnd(bytes, from, to);
    if (after == NOT_PLAIN) {
      return NOT_PLAIN;
    }
    if (to == after) {
      return NO_RESULT;
    }
    return to > after + 1 && bytes[after] == Fields.RESULT_KEY && fills(bytes, after + 1, to)
        ? contentAt(bytes, after)
        : NOT_PLAIN;
  }

  /**
   * Where the field ends that names the call of a request or a reply: an id, or an offset of at
   * least 1 and at most seven bytes. {@link CallIds#read} reads it.
   *
   * @param bytes the array
   * @param from the message's first index
   * @param to the index after its last byte
   * @return the index after that field, or {@link #NOT_PLAIN} if the message begins otherwise
   */
  public static int idEnd(byte[] bytes, int from, int to) {
    if (to - from >= Fields.ID_BYTES && bytes[from] == Fields.ID_KEY) {
      return from + Fields.ID_BYTES;
    }
    if (to == from || bytes[from] != Fields.OFFSET_KEY) {
      return NOT_PLAIN;
    }
    int last = from + 1;
    int end = Math.min(to, last + MAX_OFFSET_BYTES);
    while (last < end && bytes[last] < 0) {
      last++;
    }
    // A last byte of 0 is that of 0, or of a number that is longer than it needs to be.
    return last < end && bytes[last] != 0 ? last + 1 : NOT_PLAIN;
  }

  /**
   * Reads a message of nothing but numbers of at most 28 bits each.
   *
   * @param bytes the array
   * @param from the message's first index
   * @param to the index after its last byte
   * @param fields gets the numbers, each at its field's number; absent ones stay as they are
   * @return whether the message has that shape; if not, fields may hold some of it
   */
  public static boolean numbers(byte[] bytes, int from, int to, int[] fields) {
    int at = from;
    while (at < to) {
      int key = bytes[at];
      int field = key >> Fields.TYPE_BITS;
      int value = number(bytes, at + 1, to);
      if ((key & Fields.TYPE_MASK) != Fields.VARINT
          || field < 1
          || field >= fields.length
          || value < 0) {
        return false;
      }
      fields[field] = value;
      at = contentAt(bytes, at);
    }
    return true;
  }
}
