package io.rpcstress.analysis.table;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.table.PointGrid.Place;
import java.util.ArrayList;
import java.util.List;

/** What the paper lacks, over one grid: ratios, cold against warm, cost, latency, every point. */
final class OurTables {

  private static final int RATIO_DECIMALS = 3;
  private static final int TIME_DECIMALS = 2;
  private static final int RAW_DECIMALS = 3;

  static final String RATIOS = "ratio-to-";

  /** The columns of those tables that say which point. */
  static final int RATIO_KEYS = 2;

  private static final Columns<Cell> POINT =
      new Columns<Cell>()
          .add("technology", cell -> cell.point().technology())
          .add("variant", cell -> cell.point().variant())
          .add("type", Cell::type)
          .addAll(PointGrid.PLACE, Place::of)
          .add("requestMode", cell -> cell.point().requestMode().label())
          .add("timeTotalAvg", RAW_DECIMALS, Cell::timeTotalAvg)
          .add("tpsAvg", RAW_DECIMALS, Cell::tpsAvg)
          .add("callsPerSecondAvg", RAW_DECIMALS, Cell::callsPerSecondAvg)
          .add("ordersUsed", Cell::ordersUsed)
          .add("complete", Cell::complete)
          .add("callsNotOk", Cell::callsNotOk)
          .add("flags", Cell::flags);

  static final String TIME_RATIO = "runtime of the former by that of the latter: above 1 is slower";

  private final PointGrid grid;
  private final Series baseline;

  OurTables(PointGrid grid) {
    this.grid = grid;
    this.baseline = grid.baseline();
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

  private Table ratios(Series reference) {
    List<Series> others = others(reference);
    Columns<Place> columns = new Columns<Place>().addAll(PointGrid.PLACE, at -> at);
    for (Series other : others) {
      columns.add(
          Heading.marked(other.label() + " / " + reference.label()).meaning(TIME_RATIO),
          grid.both(
              other, reference, (a, b) -> a.timeTotalAvg() / b.timeTotalAvg(), RATIO_DECIMALS));
    }
    for (Series other : grid.isGated() ? others : List.<Series>of()) {
      columns.add(
          Heading.marked(other.label() + " / " + reference.label() + PointGrid.WITHOUT_GATE)
              .meaning(TIME_RATIO),
          grid.both(other, reference, grid::ratioWithoutGate, RATIO_DECIMALS));
    }
    boolean isPublished = reference.equals(baseline) && reference.label().equals(Series.RPCX);
    return columns.table(
        grid.words("ratio-to")
            .as(grid.id(Tables.ratiosTo(reference.label())))
            .with("reference", reference.label())
            .with("published", Paper.TIME_RATIO)
            .when("paper", isPublished),
        grid.shown());
  }

  private Table coldAndWarm() {
    return perCell(
        "cold-and-warm",
        new Columns<Cell>()
            .add(Heading.marked("cold (order 0)"), cell -> orNone(cell.coldMs()))
            .add(
                Heading.marked("warm average"),
                cell -> Entry.of(cell.timeTotalAvg(), TIME_DECIMALS, CellNotes.of(cell)))
            .add(
                Heading.marked("cold / warm"),
                cell -> orNone(cell.coldMs() / cell.timeTotalAvg())));
  }

  private static Entry orNone(double value) {
    return Entry.orWord(value, TIME_DECIMALS, CellNotes.NONE);
  }

  private Table cost() {
    return perCell(
        "cost-per-call",
        new Columns<Cell>()
            .add("client CPU, us", TIME_DECIMALS, Explanation::clientCpuUs)
            .addAll(clientRuntime(", us"), c -> c)
            .add("client context switches", TIME_DECIMALS, c -> c.perCall(Run::clientCtxSwitches))
            .add("client allocation, bytes", 0, c -> c.perCall(Run::clientAllocBytes))
            .add("server CPU, us", TIME_DECIMALS, Explanation::serverCpuUs)
            .addAll(serverRuntime(", us"), c -> c)
            .add("server context switches", TIME_DECIMALS, c -> c.perCall(Run::serverCtxSwitches))
            .add("bytes out", 1, c -> c.perCall(Run::bytesOut))
            .add("bytes in", 1, c -> c.perCall(Run::bytesIn))
            .add("packets out", TIME_DECIMALS, c -> c.perCall(Run::packetsOut))
            .add("packets in", TIME_DECIMALS, c -> c.perCall(Run::packetsIn))
            .add("server RSS, KiB", cell -> cell.rssKb(Run::serverRssBytes)));
  }

  /** What the client's JVM itself took of a call. */
  static Columns<Cell> clientRuntime(String unit) {
    return new Columns<Cell>()
        .add("client JIT" + unit, TIME_DECIMALS, cell -> cell.perCall(Run::clientCompileUs))
        .add("client GC" + unit, TIME_DECIMALS, cell -> cell.perCall(Run::clientGcUs));
  }

  static Columns<Cell> serverRuntime(String unit) {
    return new Columns<Cell>()
        .add("server JIT" + unit, TIME_DECIMALS, cell -> cell.perCall(Run::serverCompileUs))
        .add("server GC" + unit, TIME_DECIMALS, cell -> cell.perCall(Run::serverGcUs));
  }

  private Table latency() {
    return perCell(
        "latency",
        new Columns<Cell>()
            .add("calls under way", 1, cell -> Explanation.of(cell).concurrency())
            .add("samples", c -> c.latency().samples() == 0 ? "" : c.latency().samples())
            .addAll(
                LatencyCells.columns("", 50, 90, 95, 99, 99.9)
                    .add(Heading.marked("max"), LatencyCells::max),
                cell -> LatencyCells.of(cell, TIME_DECIMALS)));
  }

  private Table perCell(String id, Columns<Cell> columns) {
    return new Columns<Cell>()
        .add("technology", cell -> cell.series().label())
        .addAll(PointGrid.PLACE, Place::of)
        .addAll(CellNotes.gate(grid), Place::of)
        .addAll(columns, cell -> cell)
        .table(grid.words(id), grid.shownCells());
  }

  private Table points() {
    List<Cell> cells = grid.cells();
    return new Columns<Cell>()
        .addAll(POINT, cell -> cell)
        .addAll(CellNotes.gate(grid), Place::of)
        .addAll(Tables.dimensions(cells.stream().map(Cell::point)), Cell::point)
        .table(grid.words("points"), cells);
  }
}
