package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.table.PointGrid.Place;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The paper's tables 2, 3 and 4 over one grid, and the published outcome beside ours. */
final class PaperTables {

  private static final double PERCENT = 100;
  private static final int RAW_DECIMALS = 3;
  private static final int AVERAGE_DECIMALS = 2;
  private static final int PERCENT_DECIMALS = 1;
  private static final int RATIO_DECIMALS = 3;

  private final PointGrid grid;
  private final Series baseline;
  private final String suffix;
  private final boolean gated;

  /**
   * Over a grid that is not empty.
   *
   * @param suffix to the tables' ids; empty where there is one grid only
   */
  PaperTables(PointGrid grid, Series baseline, String suffix) {
    this.grid = grid;
    this.baseline = baseline;
    this.suffix = suffix;
    this.gated = !grid.gates().isEmpty();
  }

  List<Table> all() {
    return List.of(raw(), runtime(), tps(), published());
  }

  /** How much less time the baseline takes than another, %. */
  static double lessTime(Cell base, Cell other) {
    return PERCENT * (1 - base.timeTotalAvg() / other.timeTotalAvg());
  }

  /** How much more TPS the baseline has than another, %. */
  static double moreTps(Cell base, Cell other) {
    return PERCENT * (base.tpsAvg() / other.tpsAvg() - 1);
  }

  private Table raw() {
    List<Cell> shown = new ArrayList<>();
    for (int requests : Paper.TABLE_2_REQUESTS) {
      Cell cell = grid.cell(baseline, Paper.TABLE_2_THREADS, requests);
      if (cell != null) {
        shown.add(cell);
      }
    }
    boolean papers = shown.size() == Paper.TABLE_2_REQUESTS.size();
    if (!papers) {
      shown = grid.cells(baseline).stream().limit(Paper.TABLE_2_REQUESTS.size()).toList();
    }
    List<Row> rows =
        shown.stream()
            .flatMap(cell -> cell.firstProcess().stream().map(run -> new Row(cell, run)))
            .toList();
    List<String> notes = new ArrayList<>();
    notes.add("Order 0 is the first run in a fresh process; cleaning drops it.");
    if (shown.stream().anyMatch(c -> c.processes().size() > 1)) {
      notes.add("Runs of the first process; the averages are over all of them.");
    }
    if (papers) {
      notes.add(
          "Published: order 0 took 944 ms at 10 threads x 10 requests and 947 ms at 10 x 20, about 20"
              + " times the others; the other rows are "
              + Paper.NOT_PUBLISHED
              + " as text.");
    } else {
      notes.add("The paper's points (10 x 10 and 10 x 20) are not in this grid: its first ones.");
    }
    return new Columns<Row>()
        .add("type", row -> row.cell().type())
        .addAll(PointGrid.PLACE, row -> Place.of(row.cell()))
        .add("timeTotal", RAW_DECIMALS, row -> row.run().timeMs())
        .add("TPS", RAW_DECIMALS, row -> row.run().tps())
        .add("order", row -> row.run().order())
        .table(
            "table-2-raw" + suffix,
            "Table 2: raw rows of " + baseline.label() + ", runtime in ms" + mode(),
            rows,
            notes);
  }

  private record Row(Cell cell, Run run) {}

  /**
   * What an improvement is without the gate: the ratio of the runtimes that are left says it, since
   * TPS is by the runtime.
   */
  private interface WithoutGate {
    double of(Cell base, Cell other, double ratio);
  }

  private static double lessTimeWithout(Cell base, Cell other, double ratio) {
    return PERCENT * (1 - 1 / ratio);
  }

  /** Each average TPS grows as the average runtime shrinks. */
  private static double moreTpsWithout(Cell base, Cell other, double ratio) {
    double grown = ratio * base.timeTotalAvg() / other.timeTotalAvg();
    return PERCENT * (base.tpsAvg() / other.tpsAvg() * grown - 1);
  }

  private Table runtime() {
    return averages(
        "table-3-runtime",
        "Table 3: average runtime in ms, and how much less time " + baseline.label() + " takes",
        Cell::timeTotalAvg,
        " takes less than ",
        PaperTables::lessTime,
        PaperTables::lessTimeWithout,
        Paper.LESS_TIME_PERCENT);
  }

  private Table tps() {
    return averages(
        "table-4-tps",
        "Table 4: average TPS, and how much more " + baseline.label() + " has",
        Cell::tpsAvg,
        " has more than ",
        PaperTables::moreTps,
        PaperTables::moreTpsWithout,
        Paper.MORE_TPS_PERCENT);
  }

  private Table averages(
      String id,
      String title,
      ToDoubleFunction<Cell> value,
      String verb,
      CellNotes.PairFunction improvement,
      WithoutGate without,
      Paper.Range published) {
    List<Series> others = grid.others(baseline);
    Columns<Place> columns = new Columns<Place>().addAll(PointGrid.PLACE, at -> at);
    for (Series one : grid.series()) {
      columns.add(
          Heading.marked(one.label()),
          at -> CellNotes.number(grid, one, at, value, AVERAGE_DECIMALS));
    }
    for (Series other : others) {
      columns.add(
          Heading.marked(baseline.label() + verb + other.label() + ", %"),
          at ->
              CellNotes.both(
                  grid.cell(baseline, at), grid.cell(other, at), improvement, PERCENT_DECIMALS));
    }
    columns.addAll(CellNotes.gate(grid), at -> at);
    for (Series other : gated ? others : List.<Series>of()) {
      addWithoutGate(columns, other, verb, without);
    }
    List<String> notes = new ArrayList<>();
    notes.add(
        "Published: "
            + published
            + " % over gRPC and OpenFeign together; each cell is "
            + Paper.NOT_PUBLISHED
            + " as text.");
    if (gated) {
      notes.add(CellNotes.GATE_NOTE);
    }
    notes.add(grid.rowsNote());
    notes.addAll(CellNotes.NOTES);
    return columns.table(id + suffix, title + mode(), grid.shown(), notes);
  }

  /** The improvement without the gate, and the ratio of the runtimes with it and without. */
  private void addWithoutGate(
      Columns<Place> columns, Series other, String verb, WithoutGate without) {
    String ratio = "runtime, " + other.label() + " / " + baseline.label();
    columns
        .add(
            Heading.marked(
                baseline.label() + verb + other.label() + ", %" + OurTables.WITHOUT_GATE),
            at ->
                CellNotes.both(
                    grid.cell(baseline, at),
                    grid.cell(other, at),
                    (base, cell) -> improvement(base, cell, without),
                    PERCENT_DECIMALS))
        .add(
            Heading.marked(ratio),
            at ->
                CellNotes.both(
                    grid.cell(other, at),
                    grid.cell(baseline, at),
                    PaperTables::timeRatio,
                    RATIO_DECIMALS))
        .add(
            Heading.marked(ratio + OurTables.WITHOUT_GATE),
            at ->
                CellNotes.both(
                    grid.cell(other, at),
                    grid.cell(baseline, at),
                    (cell, base) -> CellNotes.ratioWithoutGate(grid, cell, base),
                    RATIO_DECIMALS));
  }

  private @Nullable Double improvement(Cell base, Cell cell, WithoutGate without) {
    Double left = CellNotes.ratioWithoutGate(grid, cell, base);
    return left == null ? null : (Double) without.of(base, cell, left);
  }

  private static double timeRatio(Cell other, Cell base) {
    return other.timeTotalAvg() / base.timeTotalAvg();
  }

  private Table published() {
    List<Outcome> rows = new ArrayList<>();
    for (Series other : grid.others(baseline)) {
      boolean inPaper = isInPaper(other) && isInPaper(baseline);
      String pair = baseline.label() + " and " + other.label();
      rows.add(
          new Outcome(
              pair + ": less time, %",
              of(inPaper, Paper.LESS_TIME_PERCENT),
              range(other, PaperTables::lessTime, PERCENT_DECIMALS),
              range(
                  other,
                  (b, o) -> improvement(b, o, PaperTables::lessTimeWithout),
                  PERCENT_DECIMALS)));
      rows.add(
          new Outcome(
              pair + ": more TPS, %",
              of(inPaper, Paper.MORE_TPS_PERCENT),
              range(other, PaperTables::moreTps, PERCENT_DECIMALS),
              range(
                  other,
                  (b, o) -> improvement(b, o, PaperTables::moreTpsWithout),
                  PERCENT_DECIMALS)));
      rows.add(
          new Outcome(
              pair + ": ratio of runtimes",
              of(inPaper, Paper.TIME_RATIO),
              range(other, (b, o) -> timeRatio(o, b), RATIO_DECIMALS),
              range(
                  other,
                  (b, o) -> improvement(b, o, (base, cell, ratio) -> ratio),
                  RATIO_DECIMALS)));
    }
    for (Series one : grid.series()) {
      rows.add(
          new Outcome(
              one.label() + ": requests reached",
              Entry.word(
                  isInPaper(one) ? Paper.requestsReached(one.technology()) : Paper.NOT_PUBLISHED),
              Entry.word(reached(one)),
              Entry.EMPTY));
    }
    List<String> notes =
        List.of(
            "The published ranges are over gRPC and OpenFeign together and over the cells of the"
                + " paper's tables; the ratio's is computed from them. Here: smallest to largest over"
                + " all points with every order good and no failed call, one technology a row.",
            "A negative number means that " + baseline.label() + " is the slower one.");
    return new Columns<Outcome>()
        .add("quantity", Outcome::quantity)
        .add(Heading.range("published").withMarks(), Outcome::published)
        .add(Heading.range("here").withMarks(), Outcome::here)
        .addIf(
            gated,
            columns ->
                columns.add(
                    Heading.range("here" + OurTables.WITHOUT_GATE).withMarks(),
                    Outcome::withoutGate))
        .table(
            "published" + suffix,
            "What was published, and what was found here" + mode(),
            rows,
            CellNotes.gated(grid, notes));
  }

  private record Outcome(String quantity, Entry published, Entry here, Entry withoutGate) {}

  private static boolean isInPaper(Series one) {
    return List.of("rpcx", "grpc", "openfeign").contains(one.label());
  }

  private static Entry of(boolean inPaper, Paper.Range range) {
    return inPaper ? range.entry() : Entry.word(Paper.NOT_PUBLISHED);
  }

  /** Over those of them that give a number: without the gate, whose gate is known and not all. */
  private Entry range(Series other, CellNotes.PairFunction value, int decimals) {
    DoubleSummaryStatistics found = new DoubleSummaryStatistics();
    for (Cell cell : grid.cells(other)) {
      @Nullable Cell base =
          grid.cell(baseline, cell.point().threadNum(), cell.point().requestNum());
      if (base != null && base.isSound() && cell.isSound()) {
        Double one = value.of(base, cell);
        if (one != null) {
          found.accept(one);
        }
      }
    }
    return found.getCount() == 0
        ? Entry.word("no sound point in common")
        : new Entry(
            Entry.range(found.getMin(), found.getMax(), decimals).values(),
            " (" + found.getCount() + " points)");
  }

  private String reached(Series one) {
    List<Cell> cells = grid.cells(one);
    long failed =
        grid.threads().stream()
            .flatMap(t -> grid.requests().stream().filter(r -> grid.failure(one, t, r) != null))
            .count();
    if (cells.isEmpty()) {
      return "none; " + failed + " points failed";
    }
    int requests = cells.stream().mapToInt(c -> c.point().requestNum()).max().orElse(0);
    int threads = cells.stream().mapToInt(c -> c.point().threadNum()).max().orElse(0);
    return "to " + requests + ", at up to " + threads + " threads; " + failed + " points failed";
  }

  private String mode() {
    return " (request mode " + grid.mode().label() + ")";
  }
}
