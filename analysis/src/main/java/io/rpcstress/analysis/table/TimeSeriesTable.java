package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.util.List;

/** What each process did over time: the numbers behind the curves. */
final class TimeSeriesTable {

  private static final int DECIMALS = 1;
  private static final double MICROS_PER_MILLI = 1_000;

  private TimeSeriesTable() {}

  /** The table; none where no process kept a time series. */
  static List<Table> of(SweepData data) {
    return table(
        Tables.words("time-series"),
        "rate, calls/s",
        point -> point.offered() == null ? null : point.offered().rate(),
        data.timeSeries());
  }

  /** The runs of processes that made many, as they followed each other; none without such. */
  static List<Table> ofRuns(SweepData data) {
    return table(
        Tables.words("runs-over-time"),
        "requests",
        Point::requestNum,
        data.cells().stream().flatMap(cell -> TimeSeries.ofRuns(cell).stream()).toList());
  }

  /** A row for each span of each process; {@code load} is what the third column says. */
  private static List<Table> table(
      Words words, String loadColumn, Columns.Value<Point> load, List<TimeSeries> processes) {
    boolean knowsMore =
        processes.stream()
            .flatMap(process -> process.rows().stream())
            .anyMatch(row -> row.p99Us() != null || row.clientCpuMs() != null);
    SharedDimensions names =
        SharedDimensions.of(processes.stream().map(each -> each.point().dimensions()));
    List<Span> rows =
        processes.stream()
            .flatMap(process -> process.rows().stream().map(row -> new Span(process.point(), row)))
            .toList();
    return new Columns<Span>()
        .add("technology", span -> names.label(Series.of(span.point())))
        .add("threads", span -> span.point().threadNum())
        .add(loadColumn, span -> load.of(span.point()))
        .add("repetition", span -> span.point().repetition())
        .add("from, ms", span -> span.row().fromMillis())
        .add("to, ms", span -> span.row().toMillis())
        .add("calls/s", DECIMALS, span -> span.row().callsPerSecond())
        .add("phase", span -> span.row().phase().label())
        .addIf(
            knowsMore,
            columns ->
                columns
                    .add("p99, us", DECIMALS, span -> span.row().p99Us())
                    .add("client CPU, us/call", DECIMALS, span -> cpuUs(span.row())))
        .tableOfSome(words.titled(names::title), rows);
  }

  private record Span(Point point, SeriesRow row) {}

  private static double cpuUs(SeriesRow row) {
    return Unknown.orNaN(row.clientCpuMs()) * MICROS_PER_MILLI / row.callsOk();
  }
}
