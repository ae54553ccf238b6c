package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.math.BigDecimal;

/**
 * Decimal numbers as text, which keeps their scale. Digits and scale are bounded: one of a few
 * bytes could otherwise become gigabytes as soon as a program computes with it.
 */
final class BigDecimalCodec extends ValueCodec {
  /** Most digits. */
  static final int MAX_DIGITS = 1024;

  /** Farthest that the point may be from the last digit, on either side. */
  static final int MAX_SCALE = 4096;

  /** Longest text, in bytes: digits, and zeros behind the point that are none. */
  private static final int MAX_BYTES = MAX_DIGITS + 32;

  private static final String CHARACTERS = "0123456789+-.E";

  BigDecimalCodec() {
    super("decimal");
  }

  @Override
  public ByteString encode(Object value) {
    BigDecimal number = (BigDecimal) value;
    if (!fits(number)) {
      throw new IllegalArgumentException(
          "a decimal of "
              + number.precision()
              + " digits and scale "
              + number.scale()
              + ", at most "
              + MAX_DIGITS
              + " digits and a scale of -"
              + MAX_SCALE
              + " to "
              + MAX_SCALE
              + " can travel");
    }
    return ByteString.copyFromUtf8(number.toString());
  }

  private static boolean fits(BigDecimal number) {
    return Math.abs((long) number.scale()) <= MAX_SCALE && number.precision() <= MAX_DIGITS;
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    int length = content.size();
    char[] text = new char[Math.min(length, MAX_BYTES)];
    boolean plain = length <= MAX_BYTES;
    for (int i = 0; plain && i < length; i++) {
      text[i] = (char) content.byteAt(i);
      // The JDK would read digits of any script.
      plain = CHARACTERS.indexOf(text[i]) >= 0;
    }
    BigDecimal number = null;
    if (plain) {
      try {
        number = new BigDecimal(text);
      } catch (NumberFormatException | ArithmeticException e) {
        // It is refused below.
      }
    }
    if (number == null || !fits(number)) {
      throw new MalformedFrameException("not a " + alias());
    }
    return number;
  }

  @Override
  String protoType(ProtoFile file) {
    return "string";
  }
}
