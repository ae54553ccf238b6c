package io.rpcstress.client.harness.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options and their values in order: as words of a command line, or by name as sweep.json has them.
 */
public final class OptionWords {

  /** Of an option without a value the value is null. */
  private record Option(String name, @Nullable String value) {

    List<String> words() {
      if (value == null) {
        return List.of(name);
      }
      return value.startsWith("-") ? List.of(name + "=" + value) : List.of(name, value);
    }
  }

  private final List<Option> options = new ArrayList<>();

  /**
   * Adds an option.
   *
   * @param value a duration, a collection, true for an option without a value, or what reads back
   *     as its text; null adds nothing
   */
  public OptionWords add(String name, @Nullable Object value) {
    if (value instanceof Collection<?> several) {
      add(name, String.join(",", several.stream().map(OptionWords::text).toList()));
    } else if (value != null && !value.equals(false)) {
      options.add(new Option(name, value.equals(true) ? null : text(value)));
    }
    return this;
  }

  OptionWords addEach(String name, Map<String, Integer> ports) {
    ports.forEach((server, port) -> add(name, server + "=" + port));
    return this;
  }

  public OptionWords add(OptionWords others) {
    options.addAll(others.options);
    return this;
  }

  private static String text(Object value) {
    return value instanceof Duration duration ? OptionText.of(duration) : value.toString();
  }

  public List<String> list() {
    List<String> words = new ArrayList<>();
    options.forEach(option -> words.addAll(option.words()));
    return words;
  }

  /** By name without its dashes; of an option that is given several times all values. */
  public Map<String, String> asMap() {
    Map<String, String> map = new LinkedHashMap<>();
    for (Option option : options) {
      String value = option.value == null ? "true" : option.value;
      map.merge(option.name.substring(2), value, (a, b) -> a + "," + b);
    }
    return map;
  }

  /** Values as the options that take them write them. */
  public static final class OptionText {

    private static final int PERCENT_DECIMALS = 6;

    private OptionText() {}

    /** The text that reads back as the same duration, of whole milliseconds. */
    public static String of(Duration duration) {
      return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    /** The text that reads back as the same one where {@code @FILE} stands for a file. */
    public static String of(String text) {
      return text.startsWith("@") ? "@" + text : text;
    }

    /**
     * The text that reads back as the same share, 0 to 1, of a percentage of at most six decimals.
     * What the division of a percentage by 100 left beyond them is dropped.
     */
    public static String ofShare(double share) {
      BigDecimal percent =
          BigDecimal.valueOf(share)
              .movePointRight(2)
              .setScale(PERCENT_DECIMALS, RoundingMode.HALF_UP)
              .stripTrailingZeros();
      return percent.toPlainString() + "%";
    }
  }
}
