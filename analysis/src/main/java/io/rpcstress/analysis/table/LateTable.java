package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.PointTotals;
import io.rpcstress.analysis.model.SweepData;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
    return new Columns<PointTotals>()
        .addAll(Tables.totals(names), point -> point)
        .add("late after, ms", PointTotals::lateAfterMs)
        .add("right", PointTotals::callsOk)
        .add("late", PointTotals::callsLate)
        .add("late, %", SHARE_DECIMALS, LateTable::lateShare)
        .add("accepted", LateTable::accepted)
        .add("accepted, calls/s", RATE_DECIMALS, LateTable::acceptedPerSecond)
        .tableOfSome(
            "late",
            names.title("Right answers that came too late to be accepted"),
            points,
            "Late: right, and slower than the limit; of an open loop from when the call was due."
                + " Accepted: right and not late. A call that exceeded its deadline, or failed, is"
                + " neither. Rates and percentiles of the other tables have the late ones in them.",
            "All processes together, flagged or not: of counted loops the orders after 0, of timed"
                + " loops the windows, of open loops the calls that were due after the warm-up.");
  }

  private static long accepted(PointTotals point) {
    return point.callsOk() - Objects.requireNonNull(point.callsLate());
  }

  private static @Nullable Double lateShare(PointTotals point) {
    long late = point.callsOk() - accepted(point);
    return point.callsOk() == 0 ? null : (Double) (PERCENT * late / point.callsOk());
  }

  private static @Nullable Double acceptedPerSecond(PointTotals point) {
    return point.timeMs() == 0
        ? null
        : (Double) (accepted(point) * MILLIS_PER_SECOND / point.timeMs());
  }
}
