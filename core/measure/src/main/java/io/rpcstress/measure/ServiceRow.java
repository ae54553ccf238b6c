package io.rpcstress.measure;

import static io.rpcstress.measure.Column.Type.INTEGER;
import static io.rpcstress.measure.Column.Type.STRING;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one process of a service had of a whole point, from before its first call to behind its
 * last, warm-up included; the rows of the runs have the sum over all of them. A broker that the
 * calls go through has a row, too, which is not among that sum. Of several servers of one service
 * each has a row. Null means unknown. Immutable.
 */
public record ServiceRow(
    String service,
    @Nullable Long callsServed,
    @Nullable Double cpuMs,
    @Nullable Long ctxSwitches,
    @Nullable Long rssKb,
    @Nullable Double workMs) {

  public static final String BROKER = "broker";

  /** Before the number of one of several servers that a client calls in turn. */
  public static final String SERVER = "server-";

  public static final List<Column> COLUMNS =
      List.of(
          new Column("service", STRING, "", "its roles, with a plus between, broker, or server-N"),
          new Column("callsServed", INTEGER, "", "calls that it answered"),
          new Column("cpuUs", INTEGER, "us", "processor time of its process"),
          new Column("ctxSwitches", INTEGER, "", "of its threads"),
          new Column("rssBytes", INTEGER, "bytes", "resident memory behind the last call"),
          new Column("workUs", INTEGER, "us", "its calls' time in it, without waiting for others"));

  private static final RecordCells<ServiceRow> CELLS = RecordCells.of(ServiceRow.class);

  public ServiceRow {
    if (service == null || !service.matches("[a-z][a-z0-9+-]{0,127}")) {
      throw new IllegalArgumentException(
          "a service's name of lower-case letters, digits, plus and dash expected");
    }
  }

  public static List<ServiceRow> parse(String csv) {
    return CsvRows.all(csv, COLUMNS, CELLS::read);
  }

  /** Header and rows as text, with a line feed behind each; an unknown value is an empty cell. */
  public static String csv(List<ServiceRow> rows) {
    return CELLS.csv(COLUMNS, rows);
  }
}
