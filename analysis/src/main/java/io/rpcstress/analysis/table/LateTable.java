package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.PointTotals;
import io.rpcstress.analysis.model.SweepData;
import java.util.ArrayList;
import java.util.List;

/** Which right answers came in time, where the sweep said what that is. */
final class LateTable {

  private static final int RATE_DECIMALS = 1;
  private static final int SHARE_DECIMALS = 3;
  private static final double PERCENT = 100;
  private static final double MILLIS_PER_SECOND = 1_000;

  private LateTable() {}

  /** The table; empty where no limit was set. */
  static List<Table> of(SweepData data) {
    RowNames names =
        new RowNames(
            data.totals().stream()
                .filter(each -> each.callsLate() != null && each.lateAfterMs() != null)
                .map(each -> each.series().dimensions()));
    List<List<String>> rows = new ArrayList<>();
    for (PointTotals each : data.totals()) {
      Long late = each.callsLate();
      Long after = each.lateAfterMs();
      if (late != null && after != null) {
        rows.add(row(names.of(each.series()), each, late, after));
      }
    }
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

  private static List<String> row(String name, PointTotals point, long late, long after) {
    long accepted = point.callsOk() - late;
    return List.of(
        name,
        Integer.toString(point.threads()),
        point.load(),
        Long.toString(after),
        Long.toString(point.callsOk()),
        Long.toString(late),
        point.callsOk() == 0 ? "" : Numbers.fixed(PERCENT * late / point.callsOk(), SHARE_DECIMALS),
        Long.toString(accepted),
        point.timeMs() == 0
            ? ""
            : Numbers.fixed(accepted * MILLIS_PER_SECOND / point.timeMs(), RATE_DECIMALS));
  }
}
