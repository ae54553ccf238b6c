package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each process did over time: the numbers behind the curves. */
final class TimeSeriesTable {

  private static final int DECIMALS = 1;
  private static final double MICROS_PER_MILLI = 1_000;

  private TimeSeriesTable() {}

  /** A row for each span of each process; none where no process kept a time series. */
  static List<Table> of(SweepData data) {
    List<TimeSeries> processes = data.timeSeries();
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
        .add("rate, calls/s", span -> rate(span.point()))
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
        .tableOfSome(Tables.words("time-series").titled(names::title), rows);
  }

  private record Span(Point point, SeriesRow row) {}

  private static @Nullable Object rate(Point point) {
    OfferedLoad offered = point.offered();
    return offered == null ? null : (Object) offered.rate();
  }

  private static double cpuUs(SeriesRow row) {
    return Unknown.orNaN(row.clientCpuMs()) * MICROS_PER_MILLI / row.callsOk();
  }
}
