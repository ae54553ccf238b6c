package io.rpcstress.client.harness.console;

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
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells where " + columns.size() + " are expected");
    }
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
}
