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
import org.jdbi.v3.core.statement.PreparedBatch;

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

  /**
   * Adds a row.
   *
   * @param source its file below the sweep's folder
   * @param cells by column; empty, or not there, where unknown
   */
  void add(String source, Dimensions dimensions, Map<String, String> cells) {
    PreparedBatch row = rows.row();
    row.bind(0, sweep).bind(1, source).bind(2, dimensions);
    row.bind(3, Long.parseLong(cells.getOrDefault("timeTotalUs", "")) / MICROS_PER_MILLI);
    int at = OWN.size();
    for (Column each : RunCsv.COLUMNS) {
      bind(row, at++, each.type(), cells.getOrDefault(each.name(), ""));
    }
    rows.add();
    written++;
  }

  /** An unknown number or time is NULL; a text may be empty. */
  private static void bind(PreparedBatch row, int at, Column.Type type, String cell) {
    switch (type) {
      case STRING -> row.bind(at, cell);
      case DATETIME -> {
        if (cell.isEmpty()) {
          row.bindNull(at, Types.VARCHAR);
        } else {
          row.bind(at, cell);
        }
      }
      case INTEGER -> {
        if (cell.isEmpty()) {
          row.bindNull(at, Types.BIGINT);
        } else {
          row.bind(at, Long.parseLong(cell));
        }
      }
      case NUMBER -> {
        if (cell.isEmpty()) {
          row.bindNull(at, Types.DOUBLE);
        } else {
          row.bind(at, Double.parseDouble(cell));
        }
      }
    }
  }

  /** Rows so far. */
  long written() {
    return written;
  }

  /** Sends what is waiting. */
  void flush() {
    rows.flush();
  }
}
