package io.rpcstress.measure;

import static io.rpcstress.measure.Column.Type.INTEGER;
import static io.rpcstress.measure.Column.Type.STRING;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one process of a service had of a whole point, from before its first call to behind its
 * last, warm-up included; the rows of the runs have the sum over all of them. A broker that the
 * calls go through has a row, too, which is not among that sum. Null means unknown. Immutable.
 *
 * @param service its roles, with a plus between: {@code order}, {@code customer+shipping}; or
 *     {@link #BROKER}
 * @param callsServed calls that it answered as asked
 * @param cpuMs processor time of its process, ms
 * @param ctxSwitches context switches of its threads
 * @param rssKb its resident memory behind the last call, KiB
 * @param workMs how long its calls took in it, added up, without the time in which they waited for
 *     other services, ms
 */
public record ServiceRow(
    String service,
    @Nullable Long callsServed,
    @Nullable Double cpuMs,
    @Nullable Long ctxSwitches,
    @Nullable Long rssKb,
    @Nullable Double workMs) {

  public static final String BROKER = "broker";

  /** What resident memory is counted in by the system, and what files have. */
  static final long BYTES_PER_KIB = 1_024;

  public static final List<Column> COLUMNS =
      List.of(
          new Column("service", STRING, "", "its roles, with a plus between, or broker"),
          new Column("callsServed", INTEGER, "", "calls that it answered"),
          new Column("cpuUs", INTEGER, "us", "processor time of its process"),
          new Column("ctxSwitches", INTEGER, "", "of its threads"),
          new Column("rssBytes", INTEGER, "bytes", "resident memory behind the last call"),
          new Column("workUs", INTEGER, "us", "its calls' time in it, without waiting for others"));

  private static final List<String> NAMES = COLUMNS.stream().map(Column::name).toList();

  /** More than any operation has. */
  private static final int MAX_ROWS = 64;

  public ServiceRow {
    if (!service.matches("[a-z][a-z0-9+-]{0,127}")) {
      throw new IllegalArgumentException(
          "a service's name of lower-case letters, digits, plus and dash expected");
    }
  }

  public static List<ServiceRow> parse(String csv) {
    if (csv.lines().limit(MAX_ROWS + 2L).count() > MAX_ROWS + 1) {
      throw new IllegalArgumentException("at most " + MAX_ROWS + " rows expected");
    }
    return CsvRows.all(csv, NAMES, ServiceRow::of);
  }

  private static ServiceRow of(Cells cells) {
    Long rss = cells.whole("rssBytes");
    return new ServiceRow(
        cells.text("service"),
        cells.whole("callsServed"),
        cells.millis("cpuUs"),
        cells.whole("ctxSwitches"),
        rss == null ? null : (Long) (rss / BYTES_PER_KIB),
        cells.millis("workUs"));
  }

  /** Header and rows as text, with a line feed behind each; an unknown value is an empty cell. */
  public static String csv(List<ServiceRow> rows) {
    return CsvRows.text(NAMES, rows.stream().map(ServiceRow::cells).toList());
  }

  private List<String> cells() {
    return List.of(
        service,
        Objects.toString(callsServed, ""),
        Objects.toString(Micros.ofMillis(cpuMs), ""),
        Objects.toString(ctxSwitches, ""),
        rssKb == null ? "" : Long.toString(rssKb * BYTES_PER_KIB),
        Objects.toString(Micros.ofMillis(workMs), ""));
  }
}
