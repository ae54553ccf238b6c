package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Level;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.OfferedLoad;
import java.util.stream.Collectors;

/** Open loops, a row a load: what its processes have together; and their flags by cause. */
public final class OpenLoadsTable {

  private static final int DECIMALS = 1;

  static final Columns<OfferedLoad> LOAD =
      new Columns<OfferedLoad>()
          .add("shape", load -> load.shape().label())
          .add("rate, calls/s", OfferedLoad::rate)
          .add("seconds", OfferedLoad::seconds);

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
    SharedDimensions names = data.sharedOfOpen();
    return new Columns<Cell>()
        .add("technology", cell -> names.label(cell.series()))
        .addAll(LOAD, Cell::offered)
        .add("processes", cell -> cell.processes().size())
        .addAll(LEFT_OUT, cell -> cell)
        .estimate(
            "achieved, calls/s", "achieved, 95 % interval", DECIMALS, OpenLoadsTable::achieved)
        .estimate(
            "response p50, us",
            "p50, 95 % interval",
            DECIMALS,
            cell -> Estimate.response(cell, Level.P50))
        .estimate(
            "response p99, us",
            "p99, 95 % interval",
            DECIMALS,
            cell -> Estimate.response(cell, Level.P99))
        .add("interval over", cell -> achieved(cell).over())
        .add("not ok", cell -> cell.processes().stream().mapToLong(ProcessRuns::callsNotOk).sum())
        .add("flags", Cell::flags)
        .table(
            "open-loads",
            names.title("Open loop: each load over its processes"),
            data.open(),
            "Means over processes, with their intervals. Both are over server starts if the rows "
                + "name several (then the mean is geometric). The interval is empty for one "
                + "process. A process is one value, never a call.",
            "Left out: processes with a flag that makes their latencies invalid, with how many "
                + "each flag leaves out. None of their numbers is in the row; `processes` counts "
                + "them all. Empty if none is left, or if one that is left does not have the "
                + "percentile.",
            "Response time runs from when a call was due: what its user waits.");
  }

  private static Estimate achieved(Cell cell) {
    return Estimate.of(cell, process -> process.offered().achievedPerSecond());
  }
}
