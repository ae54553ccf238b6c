package io.rpcstress.measure;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A point that failed: what its {@code .FAILED} file says.
 *
 * @param detail one line for a person: what happened, and what to do where that is known
 * @param failures failed calls by kind, all runs together; empty where no call was made
 * @param redo the command that measures the point again
 * @param runs the runs that were complete by then; kept as evidence, never imported as a result
 */
public record FailedPoint(
    Point point,
    FailureCause cause,
    String detail,
    Map<String, Long> failures,
    String redo,
    Instant at,
    List<Run> runs) {

  public FailedPoint {
    failures = Collections.unmodifiableMap(new TreeMap<>(failures));
    runs = List.copyOf(runs);
  }

  /**
   * A failed point as text: {@code key: value} lines for a person and for {@code grep}, those of
   * the point by the names of its columns in raw files, but for its dimensions; then the runs that
   * were complete, as CSV.
   */
  static final class FailedPointText {

    private static final String ROWS = "--- runs that were complete by then ---\n";
    private static final String FAILURE_PREFIX = "failed.";
    private static final String DIMENSION_PREFIX = "dimension.";

    private FailedPointText() {}

    static String format(FailedPoint failure) {
      Map<String, String> lines = point(failure.point());
      lines.put("cause", failure.cause().label());
      lines.put("detail", failure.detail());
      failure.failures().forEach((kind, n) -> lines.put(FAILURE_PREFIX + kind, Long.toString(n)));
      lines.put("redo", failure.redo());
      lines.put("at", failure.at().toString());
      StringBuilder text = new StringBuilder();
      lines.forEach(
          (key, value) -> {
            if (!value.isEmpty()) {
              // One line each: a stack trace or a peer's text must not forge further lines.
              text.append(key).append(": ").append(value.replaceAll("\\R", " ")).append('\n');
            }
          });
      return text.append(ROWS).append(RunCsv.format(failure.runs())).toString();
    }

    private static Map<String, String> point(Point point) {
      Map<String, String> lines = new LinkedHashMap<>();
      PointCells.write(point, lines);
      lines.remove("loadShape");
      for (Dimension each : Dimensions.declared()) {
        if (point.offered() == null || !each.timedOnly()) {
          lines.remove(each.column());
        }
      }
      point
          .dimensions()
          .values()
          .forEach((name, value) -> lines.put(DIMENSION_PREFIX + name, value));
      return lines;
    }

    /** The column of a line: a dimension is a line by its name. */
    private static String column(String key) {
      return key.startsWith(DIMENSION_PREFIX)
          ? Dimensions.find(key.substring(DIMENSION_PREFIX.length()))
              .map(Dimension::column)
              .orElse(key)
          : key;
    }

    static FailedPoint parse(Path file, String text) {
      int rows = text.indexOf(ROWS);
      if (rows < 0) {
        throw new IllegalArgumentException(file + ": is not a whole failure file");
      }
      Map<String, String> values = new LinkedHashMap<>();
      for (String line : text.substring(0, rows).split("\n", -1)) {
        int colon = line.indexOf(": ");
        if (colon > 0) {
          values.put(column(line.substring(0, colon)), line.substring(colon + 2));
        }
      }
      try {
        Map<String, Long> failures = new TreeMap<>();
        values.forEach(
            (key, value) -> {
              if (key.startsWith(FAILURE_PREFIX)) {
                failures.put(key.substring(FAILURE_PREFIX.length()), Long.valueOf(value));
              }
            });
        return new FailedPoint(
            PointCells.read(
                new Cells(
                    Cells.places(new ArrayList<>(values.keySet())),
                    new ArrayList<>(values.values()))),
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

    private static String need(Map<String, String> values, String key) {
      String value = values.get(key);
      if (value == null) {
        throw new IllegalArgumentException("has no line '" + key + ":'");
      }
      return value;
    }
  }
}
