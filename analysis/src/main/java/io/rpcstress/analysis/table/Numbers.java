package io.rpcstress.analysis.table;

import io.rpcstress.measure.statistics.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Numbers as text: a dot, no grouping, halves away from zero on the exact value of the double. */
final class Numbers {

  private static final MathContext THREE_DIGITS = new MathContext(3);

  /** Smaller numbers are written with a power of ten. */
  private static final double MIN_PLAIN = 0.001;

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

  /** A number, or nothing where it is unknown. */
  static String fixed(OptionalDouble value, int decimals) {
    return value.isEmpty() ? "" : fixed(value.getAsDouble(), decimals);
  }

  /** Three significant digits: for numbers of any size. */
  static String significant(double value) {
    if (value != 0 && Math.abs(value) < MIN_PLAIN) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    return new BigDecimal(value).round(THREE_DIGITS).stripTrailingZeros().toPlainString();
  }

  /** Both ends of an interval; nothing where it stands on too little. */
  static String interval(Interval interval, int decimals) {
    return interval.isKnown()
        ? fixed(interval.low(), decimals) + " to " + fixed(interval.high(), decimals)
        : "";
  }

  /** A whole number, or nothing where it is unknown. */
  static String whole(@Nullable Long value) {
    return value == null ? "" : value.toString();
  }
}
