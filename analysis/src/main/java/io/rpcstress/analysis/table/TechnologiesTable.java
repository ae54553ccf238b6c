package io.rpcstress.analysis.table;


import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.PointGrid.Place;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.util.function.ToDoubleFunction;

/**
 * The one table: what each technology does and costs at each thread count, and how sure that is.
 */
final class TechnologiesTable {

  private static final int RATE_DECIMALS = 1;
  private static final int TIME_DECIMALS = 2;

  private TechnologiesTable() {}

  static Table of(PointGrid grid) {
    int most = SweepData.mostRequests(grid.cells().stream());
    int requests = most > 0 ? most : grid.requests().get(0); // nothing but failures
    return new Columns<Cell>()
        .add("technology", cell -> cell.series().label())
        .addAll(PointGrid.PLACE, Place::of)
        .addAll(CellNotes.gate(grid), Place::of)
        .add("calls under way", RATE_DECIMALS, cell -> Explanation.of(cell).concurrency())
        .add("processes", cell -> cell.processes().size())
        .add(Heading.marked("calls/s"), TechnologiesTable::rate)
        .interval(
            "calls/s, interval", RATE_DECIMALS, cell -> Estimate.callsPerSecond(cell).interval())
        .addAll(
            LatencyCells.percentiles(", us", 50, 99), cell -> LatencyCells.of(cell, RATE_DECIMALS))
        .add("client CPU, us", TIME_DECIMALS, Explanation::clientCpuUs)
        .interval(
            "client CPU, interval",
            TIME_DECIMALS,
            cell -> cpu(cell, Explanation.clientCpuUs(cell), ProcessRuns::clientCpuUs))
        .add("server CPU, us", TIME_DECIMALS, Explanation::serverCpuUs)
        .interval(
            "server CPU, interval",
            TIME_DECIMALS,
            cell -> cpu(cell, Explanation.serverCpuUs(cell), ProcessRuns::serverCpuUs))
        .add("client context switches", TIME_DECIMALS, c -> c.perCall(Run::clientCtxSwitches))
        .add("server context switches", TIME_DECIMALS, c -> c.perCall(Run::serverCtxSwitches))
        .add("bytes, both ways", 0, cell -> cell.perCall(Run::bytes))
        .add("limiter", cell -> Explanation.of(cell).limiter().label())
        .add("flags", Cell::flags)
        .details(
            "calls under way",
            "client CPU, interval",
            "server CPU, interval",
            "client context switches",
            "server context switches")
        .table(
            grid.words("technologies")
                .with("requests", requests)
                .with("confidence", Bootstrap.CONFIDENCE_PERCENT),
            grid.cellsAt(requests));
  }

  private static Entry rate(Cell cell) {
    return Entry.of(cell.callsPerSecond(), RATE_DECIMALS, CellNotes.of(cell));
  }

  /** None of a processor time that is not known. */
  private static Interval cpu(Cell cell, double known, ToDoubleFunction<ProcessRuns> what) {
    return Double.isNaN(known) ? Interval.unknown(known) : Estimate.of(cell, what).interval();
  }
}
