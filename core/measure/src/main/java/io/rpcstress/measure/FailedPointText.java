package io.rpcstress.measure;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A failed point as text: {@code key: value} lines for a person and for {@code grep}, then the runs
 * that were complete, as CSV.
 */
final class FailedPointText {

  private static final String ROWS = "--- runs that were complete by then ---\n";
  private static final String FAILURE_PREFIX = "failed.";
  private static final String DIMENSION_PREFIX = "dimension.";

  private FailedPointText() {}

  static String format(FailedPoint failure) {
    Point point = failure.point();
    StringBuilder text = new StringBuilder();
    line(text, "technology", point.technology());
    line(text, "variant", point.variant());
    line(text, "threadNum", Integer.toString(point.threadNum()));
    line(text, "requestNum", Integer.toString(point.requestNum()));
    line(text, "requestMode", point.requestMode().label());
    line(text, "repetition", Integer.toString(point.repetition()));
    point
        .dimensions()
        .values()
        .forEach((name, value) -> line(text, DIMENSION_PREFIX + name, value));
    OfferedLoad offered = point.offered();
    if (offered != null) {
      line(text, "arrivals", offered.shape().label());
      line(text, "rate", Integer.toString(offered.rate()));
      line(text, "duration", offered.seconds() + "s");
      line(text, "warmup", offered.warmupSeconds() + "s");
      line(text, "seed", Long.toString(offered.seed()));
    }
    line(text, "cause", failure.cause().label());
    line(text, "detail", failure.detail());
    failure.failures().forEach((kind, n) -> line(text, FAILURE_PREFIX + kind, Long.toString(n)));
    line(text, "redo", failure.redo());
    line(text, "at", failure.at().toString());
    return text.append(ROWS).append(RunCsv.format(failure.runs())).toString();
  }

  static FailedPoint parse(Path file, String text) {
    int rows = text.indexOf(ROWS);
    if (rows < 0) {
      throw new IllegalArgumentException(file + ": is not a whole failure file");
    }
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, Long> failures = new TreeMap<>();
    for (String line : text.substring(0, rows).split("\n", -1)) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        values.put(line.substring(0, colon), line.substring(colon + 2));
      }
    }
    try {
      values.forEach(
          (key, value) -> {
            if (key.startsWith(FAILURE_PREFIX)) {
              failures.put(key.substring(FAILURE_PREFIX.length()), Long.valueOf(value));
            }
          });
      Point point =
          new Point(
              need(values, "technology"),
              need(values, "variant"),
              Integer.parseInt(need(values, "threadNum")),
              Integer.parseInt(need(values, "requestNum")),
              RequestMode.of(need(values, "requestMode")),
              Integer.parseInt(need(values, "repetition")),
              offered(values),
              dimensions(values));
      return new FailedPoint(
          point,
          FailureCause.of(need(values, "cause")),
          need(values, "detail"),
          failures,
          need(values, "redo"),
          Instant.parse(need(values, "at")),
          RunCsv.parse(file, text.substring(rows + ROWS.length())).runs());
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private static Dimensions dimensions(Map<String, String> values) {
    Map<String, String> found = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith(DIMENSION_PREFIX)) {
            found.put(key.substring(DIMENSION_PREFIX.length()), value);
          }
        });
    return new Dimensions(found);
  }

  private static @Nullable OfferedLoad offered(Map<String, String> values) {
    return values.containsKey("arrivals")
        ? new OfferedLoad(
            ArrivalShape.of(need(values, "arrivals")),
            Integer.parseInt(need(values, "rate")),
            seconds(need(values, "duration")),
            seconds(need(values, "warmup")),
            Long.parseLong(need(values, "seed")))
        : null;
  }

  private static int seconds(String span) {
    return Math.toIntExact(Spans.parse(span).toSeconds());
  }

  private static String need(Map<String, String> values, String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("has no line '" + key + ":'");
    }
    return value;
  }

  /** Values are one line each: a stack trace or a peer's text must not forge further lines. */
  private static void line(StringBuilder text, String key, String value) {
    text.append(key).append(": ").append(value.replaceAll("\\R", " ")).append('\n');
  }
}
