package io.rpcstress.client.harness.console;

import io.rpcstress.measure.CallCounts;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How all tables look at a terminal: columns of fixed width with a space between, numbers to the
 * right and words to the left, the unit in the header, nothing where a value is unknown. A cell
 * wider than its column moves the rest of its line. Immutable.
 */
final class ConsoleTable {

  private final List<Column> columns;

  ConsoleTable(Column... columns) {
    this.columns = List.of(columns);
  }

  record Column(String header, String format) {

    static Column number(String header, int width) {
      return new Column(header, "%" + width + "s");
    }

    static Column number(String header, String unit, int width) {
      return number(header + " " + unit, width);
    }

    static Column words(String header, int width) {
      return new Column(header, "%-" + width + "s");
    }

    /** A last column of words as long as they are, a space further from the others. */
    static Column remark() {
      return new Column("", " %s");
    }
  }

  void header(PrintStream out) {
    line(out, columns.stream().map(Column::header).toArray());
  }

  void row(PrintStream out, Object... cells) {
    line(out, cells);
  }

  private void line(PrintStream out, Object... cells) {
    String format = columns.stream().map(Column::format).collect(Collectors.joining(" "));
    out.println(String.format(Locale.ROOT, format, cells));
  }

  static String number(@Nullable Double value, int decimals) {
    return value == null ? "" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  static String grouped(@Nullable Double value, int decimals) {
    return value == null ? "" : String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /**
   * A percentile for a person. A row's percentiles are of its good calls; where so many exceeded
   * their deadline, or were abandoned, that the percentile of all is among those, it is no number
   * of the good ones.
   */
  static final class LatencyText {

    /** What stands where the percentile is beyond what any call was given. */
    static final String BEYOND = "> deadline";

    private static final double ALL = 100;

    private LatencyText() {}

    /** The cell; empty where it is unknown. The percentile is 100 for the slowest call. */
    static String of(double percentile, @Nullable Double micros, CallCounts calls) {
      long late = calls.timedOut() + calls.abandoned();
      double share = ALL * late / Math.max(1, calls.ok() + late);
      if (share > ALL - percentile) {
        return BEYOND;
      }
      return micros == null ? "" : String.format(Locale.ROOT, "%.1f", micros);
    }
  }
}
