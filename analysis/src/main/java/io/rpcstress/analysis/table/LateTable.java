package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.PointTotals;
import io.rpcstress.analysis.model.SweepData;
import java.util.List;
import java.util.Objects;

/** Which right answers came in time, where the sweep said what that is. */
final class LateTable {

  private static final int RATE_DECIMALS = 1;
  private static final int SHARE_DECIMALS = 3;
  private static final double PERCENT = 100;
  private static final double MILLIS_PER_SECOND = 1_000;

  private LateTable() {}

  /** The table; empty where no limit was set. */
  static List<Table> of(SweepData data) {
    List<PointTotals> points =
        data.totals().stream()
            .filter(each -> each.callsLate() != null && each.lateAfterMs() != null)
            .toList();
    RowNames names = new RowNames(points.stream().map(each -> each.series().dimensions()));
    List<List<String>> rows =
        points.stream().map(each -> row(names.of(each.series()), each)).toList();
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Table(
                "late",
                names.title("Right answers that came too late to be accepted"),
                List.of(
                    "technology",
                    "threads",
                    "load",
                    "late after, ms",
                    "right",
                    "late",
                    "late, %",
                    "accepted",
                    "accepted, calls/s"),
                rows,
                List.of(
                    "Late: right, and slower than the limit; of an open loop from when the call was due."
                        + " Accepted: right and not late. A call that exceeded its deadline, or failed, is"
                        + " neither. Rates and percentiles of the other tables have the late ones in them.",
                    "All processes together, flagged or not: of counted loops the orders after 0, of timed"
                        + " loops the windows, of open loops the calls that were due after the warm-up.")));
  }

  private static List<String> row(String name, PointTotals point) {
    long late = Objects.requireNonNull(point.callsLate());
    long accepted = point.callsOk() - late;
    return List.of(
        name,
        Integer.toString(point.threads()),
        point.load(),
        String.valueOf(point.lateAfterMs()),
        Long.toString(point.callsOk()),
        Long.toString(late),
        point.callsOk() == 0 ? "" : Numbers.fixed(PERCENT * late / point.callsOk(), SHARE_DECIMALS),
        Long.toString(accepted),
        point.timeMs() == 0
            ? ""
            : Numbers.fixed(accepted * MILLIS_PER_SECOND / point.timeMs(), RATE_DECIMALS));
  }
}
