package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.OpenComparison;
import io.rpcstress.analysis.answer.OpenComparison.Level;
import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.SweepData;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Open loops, a row a load: what its processes have together; and their flags by cause. */
public final class OpenLoadsTable {

  /** The id of the table of flags. */
  public static final String FLAGS = "open-flags";

  private static final int DECIMALS = 1;

  private OpenLoadsTable() {}

  static Table of(SweepData data) {
    RowNames names = names(data);
    return new Table(
        "open-loads",
        names.title("Open loop: each load over its processes"),
        List.of(
            "technology",
            "shape",
            "rate, calls/s",
            "seconds",
            "processes",
            "left out",
            "achieved, calls/s",
            "achieved, 95 % interval",
            "response p50, us",
            "p50, 95 % interval",
            "response p99, us",
            "p99, 95 % interval",
            "interval over",
            "not ok",
            "flags"),
        OpenComparison.byCell(data).values().stream().map(runs -> row(runs, names)).toList(),
        List.of(
            "Means over processes, with their intervals: over server starts where the rows name several"
                + " (then the mean is geometric), and empty for one process. A process is one value,"
                + " never a call.",
            "Left out: processes with a flag by which their latencies are none, with how many each flag"
                + " leaves out; no number of theirs is in the row. `processes` counts them all. Empty"
                + " where none is left, or one that is left does not know the percentile.",
            "Response time runs from when a call was due: what its user waits."));
  }

  /** What rows of open loops are called. */
  static RowNames names(SweepData data) {
    return new RowNames(data.openRuns().stream().map(run -> run.point().dimensions()));
  }

  private static List<String> row(List<OpenResult> runs, RowNames names) {
    OpenResult first = runs.get(0);
    List<OpenResult> valid = OpenComparison.valid(runs);
    Optional<Estimate> achieved = ProcessInterval.of(valid, OpenResult::achievedPerSecond);
    Optional<Estimate> median = ProcessInterval.response(runs, Level.P50);
    Optional<Estimate> p99 = ProcessInterval.response(runs, Level.P99);
    return List.of(
        names.of(first.series()),
        first.offered().shape().label(),
        Integer.toString(first.offered().rate()),
        Integer.toString(first.offered().seconds()),
        Integer.toString(runs.size()),
        leftOut(runs, valid.size()),
        value(achieved),
        interval(achieved),
        value(median),
        interval(median),
        value(p99),
        interval(p99),
        achieved.filter(e -> e.interval().isKnown()).map(e -> e.unit().label()).orElse(""),
        Long.toString(runs.stream().mapToLong(run -> run.calls().notOk()).sum()),
        String.join(" ", flags(runs).keySet()));
  }

  private static String value(Optional<Estimate> found) {
    return found.map(e -> Numbers.fixed(e.interval().value(), DECIMALS)).orElse("");
  }

  private static String interval(Optional<Estimate> found) {
    return found.map(e -> Numbers.interval(e.interval(), DECIMALS)).orElse("");
  }

  /** How many, and by what. */
  private static String leftOut(List<OpenResult> runs, int valid) {
    List<String> causes = OpenComparison.invalidating(runs);
    int out = runs.size() - valid;
    return out == 0
        ? "0"
        : flags(runs).entrySet().stream()
            .filter(each -> causes.contains(each.getKey()))
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", ", out + ": ", ""));
  }

  /** How many processes carry each flag, ascending by flag. */
  private static Map<String, Integer> flags(List<OpenResult> runs) {
    Map<String, Integer> flags = new TreeMap<>();
    runs.forEach(run -> run.flags().forEach(flag -> flags.merge(flag, 1, Integer::sum)));
    return flags;
  }

  /** Each flag of open loops once: where it stands, what it does, what it means. */
  public static Table byCause(SweepData data) {
    Map<String, Integer> loads = new TreeMap<>();
    OpenComparison.byCell(data)
        .values()
        .forEach(runs -> flags(runs).keySet().forEach(f -> loads.merge(f, 1, Integer::sum)));
    return FlagTable.ofProcesses(
        FLAGS,
        "Open loops: flags by cause, and what each takes out",
        loads,
        flags(data.openRuns()),
        "Of %d points and %d processes. A process whose latencies a flag takes out is in no estimate"
                .formatted(OpenComparison.byCell(data).size(), data.openRuns().size())
            + " and no verdict.");
  }
}
