package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.PointGrid.Place;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The one table: what each technology does and costs at each thread count, and how sure that is.
 */
final class TechnologiesTable {

  private static final int RATE_DECIMALS = 1;
  private static final int TIME_DECIMALS = 2;

  private static final List<String> NOTES =
      List.of(
          String.format(
              Locale.ROOT,
              "The first seconds of a JVM: over the runs after order 0 of all processes, warm or not."
                  + " calls/s is good calls divided by the time that all of"
                  + " them took; CPU, context switches and bytes (not counted over loopback) are those of a good call. Intervals are %d %% t intervals over the means of"
                  + " processes (of server starts where the rows name several); empty with a single"
                  + " process, whose runs are correlated, or without any spread. Empty is unknown, not"
                  + " 0.",
              Bootstrap.CONFIDENCE_PERCENT),
          "The request count is the one with most points, of those the largest. Percentiles are read"
              + " off histograms added up; of a closed loop they are not a user's latency.",
          "Two technologies differ where their ratio's interval does not span 1: overlapping intervals"
              + " here decide nothing. Speed is one column: see the capabilities.",
          CellNotes.UNDER_THREADS_NOTE,
          LatencyCells.DEADLINE_NOTE,
          CellNotes.NOTES.get(0));

  private TechnologiesTable() {}

  static Table of(PointGrid grid) {
    int most = SweepData.mostRequests(grid.series().stream().flatMap(s -> grid.cells(s).stream()));
    int requests = most > 0 ? most : grid.requests().get(0); // nothing but failures
    List<Row> rows = new ArrayList<>();
    for (Series series : grid.series()) {
      for (int threads : grid.threads()) {
        Cell cell = grid.cell(series, threads, requests);
        if (cell != null) {
          rows.add(new Row(series, cell));
        }
      }
    }
    return new Columns<Row>()
        .add("technology", row -> row.series().label())
        .addAll(PointGrid.PLACE, row -> Place.of(row.cell()))
        .addAll(CellNotes.gate(grid), row -> Place.of(row.cell()))
        .add("calls under way", RATE_DECIMALS, row -> row.found().concurrency())
        .add("processes", row -> row.cell().processes().size())
        .add(Heading.marked("calls/s"), row -> rate(row.cell()))
        .interval(
            "calls/s, interval",
            RATE_DECIMALS,
            row -> Estimate.callsPerSecond(row.cell()).interval())
        .add(LatencyCells.percentile(50, ", us"), row -> row.latencies().at(50))
        .add(LatencyCells.percentile(99, ", us"), row -> row.latencies().at(99))
        .add("client CPU, us", TIME_DECIMALS, Row::clientCpu)
        .interval(
            "client CPU, interval",
            TIME_DECIMALS,
            row -> cpu(row, row.clientCpu(), ProcessRuns::clientCpuUs))
        .add("server CPU, us", TIME_DECIMALS, Row::serverCpu)
        .interval(
            "server CPU, interval",
            TIME_DECIMALS,
            row -> cpu(row, row.serverCpu(), ProcessRuns::serverCpuUs))
        .add(
            "client context switches",
            TIME_DECIMALS,
            row -> row.cell().perCall(Run::clientCtxSwitches))
        .add(
            "server context switches",
            TIME_DECIMALS,
            row -> row.cell().perCall(Run::serverCtxSwitches))
        .add("bytes, both ways", 0, row -> row.cell().perCall(Run::bytes))
        .add("limiter", row -> row.found().limiter().label())
        .add("flags", row -> row.cell().flags())
        .table(
            grid.id("technologies"),
            grid.title("Every technology at every thread count, at " + requests + " requests"),
            rows,
            CellNotes.gated(grid, NOTES));
  }

  private record Row(Series series, Cell cell) {

    Explanation found() {
      return Explanation.of(cell);
    }

    LatencyCells latencies() {
      return LatencyCells.of(cell, found(), RATE_DECIMALS);
    }

    double clientCpu() {
      return Explanation.clientCpuUs(cell);
    }

    double serverCpu() {
      return Explanation.serverCpuUs(cell);
    }
  }

  private static Entry rate(Cell cell) {
    return Entry.of(cell.callsPerSecond(), RATE_DECIMALS, CellNotes.of(cell));
  }

  /** None of a processor time that is not known. */
  private static Interval cpu(Row row, double known, ToDoubleFunction<ProcessRuns> what) {
    return Double.isNaN(known) ? Interval.unknown(known) : Estimate.of(row.cell(), what).interval();
  }
}
