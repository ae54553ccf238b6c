package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The timed loops: what a process does once it is warm, apart from its first seconds. */
public final class SteadyTable {

  private static final int RATE_DECIMALS = 1;
  private static final int COST_DECIMALS = 1;
  private static final double MEDIAN = 50;
  private static final double P99 = 99;

  private SteadyTable() {}

  /** The table; empty for a sweep without timed loops. */
  public static List<Table> of(SweepData data) {
    if (data.steady().isEmpty()) {
      return List.of();
    }
    return List.of(
        new Table(
            "steady",
            "Timed loop: calls a second in windows of time, after a warm-up",
            List.of(
                "technology",
                "threads",
                "load",
                "processes",
                "of them settled",
                "calls/s",
                "95 % interval",
                "p50, us",
                "p99, us",
                "client CPU, us/call",
                "server CPU, us/call",
                "bytes/call",
                "calls under way",
                "steady from window",
                "not ok",
                "flags"),
            data.steady().stream().map(SteadyTable::row).toList(),
            List.of(
                "All windows of a process together are one sample; calls/s is the mean over processes,"
                    + " and the interval is theirs: it is empty for one process. Never mix these with"
                    + " the tables of counted loops, which are the first seconds of a process.",
                "Settled: of a warm-up until steady, the processes whose windows agreed before its cap."
                    + " The others carry no number here. Where that was not asked, steadiness is"
                    + " assumed from the length of the warm-up, not shown.",
                "Percentiles are of the added histograms. Closed-loop percentiles are not a user's"
                    + " latency; rows with different calls under way do not compare in them.")));
  }

  private static List<String> row(SteadyCell cell) {
    Optional<Interval> rate = cell.callsPerSecond();
    TimedLoad load = cell.point().timed();
    return List.of(
        label(cell),
        Integer.toString(cell.point().threadNum()),
        load == null ? "" : load.toString(),
        Integer.toString(cell.processes().size()),
        load != null && load.warmupCap() != null
            ? Integer.toString(cell.settled().size())
            : "not asked",
        rate.map(r -> Numbers.fixed(r.value(), RATE_DECIMALS)).orElse(""),
        rate.map(r -> Numbers.interval(r, RATE_DECIMALS)).orElse(""),
        Numbers.fixed(cell.latency().at(MEDIAN), COST_DECIMALS),
        Numbers.fixed(cell.latency().at(P99), COST_DECIMALS),
        Numbers.fixed(cell.clientCpuUs(), COST_DECIMALS),
        Numbers.fixed(cell.serverCpuUs(), COST_DECIMALS),
        Numbers.fixed(cell.bytesPerCall(), COST_DECIMALS),
        Numbers.fixed(cell.callsUnderWay(), COST_DECIMALS),
        cell.processes().stream()
            .map(p -> p.steadyFrom() == null ? "-" : p.steadyFrom().toString())
            .distinct()
            .collect(Collectors.joining(" ")),
        Long.toString(cell.processes().stream().mapToLong(p -> p.callsNotOk()).sum()),
        String.join(" ", cell.flags()));
  }

  /** Without the dimensions of time, which have a column of their own. */
  private static String label(SteadyCell cell) {
    return cell.series().labelWithoutTime();
  }
}
