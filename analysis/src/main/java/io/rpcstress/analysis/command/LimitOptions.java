package io.rpcstress.analysis.command;

import io.rpcstress.analysis.choice.ChoiceData.Limits;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a reader needs, in the limits of the page's own fields. */
final class LimitOptions {

  private static final int MAX_RATE = 1_000_000;

  @Option(
      names = "--rate",
      paramLabel = "N",
      converter = OfRate.class,
      description = "Print which technologies carry this many calls a second.")
  private @Nullable Integer rate;

  @Option(
      names = "--p99",
      paramLabel = "TIME",
      converter = OfTime.class,
      description = "The same for a limit on the p99, such as 20ms.")
  private @Nullable Double p99;

  @Option(
      names = "--no-duplicates",
      description =
          "The same for those that ran no call twice when something broke (sweep --fault).")
  private boolean noDuplicates;

  @Option(
      names = "--back-within",
      paramLabel = "TIME",
      converter = OfTime.class,
      description = "The same for those at 95 %% of the rate again within this time of a fault.")
  private @Nullable Double backWithin;

  Limits limits() {
    return new Limits(rate, p99, noDuplicates, backWithin);
  }

  static final class OfRate implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[0-9]{1,7}") || !isIn(1, Integer.parseInt(text), MAX_RATE)) {
        throw new TypeConversionException(
            "'%s': a whole number from 1 to %d expected".formatted(text, MAX_RATE));
      }
      return Integer.valueOf(text);
    }
  }

  /** {@code 500us}, {@code 20ms}, {@code 1.5s}, in milliseconds. */
  static final class OfTime implements ITypeConverter<Double> {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,8}(?:\\.[0-9]{1,6})?)(us|ms|s)");
    private static final double LEAST_MS = 1e-3;
    private static final double MOST_MS = 60e3;
    private static final int DIGITS_OF_A_UNIT = 3;

    @Override
    public Double convert(String text) {
      Matcher found = TIME.matcher(text);
      double millis = found.matches() ? millis(found.group(1), found.group(2)) : 0;
      if (!isIn(LEAST_MS, millis, MOST_MS)) {
        throw new TypeConversionException(
            "'%s': a time from 1us to 60s expected, such as 20ms".formatted(text));
      }
      return millis;
    }

    /** By powers of ten, so that 0.02s is 20 ms and not a little less. */
    private static double millis(String number, String unit) {
      int digits =
          switch (unit) {
            case "us" -> -DIGITS_OF_A_UNIT;
            case "s" -> DIGITS_OF_A_UNIT;
            default -> 0;
          };
      return new BigDecimal(number).scaleByPowerOfTen(digits).doubleValue();
    }
  }

  private static boolean isIn(double least, double value, double most) {
    return least <= value && value <= most;
  }
}
