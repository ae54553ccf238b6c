package io.rpcstress.contract.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import java.util.HashSet;
import java.util.Set;

/**
 * Walks over a message in Hessian 2.0 before Dubbo's reader does: every length fits into what is
 * there, values lie no deeper than calls need, and the only class that is named is {@link Item}.
 * The reader itself makes an array of whatever length a list, a class or a string announces. Keeps
 * nothing but a few numbers. One for each message; not thread-safe.
 */
final class HessianShape {
  /** The one class that a message may name. */
  private static final String ITEM = Item.class.getName();

  /** A list in a message, an item in that, its fields. Attachments are no deeper. */
  private static final int MAX_DEPTH = 3;

  /** Keys of a map, such as attachments: their hashes may all be alike. */
  private static final int MAX_ENTRIES = 64;

  private static final int MAX_FIELDS = 8;
  private static final int NO_CLASS = -1;

  private final byte[] bytes;
  private final int end;
  private int at;

  /** How many fields the class has that was defined, or none was. */
  private int fields = NO_CLASS;

  private HessianShape(byte[] bytes, int length) {
    this.bytes = bytes;
    this.end = length;
  }

  /**
   * Sees that a message is what a call may have.
   *
   * @param length how many bytes of them are the message
   * @throws MalformedHessianException saying why it is not
   */
  static void check(byte[] bytes, int length) throws MalformedHessianException {
    HessianShape shape = new HessianShape(bytes, length);
    while (shape.at < length) {
      shape.value(0);
    }
  }

  private int next() throws MalformedHessianException {
    if (at >= end) {
      throw new MalformedHessianException("more is announced than is there");
    }
    return bytes[at++] & 0xFF;
  }

  private void skip(int count) throws MalformedHessianException {
    if (count < 0 || count > end - at) {
      throw new MalformedHessianException(count + " bytes announced, " + (end - at) + " there");
    }
    at += count;
  }

  private void value(int depth) throws MalformedHessianException {
    if (depth > MAX_DEPTH) {
      throw new MalformedHessianException("values too deep within each other");
    }
    int tag = next();
    if (isString(tag)) {
      string(tag);
    } else if (!isScalar(tag)) {
      composed(tag, depth);
    }
  }

  /** Skips a number, a flag or nothing at all. */
  private boolean isScalar(int tag) throws MalformedHessianException {
    int behind =
        switch (tag) {
          case 'N', 'T', 'F' -> 0;
          case 'I', 'Y' -> Integer.BYTES; // Y: a long of 4 bytes
          case 'L' -> Long.BYTES;
          default ->
              isWithin(tag, 0x80, 0xBF) || isWithin(tag, 0xD8, 0xEF)
                  ? 0
                  : isWithin(tag, 0xC0, 0xCF) || isWithin(tag, 0xF0, 0xFF)
                      ? 1
                      : isWithin(tag, 0xD0, 0xD7) || isWithin(tag, 0x38, 0x3F) ? 2 : -1;
        };
    if (behind >= 0) {
      skip(behind);
    }
    return behind >= 0;
  }

  private static boolean isWithin(int tag, int first, int last) {
    return tag >= first && tag <= last;
  }

  private void composed(int tag, int depth) throws MalformedHessianException {
    if (isWithin(tag, 0x78, 0x7F)) { // a list without a type, up to 7
      elements(tag - 0x78, depth);
    } else if (tag == 0x58) { // a list without a type
      elements(integer(), depth);
    } else if (tag == 'H') { // a map without a type
      map(depth);
    } else if (tag == 'C') { // a class; the value follows
      define();
      value(depth);
    } else if (tag == 0x60 || (tag == 'O' && integer() == 0)) { // an object of the first class
      instance(depth);
    } else {
      throw new MalformedHessianException("a value of a kind that no call has: " + tag);
    }
  }

  private void elements(int count, int depth) throws MalformedHessianException {
    if (count < 0 || count > ListEcho.MAX_ELEMENTS || count > end - at) {
      throw new MalformedHessianException("a list of " + count + " elements");
    }
    for (int i = 0; i < count; i++) {
      value(depth + 1);
    }
  }

  private void map(int depth) throws MalformedHessianException {
    for (int entries = 0; at < end && bytes[at] != 'Z'; entries++) {
      if (entries == MAX_ENTRIES) {
        throw new MalformedHessianException("a map of more than " + entries + " entries");
      }
      value(depth + 1);
      value(depth + 1);
    }
    skip(1);
  }

  private void define() throws MalformedHessianException {
    int tag = next();
    int length = ITEM.length();
    int begin = at + (tag == 0x30 ? 1 : 0);
    boolean known =
        isString(tag)
            && length <= end - begin
            && new String(bytes, begin, length, US_ASCII).equals(ITEM)
            && string(tag) == length;
    if (!known || fields != NO_CLASS) {
      throw new MalformedHessianException("a class that is not in the table");
    }
    int count = integer();
    if (count < 0 || count > MAX_FIELDS) {
      throw new MalformedHessianException("a class of " + count + " fields");
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < count; i++) {
      int from = at;
      string(next());
      if (!names.add(new String(bytes, from, at - from, US_ASCII))) {
        throw new MalformedHessianException("a class with a field twice");
      }
    }
    fields = count;
  }

  private void instance(int depth) throws MalformedHessianException {
    if (fields == NO_CLASS) {
      throw new MalformedHessianException("an object of no class");
    }
    for (int i = 0; i < fields; i++) {
      value(depth + 1);
    }
  }

  private int integer() throws MalformedHessianException {
    int tag = next();
    if (isWithin(tag, 0x80, 0xBF)) {
      return tag - 0x90;
    }
    if (isWithin(tag, 0xC0, 0xCF)) {
      return ((tag - 0xC8) << Byte.SIZE) + next();
    }
    if (isWithin(tag, 0xD0, 0xD7)) {
      return ((tag - 0xD4) << Short.SIZE) + (next() << Byte.SIZE) + next();
    }
    if (tag == 'I') {
      return (next() << 24) + (next() << Short.SIZE) + (next() << Byte.SIZE) + next();
    }
    throw new MalformedHessianException("no integer where one is expected");
  }

  private static boolean isString(int tag) {
    return tag <= 0x1F || isWithin(tag, 0x30, 0x33) || tag == 'S' || tag == 'R';
  }

  /** Skips a string; how many characters it has. */
  private int string(int tag) throws MalformedHessianException {
    int length = chunk(tag);
    int all = length;
    int kind = tag;
    characters(length);
    while (kind == 'R') { // more of it follows
      kind = next();
      length = chunk(kind);
      all += length;
      characters(length);
    }
    return all;
  }

  private int chunk(int tag) throws MalformedHessianException {
    if (!isString(tag)) {
      throw new MalformedHessianException("no string where one is expected");
    }
    if (tag <= 0x1F) {
      return tag;
    }
    return tag <= 0x33 ? ((tag - 0x30) << Byte.SIZE) + next() : (next() << Byte.SIZE) + next();
  }

  /** Skips characters, each of 1 to 3 bytes. */
  private void characters(int count) throws MalformedHessianException {
    if (count > end - at) {
      throw new MalformedHessianException(count + " characters in " + (end - at) + " bytes");
    }
    int position = at;
    for (int i = 0; i < count; i++) {
      if (position >= end) {
        throw new MalformedHessianException("a string that does not end");
      }
      int first = bytes[position];
      position += first >= 0 ? 1 : ((first & 0xE0) == 0xC0 ? 2 : 3);
    }
    skip(position - at);
  }
}
