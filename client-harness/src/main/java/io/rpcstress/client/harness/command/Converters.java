package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.OptionText;
import io.rpcstress.engine.point.ClientBarrier;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How option values are read. */
final class Converters {

  private Converters() {}

  /** {@code 500ms}, {@code 60s}, {@code 10m}, {@code 2h}; a plain number is seconds. */
  static final class OfDuration implements ITypeConverter<Duration> {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h|)");

    @Override
    public Duration convert(String text) {
      Duration duration = parse(text);
      if (duration.isZero()) {
        throw new TypeConversionException("'" + text + "': more than 0 expected");
      }
      return duration;
    }

    private static Duration parse(String text) {
      Matcher matcher = DURATION.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException("'" + text + "': 500ms, 60s, 10m or 2h expected");
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        default -> Duration.ofSeconds(number);
      };
    }

    /** The text that reads back as the same duration. */
    static String text(Duration duration) {
      return OptionText.of(duration);
    }
  }

  /** As {@link OfDuration}, and {@code 0s}. */
  static final class OfPause implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return OfDuration.parse(text);
    }
  }

  /** {@code 0%} to {@code 100%}, as a share from 0 to 1. */
  static final class OfShare implements ITypeConverter<Double> {
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,6})?)%?");
    private static final double PERCENT_OF_ONE = 100;

    @Override
    public Double convert(String text) {
      Matcher matcher = PERCENT.matcher(text);
      double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : -1;
      if (percent < 0 || percent > PERCENT_OF_ONE) {
        throw new TypeConversionException("'" + text + "': 0% to 100% expected");
      }
      return percent / PERCENT_OF_ONE;
    }

    /** The text that reads back as the same share. */
    static String text(double share) {
      return OptionText.ofShare(share);
    }
  }

  /** {@code total} or {@code per-thread}. */
  static final class OfRequestMode implements ITypeConverter<RequestMode> {
    @Override
    public RequestMode convert(String text) {
      try {
        return RequestMode.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  /** {@code constant} or another word of {@link ArrivalShape}. */
  static final class OfShape implements ITypeConverter<ArrivalShape> {
    @Override
    public ArrivalShape convert(String text) {
      try {
        return ArrivalShape.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  /** A whole number, 1 or more. */
  static final class OfCount implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        int count = Integer.parseInt(text);
        if (count >= 1) {
          return count;
        }
      } catch (NumberFormatException e) {
        // Said below, in the same words as for a number that is too small.
      }
      throw new TypeConversionException("'" + text + "': a whole number, 1 or more, expected");
    }
  }

  /** {@code true} or {@code false}: what an experiment says where an option has no value. */
  static final class OfFlag implements ITypeConverter<Boolean> {
    @Override
    public Boolean convert(String text) {
      if (!text.equals("true") && !text.equals("false")) {
        throw new TypeConversionException("'" + text + "': true or false expected");
      }
      return Boolean.valueOf(text);
    }
  }

  /** How many client processes call at once: 1 to {@link ClientBarrier#MAX_CLIENTS}. */
  static final class OfClients implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[1-9][0-9]?") || Integer.parseInt(text) > ClientBarrier.MAX_CLIENTS) {
        throw new TypeConversionException(
            "'%s': 1 to %d client processes expected".formatted(text, ClientBarrier.MAX_CLIENTS));
      }
      return Integer.valueOf(text);
    }
  }

  /** {@code round}, {@code cell} or {@code client}. */
  static final class OfFreshness implements ITypeConverter<Freshness> {
    @Override
    public Freshness convert(String text) {
      try {
        return Freshness.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  /** How often a flagged result is measured again: 0 to {@link #MAX_RETRIES}. */
  static final class OfRetries implements ITypeConverter<Integer> {
    static final int MAX_RETRIES = 9;

    @Override
    public Integer convert(String text) {
      if (!text.matches("[0-" + MAX_RETRIES + "]")) {
        throw new TypeConversionException("'%s': 0 to %d expected".formatted(text, MAX_RETRIES));
      }
      return Integer.valueOf(text);
    }
  }

  /** How often a point is measured: from 1 to {@link Point#MAX_REPETITIONS}. */
  static final class OfRepeat implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      int count = new OfCount().convert(text);
      if (count > Point.MAX_REPETITIONS) {
        throw new TypeConversionException(
            "'%s': 1 to %d processes expected".formatted(text, Point.MAX_REPETITIONS));
      }
      return count;
    }
  }

  /** A number of processes, or as many as an interval needs to be narrow. */
  static final class OfRepeatOrAuto implements ITypeConverter<Integer> {

    /** As many as needed. */
    static final int AUTO = 0;

    /** How that is written. */
    static final String WORD = "auto";

    @Override
    public Integer convert(String text) {
      if (text.equals(WORD)) {
        return AUTO;
      }
      if (!text.matches("[0-9]+")) {
        throw new TypeConversionException(
            "'%s': 1 to %d processes, or auto, expected".formatted(text, Point.MAX_REPETITIONS));
      }
      return new OfRepeat().convert(text);
    }
  }

  /** A largest width of an interval, upper end by lower end. */
  static final class OfWidth implements ITypeConverter<Double> {

    private static final double MAX_WIDTH = 100;

    @Override
    public Double convert(String text) {
      try {
        double width = Double.parseDouble(text);
        if (width > 1 && width <= MAX_WIDTH) {
          return width;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new TypeConversionException(
          "'%s': upper end by lower end, above 1 and at most 100, for example 1.25"
              .formatted(text));
    }
  }
}
