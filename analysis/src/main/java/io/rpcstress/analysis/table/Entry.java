package io.rpcstress.analysis.table;

import io.rpcstress.measure.statistics.Interval;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a row has in a column. Immutable.
 *
 * @param values a text or a number, or several numbers; an empty text is unknown
 * @param marks behind them, or a word instead; empty for most
 */
public record Entry(List<Object> values, String marks) {

  public static final Entry EMPTY = word("");

  /** A number, a text, yes or no, or several texts with a blank between; null is unknown. */
  public static Entry of(@Nullable Object value) {
    return new Entry(List.of(plain(value)), "");
  }

  /** A number with as many decimals and what stands behind it; null is unknown. */
  public static Entry of(@Nullable Object value, int decimals, String marks) {
    Object plain = plain(value);
    return new Entry(
        List.of(
            plain instanceof Number number
                ? Numbers.rounded(number.doubleValue(), decimals)
                : plain),
        marks);
  }

  public static Entry word(String word) {
    return new Entry(List.of(""), word);
  }

  /** A number with as many decimals, or a word where it is unknown. */
  public static Entry orWord(@Nullable Object value, int decimals, String word) {
    Entry number = of(value, decimals, "");
    return number.isNumber() ? number : word(word);
  }

  public static Entry both(@Nullable Object one, @Nullable Object other) {
    return new Entry(List.of(plain(one), plain(other)), "");
  }

  /** Both ends of a range; nothing where one is unknown. */
  public static Entry range(double low, double high, int decimals) {
    return Double.isNaN(low) || Double.isNaN(high)
        ? EMPTY
        : both(Numbers.rounded(low, decimals), Numbers.rounded(high, decimals));
  }

  /** Both ends of an interval; nothing where it stands on too little. */
  static Entry interval(Interval interval, int decimals) {
    return interval.isKnown() ? range(interval.low(), interval.high(), decimals) : EMPTY;
  }

  /** One of its values; empty where it has fewer. */
  Object value(int at) {
    return at < values.size() ? values.get(at) : "";
  }

  public boolean isNumber() {
    return values.stream().anyMatch(Number.class::isInstance);
  }

  public String text(String joint) {
    return values.stream()
        .map(Numbers::text)
        .filter(value -> !value.isEmpty())
        .collect(Collectors.joining(joint));
  }

  private static Object plain(@Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      return plain(optional.orElse(null));
    }
    if (value instanceof Collection<?> several) {
      return several.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
    if (value instanceof Boolean yes) {
      return yes ? "yes" : "no";
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      return "";
    }
    return value == null ? "" : value instanceof Number ? value : value.toString();
  }
}
