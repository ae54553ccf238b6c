package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Level;
import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.OfferedLoad;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Open loops, a row a load: what its processes have together; and their flags by cause. */
public final class OpenLoadsTable {

  /** The id of the table of flags. */
  public static final String FLAGS = "open-flags";

  private static final int DECIMALS = 1;

  /** What was offered. */
  static final Columns<OfferedLoad> LOAD =
      new Columns<OfferedLoad>()
          .add("shape", load -> load.shape().label())
          .add("rate, calls/s", OfferedLoad::rate)
          .add("seconds", OfferedLoad::seconds);

  private static final Columns<Optional<Estimate>> ACHIEVED =
      EstimateCells.valueAndInterval("achieved, calls/s", "achieved, 95 % interval", DECIMALS);
  private static final Columns<Optional<Estimate>> MEDIAN =
      EstimateCells.valueAndInterval("response p50, us", "p50, 95 % interval", DECIMALS);
  private static final Columns<Optional<Estimate>> P99 =
      EstimateCells.valueAndInterval("response p99, us", "p99, 95 % interval", DECIMALS);

  /** How many processes are left out, and by what. */
  static final Columns<Cell> LEFT_OUT =
      new Columns<Cell>()
          .add("left out", cell -> cell.processes().size() - cell.valid().size())
          .add(
              "left out by",
              cell ->
                  cell.leftOut().entrySet().stream()
                      .map(each -> each.getKey() + " " + each.getValue())
                      .collect(Collectors.joining(", ")));

  private OpenLoadsTable() {}

  static Table of(SweepData data) {
    RowNames names = names(data);
    return new Columns<Cell>()
        .add("technology", cell -> names.of(cell.series()))
        .addAll(LOAD, Cell::offered)
        .add("processes", cell -> cell.processes().size())
        .addAll(LEFT_OUT, cell -> cell)
        .addAll(ACHIEVED, OpenLoadsTable::achieved)
        .addAll(MEDIAN, cell -> ProcessInterval.response(cell, Level.P50))
        .addAll(P99, cell -> ProcessInterval.response(cell, Level.P99))
        .add("interval over", cell -> achieved(cell).map(EstimateCells::over))
        .add("not ok", cell -> cell.processes().stream().mapToLong(ProcessRuns::callsNotOk).sum())
        .add("flags", Cell::flags)
        .table(
            "open-loads",
            names.title("Open loop: each load over its processes"),
            data.open(),
            "Means over processes, with their intervals: over server starts where the rows name several"
                + " (then the mean is geometric), and empty for one process. A process is one value,"
                + " never a call.",
            "Left out: processes with a flag by which their latencies are none, with how many each flag"
                + " leaves out; no number of theirs is in the row. `processes` counts them all. Empty"
                + " where none is left, or one that is left does not know the percentile.",
            "Response time runs from when a call was due: what its user waits.");
  }

  /** What rows of open loops are called. */
  static RowNames names(SweepData data) {
    return new RowNames(data.open().stream().map(cell -> cell.point().dimensions()));
  }

  private static Optional<Estimate> achieved(Cell cell) {
    return ProcessInterval.of(cell, process -> process.offered().achievedPerSecond());
  }

  /** Each flag of open loops once: where it stands, what it does, what it means. */
  public static Table byCause(SweepData data) {
    Map<String, Integer> loads = new TreeMap<>();
    Map<String, Integer> processes = new TreeMap<>();
    int all = 0;
    for (Cell cell : data.open()) {
      cell.flags().forEach(flag -> loads.merge(flag, 1, Integer::sum));
      for (ProcessRuns each : cell.processes()) {
        each.flags().forEach(flag -> processes.merge(flag, 1, Integer::sum));
        all++;
      }
    }
    return FlagTable.ofProcesses(
        FLAGS,
        "Open loops: flags by cause, and what each takes out",
        loads,
        processes,
        "Of %d points and %d processes. A process whose latencies a flag takes out is in no estimate"
                .formatted(data.open().size(), all)
            + " and no verdict.");
  }
}
