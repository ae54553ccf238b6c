package io.rpcstress.analysis.database;

import io.rpcstress.measure.Column;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.RunCsv;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** The rows of raw files in the table {@code original}: a column for each that the files have. */
final class OriginalTable {

  /** Words of SQL's. */
  private static final Set<String> QUOTED = Set.of("order", "loop");

  private static final double MICROS_PER_MILLI = 1e3;

  /** In front of the files' columns. */
  private static final List<String> OWN = List.of("sweep", "source", "dimensions", "timeTotal");

  private static final String INSERT =
      "INSERT INTO original (%s) VALUES (%s)"
          .formatted(
              Stream.concat(
                      OWN.stream(), RunCsv.COLUMNS.stream().map(column -> quoted(column.name())))
                  .collect(Collectors.joining(", ")),
              Stream.generate(() -> "?")
                  .limit(OWN.size() + (long) RunCsv.COLUMNS.size())
                  .collect(Collectors.joining(", ")));

  private final RowBatch rows;
  private final long sweep;
  private long written;

  OriginalTable(Handle handle, long sweep) {
    this.rows = new RowBatch(handle, INSERT);
    this.sweep = sweep;
  }

  /** The files' columns as CREATE TABLE has them. */
  static String columns() {
    return RunCsv.COLUMNS.stream()
        .map(column -> quoted(column.name()) + " " + type(column.type()))
        .collect(Collectors.joining(",\n  "));
  }

  private static String type(Column.Type type) {
    return switch (type) {
      case STRING -> "TEXT";
      case INTEGER -> "BIGINT";
      case NUMBER -> "DOUBLE PRECISION";
      case DATETIME -> "VARCHAR(40)";
    };
  }

  static String quoted(String column) {
    return QUOTED.contains(column) ? '"' + column + '"' : column;
  }

  void add(String source, Dimensions dimensions, Map<String, String> cells) {
    PreparedBatch row = rows.row();
    row.bind(0, sweep).bind(1, source).bind(2, dimensions);
    row.bind(3, Long.parseLong(cells.getOrDefault("timeTotalUs", "")) / MICROS_PER_MILLI);
    int at = OWN.size();
    for (Column each : RunCsv.COLUMNS) {
      row.bind(at++, value(each.type(), cells.getOrDefault(each.name(), "")));
    }
    rows.add();
    written++;
  }

  /** An unknown number or time is NULL; a text may be empty. */
  private static Argument value(Column.Type type, String cell) {
    boolean isKnown = !cell.isEmpty();
    return switch (type) {
      case STRING -> typed(cell, Types.VARCHAR);
      case DATETIME -> typed(isKnown ? cell : null, Types.VARCHAR);
      case INTEGER -> typed(isKnown ? Long.valueOf(cell) : null, Types.BIGINT);
      case NUMBER -> typed(isKnown ? Double.valueOf(cell) : null, Types.DOUBLE);
    };
  }

  private static Argument typed(@Nullable Object value, int type) {
    return (at, row, context) -> row.setObject(at, value, type);
  }

  long written() {
    return written;
  }

  void flush() {
    rows.flush();
  }
}
