package io.rpcstress.analysis.table;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What the paper lacks, over one grid: ratios, cold against warm, cost, latency, every point. */
final class OurTables {

  private static final int RATIO_DECIMALS = 3;
  private static final int TIME_DECIMALS = 2;
  private static final int RAW_DECIMALS = 3;

  /** How the ids of tables of ratios begin. */
  static final String RATIOS = "ratio-to-";

  /** The columns of those tables that say which point. */
  static final int RATIO_KEYS = 2;

  /** The columns of most tables that say which point. */
  private static final List<String> POINT = List.of("technology", "threadNum", "requestNum");

  /** How the columns end whose ratios are without the gate's own cost. */
  static final String WITHOUT_GATE = ", without the gate";

  private final PointGrid grid;
  private final Series baseline;
  private final String suffix;

  OurTables(PointGrid grid, Series baseline, String suffix) {
    this.grid = grid;
    this.baseline = baseline;
    this.suffix = suffix;
  }

  List<Table> all() {
    List<Table> tables = new ArrayList<>();
    tables.add(ratios(baseline));
    grid.series().stream()
        .filter(s -> !s.equals(baseline) && isReference(s) && !others(s).isEmpty())
        .forEach(reference -> tables.add(ratios(reference)));
    tables.add(coldAndWarm());
    tables.add(cost());
    tables.add(latency());
    tables.add(points());
    return tables;
  }

  /** Whether others are printed as multiples of it: the baseline's other loads, and the floor. */
  private boolean isReference(Series one) {
    return one.technology().equals(Series.TCP)
        || (!grid.isOfOneName() && one.name().equals(baseline.name()));
  }

  /** Those of the same load; all where there is one technology, whose loads are compared. */
  private List<Series> others(Series reference) {
    return grid.others(reference).stream()
        .filter(s -> grid.isOfOneName() || s.dimensions().equals(reference.dimensions()))
        .toList();
  }

  static String ratiosTo(String label) {
    return RATIOS + label.replace('@', '-');
  }

  private Table ratios(Series reference) {
    List<Series> others = others(reference);
    List<String> header = new ArrayList<>(List.of("threadNum", "requestNum"));
    others.forEach(o -> header.add(o.label() + " / " + reference.label()));
    boolean gated = !grid.gates().isEmpty();
    if (gated) {
      others.forEach(o -> header.add(o.label() + " / " + reference.label() + WITHOUT_GATE));
    }
    List<List<String>> rows = new ArrayList<>();
    for (int threads : grid.shownThreads()) {
      for (int requests : grid.shownRequests()) {
        List<String> row =
            new ArrayList<>(List.of(Integer.toString(threads), Integer.toString(requests)));
        Cell base = grid.cell(reference, threads, requests);
        for (Series other : others) {
          row.add(
              CellNotes.both(
                  grid.cell(other, threads, requests),
                  base,
                  (a, b) -> a.timeTotalAvg() / b.timeTotalAvg(),
                  RATIO_DECIMALS));
        }
        for (Series other : gated ? others : List.<Series>of()) {
          row.add(
              CellNotes.withoutGate(
                  grid, grid.cell(other, threads, requests), base, RATIO_DECIMALS));
        }
        rows.add(row);
      }
    }
    List<String> notes = new ArrayList<>();
    notes.add(
        "Average runtime of each divided by that of " + reference.label() + ": above 1 is slower.");
    if (gated) {
      notes.add(CellNotes.GATE_NOTE);
    }
    if (reference.equals(baseline) && reference.label().equals(Series.RPCX)) {
      notes.add(
          "Published for gRPC and OpenFeign together: "
              + Paper.TIME_RATIO
              + " (computed from the published percentages).");
    }
    notes.add(grid.rowsNote());
    notes.addAll(CellNotes.NOTES);
    return new Table(
        ratiosTo(reference.label()) + suffix,
        "Runtime as a multiple of " + reference.label() + mode(),
        header,
        rows,
        notes);
  }

  private Table coldAndWarm() {
    return perCell(
        "cold-and-warm",
        "The first run in a fresh process beside the others, ms",
        List.of("cold (order 0)", "warm average", "cold / warm"),
        cell -> {
          OptionalDouble cold = cell.coldMs();
          return List.of(
              cold.isEmpty() ? CellNotes.NONE : Numbers.fixed(cold.getAsDouble(), TIME_DECIMALS),
              Numbers.fixed(cell.timeTotalAvg(), TIME_DECIMALS) + CellNotes.of(cell),
              cold.isEmpty()
                  ? CellNotes.NONE
                  : Numbers.fixed(cold.getAsDouble() / cell.timeTotalAvg(), TIME_DECIMALS));
        },
        List.of(
            "Cold includes connecting, and loading and compiling classes on the client. Both are means"
                + " over the processes that measured the point."));
  }

  private Table cost() {
    return perCell(
        "cost-per-call",
        "What a good call costs on both hosts",
        List.of(
            "client CPU, us",
            "client JIT, us",
            "client GC, us",
            "client context switches",
            "client allocation, bytes",
            "server CPU, us",
            "server JIT, us",
            "server GC, us",
            "server context switches",
            "bytes out",
            "bytes in",
            "packets out",
            "packets in",
            "server RSS, KiB"),
        this::costs,
        List.of(
            "Sum over the warm runs divided by their good calls. Empty is unknown, not 0; a CPU"
                + " time beyond the processors there are is empty, too. Bytes and packets"
                + " count all headers. RSS is the server's highest after a run, not per call.",
            RuntimeCells.NOTE));
  }

  private List<String> costs(Cell cell) {
    RuntimeCells jvm = new RuntimeCells(cell);
    return List.of(
        Numbers.fixed(Explanation.clientCpuUs(cell, grid.hosts(cell)), TIME_DECIMALS),
        jvm.clientJit(),
        jvm.clientGc(),
        Numbers.fixed(cell.perCall(Run::clientCtxSwitches), TIME_DECIMALS),
        Numbers.fixed(cell.perCall(Run::clientAllocBytes), 0),
        Numbers.fixed(Explanation.serverCpuUs(cell, grid.hosts(cell)), TIME_DECIMALS),
        jvm.serverJit(),
        jvm.serverGc(),
        Numbers.fixed(cell.perCall(Run::serverCtxSwitches), TIME_DECIMALS),
        Numbers.fixed(cell.perCall(Run::bytesOut), 1),
        Numbers.fixed(cell.perCall(Run::bytesIn), 1),
        Numbers.fixed(cell.perCall(Run::packetsOut), TIME_DECIMALS),
        Numbers.fixed(cell.perCall(Run::packetsIn), TIME_DECIMALS),
        Numbers.whole(cell.serverRssKb()));
  }

  private Table latency() {
    return perCell(
        "latency",
        "Latency of good calls, us",
        List.of(
            "calls under way",
            "samples",
            "min",
            "mean",
            "p50",
            "p90",
            "p95",
            "p99",
            "p99.9",
            "max"),
        cell -> {
          Percentiles p = cell.latency();
          Explanation found = Explanation.of(cell, grid.hosts(cell));
          LatencyCells latencies = LatencyCells.of(cell, found, TIME_DECIMALS);
          return List.of(
              Numbers.fixed(found.concurrency(), 1),
              p.samples() == 0 ? "" : Long.toString(p.samples()),
              latencies.min(),
              latencies.mean(),
              latencies.at(50),
              latencies.at(90),
              latencies.at(95),
              latencies.at(99),
              latencies.at(99.9),
              latencies.max());
        },
        List.of(
            "Calls under way: good calls a second times their mean latency (Little); empty is unknown."
                + " Latencies at different calls under way are of different loads.",
            CellNotes.UNDER_THREADS_NOTE,
            LatencyCells.DEADLINE_NOTE,
            "Of a closed loop: these percentiles are not a user's latency.",
            "Read off the warm runs' histograms added up. Empty where fewer than ten samples lie"
                + " beyond, or the histograms are missing."));
  }

  /** Three columns that say which point, then what is asked of each cell shown. */
  private Table perCell(
      String id,
      String title,
      List<String> columns,
      Function<Cell, List<String>> values,
      List<String> notes) {
    List<String> header = new ArrayList<>(POINT);
    header.addAll(columns);
    List<List<String>> rows = new ArrayList<>();
    for (Series one : grid.series()) {
      for (int threads : grid.shownThreads()) {
        for (int requests : grid.shownRequests()) {
          Cell cell = grid.cell(one, threads, requests);
          if (cell != null) {
            List<String> row = new ArrayList<>();
            row.add(one.label());
            row.add(Integer.toString(threads));
            row.add(Integer.toString(requests));
            row.addAll(values.apply(cell));
            rows.add(row);
          }
        }
      }
    }
    List<String> all = new ArrayList<>(notes);
    all.add(grid.rowsNote());
    all.addAll(CellNotes.NOTES);
    return CellNotes.gated(
        grid, new Table(id + suffix, title + mode(), header, rows, all), POINT.size());
  }

  private Table points() {
    List<List<String>> rows = new ArrayList<>();
    List<Point> points = new ArrayList<>();
    for (Series one : grid.series()) {
      for (Cell cell : grid.cells(one)) {
        points.add(cell.point());
        rows.add(point(one, cell));
      }
    }
    Table table =
        new Table(
            "points" + suffix,
            "Every point that has a result" + mode(),
            List.of(
                "technology",
                "variant",
                "type",
                "threadNum",
                "requestNum",
                "requestMode",
                "timeTotalAvg",
                "tpsAvg",
                "callsPerSecondAvg",
                "ordersUsed",
                "complete",
                "callsNotOk",
                "flags"),
            rows,
            List.of("Averages of the warm runs: runtime in ms, TPS after the paper's Eq. 3."));
    return DimensionsColumn.behind(CellNotes.gated(grid, table, table.header().size()), points);
  }

  private static List<String> point(Series one, Cell cell) {
    return List.of(
        one.technology(),
        one.variant(),
        Integer.toString(cell.type()),
        Integer.toString(cell.point().threadNum()),
        Integer.toString(cell.point().requestNum()),
        cell.point().requestMode().label(),
        Numbers.fixed(cell.timeTotalAvg(), RAW_DECIMALS),
        Numbers.fixed(cell.tpsAvg(), RAW_DECIMALS),
        Numbers.fixed(cell.callsPerSecondAvg(), RAW_DECIMALS),
        Integer.toString(cell.ordersUsed()),
        cell.complete() ? "yes" : "no",
        Long.toString(cell.callsNotOk()),
        String.join(" ", cell.flags()));
  }

  private String mode() {
    return " (request mode " + grid.mode().label() + ")";
  }
}
