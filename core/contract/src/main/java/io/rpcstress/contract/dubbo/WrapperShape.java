package io.rpcstress.contract.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Walks over a message in which Triple wraps Hessian, before Dubbo's reader does: that one makes an
 * array of whatever length a field announces. Each field is a tag, a length and its bytes: how the
 * value is written, the value, and its class' name. Keeps nothing but a few numbers. One for each
 * message; not thread-safe.
 */
final class WrapperShape {
  private static final int SERIALISATION = 0x0A;
  private static final int VALUE = 0x12;
  private static final int TYPE = 0x1A;

  /** What Dubbo calls Hessian 2 here, and what it calls it elsewhere. */
  private static final String HESSIAN = "hessian4";

  private static final String ALSO_HESSIAN = "hessian2";

  /** A class' name. */
  private static final int MAX_TYPE_BYTES = 256;

  private static final int MAX_VARINT_BYTES = 5;
  private static final int MORE = 0x80;
  private static final int LOW_BITS = 7;

  private final byte[] bytes;
  private int at;
  private int serialisations;
  private int values;
  private int types;

  private WrapperShape(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Sees that a message is one value, in Hessian: an argument, or an answer.
   *
   * @throws MalformedHessianException saying why it is not
   */
  static void check(byte[] message) throws MalformedHessianException {
    new WrapperShape(message).walk();
  }

  private void walk() throws MalformedHessianException {
    if (bytes.length > DubboBounds.MAX_BODY_BYTES) {
      throw new MalformedHessianException("a message of " + bytes.length + " bytes");
    }
    while (at < bytes.length) {
      int tag = varint();
      int length = varint();
      if (length < 0 || length > bytes.length - at) {
        throw new MalformedHessianException(
            length + " bytes announced, " + (bytes.length - at) + " there");
      }
      field(tag, length);
      at += length;
    }
    if (serialisations != 1 || values != 1 || types != 1) {
      throw new MalformedHessianException("not one value, its class and how it is written");
    }
  }

  private void field(int tag, int length) throws MalformedHessianException {
    switch (tag) {
      case SERIALISATION -> {
        String name = length == HESSIAN.length() ? new String(bytes, at, length, US_ASCII) : "";
        if (!name.equals(HESSIAN) && !name.equals(ALSO_HESSIAN)) {
          throw new MalformedHessianException("no Hessian");
        }
        serialisations++;
      }
      case VALUE -> values++;
      case TYPE -> {
        if (length > MAX_TYPE_BYTES) {
          throw new MalformedHessianException("a class' name of " + length + " bytes");
        }
        types++;
      }
      default -> throw new MalformedHessianException("a field that no call has: " + tag);
    }
  }

  private int varint() throws MalformedHessianException {
    int value = 0;
    for (int i = 0; i < MAX_VARINT_BYTES; i++) {
      if (at == bytes.length) {
        throw new MalformedHessianException("more is announced than is there");
      }
      int next = bytes[at++];
      value |= (next & (MORE - 1)) << (i * LOW_BITS);
      if ((next & MORE) == 0) {
        return value;
      }
    }
    throw new MalformedHessianException("a number of more than 5 bytes");
  }
}
