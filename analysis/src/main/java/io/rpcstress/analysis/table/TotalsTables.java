package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.PointTotals;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** What points have over all of their processes, where the sweep said it: late answers, energy. */
final class TotalsTables {

  private static final int RATE_DECIMALS = 1;
  private static final int SHARE_DECIMALS = 3;
  private static final double PERCENT = 100;
  private static final double MILLIS_PER_SECOND = 1_000;

  private final List<PointTotals> points;
  private final SharedDimensions names;

  private TotalsTables(SweepData data, Predicate<PointTotals> isKnown) {
    this.points = data.totals().stream().filter(isKnown).toList();
    this.names = SharedDimensions.of(points.stream().map(each -> each.series().dimensions()));
  }

  private Columns<PointTotals> columns() {
    return new Columns<PointTotals>()
        .add("technology", point -> names.label(point.series()))
        .add("threads", PointTotals::threads)
        .add("load", PointTotals::load);
  }

  /** Which right answers came in time; empty where no limit was set. */
  static List<Table> late(SweepData data) {
    TotalsTables totals =
        new TotalsTables(data, each -> each.callsLate() != null && each.lateAfterMs() != null);
    return totals
        .columns()
        .add("late after, ms", PointTotals::lateAfterMs)
        .add("right", PointTotals::callsOk)
        .add("late", PointTotals::callsLate)
        .add("late, %", SHARE_DECIMALS, TotalsTables::lateShare)
        .add("accepted", TotalsTables::accepted)
        .add("accepted, calls/s", RATE_DECIMALS, TotalsTables::acceptedPerSecond)
        .tableOfSome(
            "late",
            totals.names.title("Right answers that came too late to be accepted"),
            totals.points,
            "Late: right, and slower than the limit; in an open loop from when the call was due. "
                + "Accepted: right and not late. Calls that failed or exceeded their deadline are "
                + "neither. Rates and percentiles of the other tables include late replies.",
            "All processes together, flagged or not: of counted loops the orders after 0, of timed"
                + " loops the windows, of open loops the calls that were due after the warm-up.");
  }

  private static long accepted(PointTotals point) {
    return point.callsOk() - Objects.requireNonNull(point.callsLate());
  }

  private static double lateShare(PointTotals point) {
    return PERCENT * (point.callsOk() - accepted(point)) / point.callsOk();
  }

  private static double acceptedPerSecond(PointTotals point) {
    return accepted(point) * MILLIS_PER_SECOND / point.timeMs();
  }

  /** What a call takes of either host's energy; empty where no host reported it. */
  static List<Table> energy(SweepData data) {
    TotalsTables totals = new TotalsTables(data, PointTotals::hasEnergy);
    return totals
        .columns()
        .add("right", PointTotals::callsOk)
        .add("client's host, J a call", p -> joules(p.clientEnergyMj(), p))
        .add("server's host, J a call", p -> joules(p.serverEnergyMj(), p))
        .tableOfSome(
            "energy",
            totals.names.title("Energy of a call, above what the hosts use idle"),
            totals.points,
            "Energy of all processor packages of a host (RAPL), less what it used while idle for "
                + "the same time: in the second before the measuring process connected. If both "
                + "programs run on one machine, both columns are of that machine: do not add "
                + "them. Empty is unknown.",
            "All processes together, flagged or not. Memory, network cards and fans are not "
                + "included.");
  }

  private static Object joules(double milliJoules, PointTotals point) {
    return Numbers.significant(milliJoules / MILLIS_PER_SECOND / point.callsOk());
  }
}
