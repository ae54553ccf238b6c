package io.rpcstress.analysis.table;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Numbers as text: a dot, no grouping, halves away from zero on the exact value of the double. */
final class Numbers {

  private Numbers() {}

  /**
   * A number.
   *
   * @param decimals 0 or more
   */
  static String fixed(double value, int decimals) {
    return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }

  /** A number, or nothing where it is unknown. */
  static String fixed(@Nullable Double value, int decimals) {
    return value == null ? "" : fixed(value.doubleValue(), decimals);
  }

  /** A whole number, or nothing where it is unknown. */
  static String whole(@Nullable Long value) {
    return value == null ? "" : value.toString();
  }
}
