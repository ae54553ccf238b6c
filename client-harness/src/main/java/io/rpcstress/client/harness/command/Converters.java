package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.driver.Address;
import io.rpcstress.engine.point.ClientBarrier;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How option values are read, on a command line and in an experiment. */
final class Converters {

  /** Of options that name no converter. */
  static final Map<Class<?>, ITypeConverter<?>> BY_TYPE =
      Map.of(
          Duration.class, new OfDuration(),
          RequestMode.class, word(RequestMode::of),
          ArrivalShape.class, word(ArrivalShape::of),
          Freshness.class, word(Freshness::of));

  private Converters() {}

  private static <T> ITypeConverter<T> word(Function<String, T> reader) {
    return text -> {
      try {
        return reader.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    };
  }

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
  }

  /** A text, or what is in a file: {@code @FILE}. A text that begins with @ has another before. */
  static final class OfText implements ITypeConverter<String> {
    private static final long MAX_BYTES = 1 << 20;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    @Override
    public String convert(String text) {
      if (!text.startsWith("@")) {
        return text;
      }
      String rest = text.substring(1);
      return rest.startsWith("@") ? rest : read(rest);
    }

    private static String read(String file) {
      String text = content(file).replaceFirst("\r?\n\\z", "");
      if (text.isEmpty()) {
        throw new TypeConversionException(
            "'" + file + "' is empty: a text expected; write an empty name as name=0");
      }
      if (text.charAt(0) == BYTE_ORDER_MARK) {
        throw new TypeConversionException(
            "'%s' begins with a byte order mark, which would be sent: save it as UTF-8 without one"
                .formatted(file));
      }
      return text;
    }

    private static String content(String file) {
      try {
        Path path = Path.of(file);
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
        if (!found.isRegularFile()) {
          throw new NoSuchFileException(file);
        }
        if (found.size() > MAX_BYTES) {
          throw new TypeConversionException(
              "'%s' has %d bytes: at most %d expected".formatted(file, found.size(), MAX_BYTES));
        }
        return Files.readString(path);
      } catch (NoSuchFileException e) {
        throw new TypeConversionException(
            "'%s' is no file; a text that begins with @ must be written with @@".formatted(file));
      } catch (MalformedInputException e) {
        throw new TypeConversionException("'" + file + "' is not text in UTF-8: save it as UTF-8");
      } catch (AccessDeniedException e) {
        throw new TypeConversionException("'" + file + "': this user may not read it");
      } catch (IOException | InvalidPathException e) {
        throw new TypeConversionException("'" + file + "' cannot be read: " + e.getMessage());
      }
    }
  }

  /** A host alone, as {@link Address#host} reads it. */
  static final class OfHost implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      try {
        return Address.host(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage() + "; a port is given by --port");
      }
    }
  }

  /** A whole number in a range. */
  private abstract static class OfWhole implements ITypeConverter<Integer> {
    private final int least;
    private final int most;
    private final String expected;

    OfWhole(int least, int most, String expected) {
      this.least = least;
      this.most = most;
      this.expected = expected;
    }

    @Override
    public Integer convert(String text) {
      long number = text.matches("[0-9]{1,10}") ? Long.parseLong(text) : -1;
      if (number < least || number > most) {
        throw new TypeConversionException("'%s': %s expected".formatted(text, expected));
      }
      return (int) number;
    }
  }

  /** A whole number, 1 or more. */
  static final class OfCount extends OfWhole {
    OfCount() {
      super(1, Integer.MAX_VALUE, "a whole number, 1 or more,");
    }
  }

  /** How many client processes call at once. */
  static final class OfClients extends OfWhole {
    OfClients() {
      super(
          1, ClientBarrier.MAX_CLIENTS, "1 to " + ClientBarrier.MAX_CLIENTS + " client processes");
    }
  }

  /** How often a flagged result is measured again. */
  static final class OfRetries extends OfWhole {
    OfRetries() {
      super(0, 9, "0 to 9");
    }
  }

  /** Which of several processes with the same load one is. */
  static final class OfRepetition extends OfWhole {
    OfRepetition() {
      super(0, Point.MAX_REPETITIONS - 1, "0 to " + (Point.MAX_REPETITIONS - 1));
    }
  }

  /** A number of processes, or as many as an interval needs to be narrow. */
  static final class OfRepeatOrAuto extends OfWhole {
    static final int AUTO = 0;
    static final String WORD = "auto";

    OfRepeatOrAuto() {
      super(1, Point.MAX_REPETITIONS, "1 to " + Point.MAX_REPETITIONS + " processes, or auto,");
    }

    @Override
    public Integer convert(String text) {
      return text.equals(WORD) ? (Integer) AUTO : super.convert(text);
    }
  }

  /** A largest width of an interval, upper end by lower end. */
  static final class OfWidth implements ITypeConverter<Double> {
    private static final double MAX_WIDTH = 100;

    @Override
    public Double convert(String text) {
      double width = text.matches("[0-9]{1,3}(\\.[0-9]{1,9})?") ? Double.parseDouble(text) : 0;
      if (width <= 1 || width > MAX_WIDTH) {
        throw new TypeConversionException(
            ("'%s': upper end divided by lower end expected, above 1 and at most 100, for example "
                    + "1.25")
                .formatted(text));
      }
      return width;
    }
  }
}
