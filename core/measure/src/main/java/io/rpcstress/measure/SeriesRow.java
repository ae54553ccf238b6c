package io.rpcstress.measure;

import static io.rpcstress.measure.Column.Type.INTEGER;
import static io.rpcstress.measure.Column.Type.NUMBER;
import static io.rpcstress.measure.Column.Type.STRING;

import io.rpcstress.measure.RecordCells.Cell;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One interval of a process' time series: how many good replies came in it, from the opening of the
 * gate on, warm-up included. What a point's result leaves out can be seen there. Immutable.
 *
 * @param p50Us median of these replies' latencies, us, of an open loop from when a call was due;
 *     null where too few came for it, or it is that of several processes
 * @param p99Us 99th percentile, likewise
 */
public record SeriesRow(
    @Cell("fromUs") long fromMillis,
    @Cell("toUs") long toMillis,
    long callsOk,
    Phase phase,
    @Nullable Double p50Us,
    @Nullable Double p99Us,
    @Nullable Double clientCpuMs,
    SortedSet<String> failures) {

  public static final double LOWER = 50;
  public static final double HIGHER = 99;

  private static final Column FAILURES =
      new Column("failures", STRING, "", "calls due in it that failed, by kind: connect=5");

  public static final List<Column> COLUMNS =
      List.of(
          new Column("fromUs", INTEGER, "us", "when the interval begins, from the gate on"),
          new Column("toUs", INTEGER, "us", "when it ends"),
          new Column("phase", STRING, "", "warm-up, steady (not counted either) or window"),
          new Column("callsOk", INTEGER, "", "good replies that came in it"),
          new Column("callsPerSecond", NUMBER, "calls/s", "these by its length"),
          new Column("p50Us", NUMBER, "us", "their median latency"),
          new Column("p99Us", NUMBER, "us", "its 99th percentile"),
          new Column("clientCpuUs", INTEGER, "us", "processor time of the measuring process"),
          FAILURES);

  private static final RecordCells<SeriesRow> CELLS = RecordCells.of(SeriesRow.class);

  /** What an interval belongs to. */
  public enum Phase implements Labelled {
    /** It is not counted. */
    WARM_UP,
    /** It is not counted, though the process was steady already. */
    STEADY,
    /** It is counted. */
    WINDOW;

    @Override
    public String toString() {
      return label();
    }
  }

  public SeriesRow {
    Objects.requireNonNull(phase, "phase"); // as a row from another process may have it
    if (fromMillis < 0 || toMillis <= fromMillis || callsOk < 0) {
      throw new IllegalArgumentException(
          "%d calls from %d to %d ms: 0 or more in an interval expected"
              .formatted(callsOk, fromMillis, toMillis));
    }
    failures = Collections.unmodifiableSortedSet(new TreeSet<>(failures));
  }

  public SeriesRow(long fromMillis, long toMillis, long callsOk, Phase phase) {
    this(fromMillis, toMillis, callsOk, phase, null, null, null);
  }

  /** Of a loop in which a failed call is no result. */
  public SeriesRow(
      long fromMillis,
      long toMillis,
      long callsOk,
      Phase phase,
      @Nullable Double p50Us,
      @Nullable Double p99Us,
      @Nullable Double clientCpuMs) {
    this(fromMillis, toMillis, callsOk, phase, p50Us, p99Us, clientCpuMs, new TreeSet<>());
  }

  public double callsPerSecond() {
    return (double) callsOk * TimeUnit.SECONDS.toMillis(1) / (toMillis - fromMillis);
  }

  public static List<SeriesRow> parse(String csv) {
    // Earlier files have no failures.
    List<Column> required = COLUMNS.stream().filter(each -> !each.equals(FAILURES)).toList();
    return CsvRows.all(csv, required, CELLS::read);
  }

  public static String csv(List<SeriesRow> rows) {
    return CsvRows.text(COLUMNS, rows.stream().map(SeriesRow::cells).toList());
  }

  private Map<String, String> cells() {
    Map<String, String> cells = CELLS.cells(this);
    cells.put("callsPerSecond", CsvRows.decimal(callsPerSecond()));
    return cells;
  }
}
