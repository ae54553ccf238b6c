package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What each process did over time: the numbers behind the curves. */
final class TimeSeriesTable {

  private static final int RATE_DECIMALS = 1;
  private static final int MICROS_DECIMALS = 1;
  private static final double MICROS_PER_MILLI = 1_000;

  private TimeSeriesTable() {}

  /** The table; none where no process kept a time series. */
  static List<Table> of(SweepData data) {
    return table(
        "time-series",
        "Good replies of each process over time, warm-up included",
        "rate, calls/s",
        point -> point.offered() == null ? "" : Integer.toString(point.offered().rate()),
        data.timeSeries(),
        "From the opening of the gate on. Only `window` is counted anywhere. p99 is that of the replies"
            + " in the row's time, of an open loop from when a call was due; empty where too few came.");
  }

  /** The runs of processes that made many, as they followed each other; none without such. */
  static List<Table> ofRuns(SweepData data) {
    return table(
        "runs-over-time",
        "Good replies of each process, run by run",
        "requests",
        point -> Integer.toString(point.requestNum()),
        data.cells().stream().flatMap(cell -> TimeSeries.ofRuns(cell).stream()).toList(),
        "Runs follow each other; the time between them is left out. `warm-up` is order 0, which the"
            + " paper's averages leave out.");
  }

  /** A row for each span of each process; {@code load} is what the third column says. */
  private static List<Table> table(
      String name,
      String title,
      String loadColumn,
      Function<Point, String> load,
      List<TimeSeries> processes,
      String note) {
    boolean knowsMore =
        processes.stream()
            .flatMap(process -> process.rows().stream())
            .anyMatch(row -> row.p99Us() != null || row.clientCpuMs() != null);
    RowNames names = new RowNames(processes.stream().map(each -> each.point().dimensions()));
    List<List<String>> rows =
        processes.stream()
            .flatMap(
                process ->
                    process.rows().stream()
                        .map(
                            row -> {
                              List<String> cells =
                                  cells(names.of(Series.of(process.point())), process, load, row);
                              return knowsMore ? with(cells, row) : cells;
                            }))
            .toList();
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Table(
                name, names.title(title), header(loadColumn, knowsMore), rows, List.of(note)));
  }

  private static List<String> header(String loadColumn, boolean knowsMore) {
    List<String> names =
        new ArrayList<>(
            List.of(
                "technology",
                "threads",
                loadColumn,
                "repetition",
                "from, ms",
                "to, ms",
                "calls/s",
                "phase"));
    if (knowsMore) {
      names.addAll(List.of("p99, us", "client CPU, us/call"));
    }
    return names;
  }

  /** The same with what its replies and the client took. */
  private static List<String> with(List<String> cells, SeriesRow row) {
    List<String> more = new ArrayList<>(cells);
    more.add(Numbers.fixed(row.p99Us(), MICROS_DECIMALS));
    Double cpuMillis = row.clientCpuMs();
    more.add(
        cpuMillis == null || row.callsOk() == 0
            ? ""
            : Numbers.fixed(cpuMillis * MICROS_PER_MILLI / row.callsOk(), MICROS_DECIMALS));
    return more;
  }

  private static List<String> cells(
      String name, TimeSeries process, Function<Point, String> load, SeriesRow row) {
    Point point = process.point();
    return List.of(
        name,
        Integer.toString(point.threadNum()),
        load.apply(point),
        Integer.toString(point.repetition()),
        Long.toString(row.fromMillis()),
        Long.toString(row.toMillis()),
        Numbers.fixed(row.callsPerSecond(), RATE_DECIMALS),
        row.phase().label());
  }
}
