package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.util.List;
import java.util.function.Function;

/** What each process did over time: the numbers behind the curves. */
final class TimeSeriesTable {

  private static final int RATE_DECIMALS = 1;

  private TimeSeriesTable() {}

  /** The table; none where no process kept a time series. */
  static List<Table> of(SweepData data) {
    return table(
        "time-series",
        "Good replies of each process over time, warm-up included",
        "rate, calls/s",
        point -> point.offered() == null ? "" : Integer.toString(point.offered().rate()),
        data.timeSeries(),
        "From the opening of the gate on. Only `window` is counted anywhere.");
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
    RowNames names = new RowNames(processes.stream().map(each -> each.point().dimensions()));
    List<List<String>> rows =
        processes.stream()
            .flatMap(
                process ->
                    process.rows().stream()
                        .map(
                            row -> cells(names.of(Series.of(process.point())), process, load, row)))
            .toList();
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Table(
                name,
                names.title(title),
                List.of(
                    "technology",
                    "threads",
                    loadColumn,
                    "repetition",
                    "from, ms",
                    "to, ms",
                    "calls/s",
                    "phase"),
                rows,
                List.of(note)));
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
