package io.rpcstress.measure;

import static io.rpcstress.measure.Column.Type.INTEGER;
import static io.rpcstress.measure.Column.Type.NUMBER;
import static io.rpcstress.measure.Column.Type.STRING;

import java.util.List;

/**
 * What became of the counted calls of one part of a mix: of an open loop those of its row, of a
 * timed one those of all windows. Immutable.
 *
 * @param callsNotOk calls that failed or timed out; those that were abandoned or never made are in
 *     the row of all calls alone
 */
public record PartRow(String part, long callsOk, long callsNotOk, Latency latency) {

  public static final List<Column> COLUMNS =
      List.of(
          new Column("part", STRING, "", "the name of its pack"),
          new Column("callsOk", INTEGER, "", "good replies"),
          new Column("callsNotOk", INTEGER, "", "calls that failed or timed out"),
          new Column("p50Us", NUMBER, "us", "median latency of the good ones"),
          new Column("p90Us", NUMBER, "us", "90th percentile"),
          new Column("p99Us", NUMBER, "us", "99th percentile"),
          new Column("p999Us", NUMBER, "us", "99.9th percentile"),
          new Column("maxUs", NUMBER, "us", "the slowest good call"));

  private static final RecordCells<PartRow> CELLS = RecordCells.of(PartRow.class);

  public PartRow {
    if (part == null || part.isEmpty()) {
      throw new IllegalArgumentException("a part's name expected");
    }
  }

  public static List<PartRow> parse(String csv) {
    return CsvRows.all(csv, COLUMNS, CELLS::read);
  }

  /** Header and rows as text, with a line feed behind each; an unknown value is an empty cell. */
  public static String csv(List<PartRow> rows) {
    return CELLS.csv(COLUMNS, rows);
  }
}
