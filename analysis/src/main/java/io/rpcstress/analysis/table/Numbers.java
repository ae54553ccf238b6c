package io.rpcstress.analysis.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as text: a dot, no grouping, halves away from zero on the exact value of the double. */
final class Numbers {

  private static final MathContext THREE_DIGITS = new MathContext(3);

  /** Smaller numbers are written with a power of ten. */
  private static final BigDecimal MIN_PLAIN = new BigDecimal("0.001");

  private Numbers() {}

  static BigDecimal rounded(double value, int decimals) {
    return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP);
  }

  /** The same as text; empty where it is unknown. */
  static String fixed(double value, int decimals) {
    return Double.isFinite(value) ? rounded(value, decimals).toPlainString() : "";
  }

  /** Three significant digits: for numbers of any size; empty where it is unknown. */
  static Object significant(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(THREE_DIGITS).stripTrailingZeros()
        : "";
  }

  static String text(Object value) {
    if (value instanceof BigDecimal number) {
      return number.signum() != 0 && number.abs().compareTo(MIN_PLAIN) < 0
          ? String.format(Locale.ROOT, "%.2e", number)
          : number.toPlainString();
    }
    return value.toString();
  }
}
