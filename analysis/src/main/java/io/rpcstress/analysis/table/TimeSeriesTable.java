package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.util.ArrayList;
import java.util.List;

/** What each process did over time: the numbers behind the curves. */
final class TimeSeriesTable {

  private static final int RATE_DECIMALS = 1;

  private TimeSeriesTable() {}

  /** The table; none where no process kept a time series. */
  static List<Table> of(SweepData data) {
    List<List<String>> rows = new ArrayList<>();
    for (TimeSeries one : data.timeSeries()) {
      Point point = one.point();
      String label = new Series(0, point.technology(), point.variant(), point.dimensions()).label();
      for (SeriesRow row : one.rows()) {
        rows.add(
            List.of(
                label,
                Integer.toString(point.threadNum()),
                point.offered() == null ? "" : Integer.toString(point.offered().rate()),
                Integer.toString(point.repetition()),
                Long.toString(row.fromMillis()),
                Long.toString(row.toMillis()),
                Numbers.fixed(row.callsPerSecond(), RATE_DECIMALS),
                row.phase().label()));
      }
    }
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Table(
                "time-series",
                "Good replies of each process over time, warm-up included",
                List.of(
                    "technology",
                    "threads",
                    "rate, calls/s",
                    "repetition",
                    "from, ms",
                    "to, ms",
                    "calls/s",
                    "phase"),
                rows,
                List.of("From the opening of the gate on. Only `window` is counted anywhere.")));
  }
}
