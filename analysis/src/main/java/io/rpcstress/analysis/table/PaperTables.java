package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.table.PointGrid.Place;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The paper's tables 2, 3 and 4 over one grid, and the published outcome beside ours. */
final class PaperTables {

  private static final double PERCENT = 100;
  private static final int RAW_DECIMALS = 3;
  private static final int AVERAGE_DECIMALS = 2;
  private static final int PERCENT_DECIMALS = 1;
  private static final int RATIO_DECIMALS = 3;

  private static final String IMPROVEMENT = "by how much the former is better than the latter";

  private final PointGrid grid;
  private final Series baseline;

  /**
   * How the baseline stands to another.
   *
   * @param decimals of it
   * @param here of the baseline's averages and the other's
   * @param withoutGate the same where the ratio of the runtimes that are left without the gate says
   *     it, since TPS is by the runtime
   */
  private record Standing(
      String quantity,
      Paper.Range published,
      int decimals,
      ToDoubleBiFunction<Cell, Cell> here,
      WithoutGate withoutGate) {}

  private interface WithoutGate {
    double of(Cell base, Cell other, double ratio);
  }

  private static final Standing LESS_TIME =
      new Standing(
          "less time, %",
          Paper.LESS_TIME_PERCENT,
          PERCENT_DECIMALS,
          (base, other) -> lessTime(timeRatio(base, other)),
          (base, other, ratio) -> lessTime(1 / ratio));

  /** Each average TPS grows as the average runtime shrinks. */
  private static final Standing MORE_TPS =
      new Standing(
          "more TPS, %",
          Paper.MORE_TPS_PERCENT,
          PERCENT_DECIMALS,
          (base, other) -> moreTps(base, other, 1),
          (base, other, ratio) ->
              moreTps(base, other, ratio * base.timeTotalAvg() / other.timeTotalAvg()));

  private static final Standing TIME_RATIO =
      new Standing(
          "ratio of runtimes",
          Paper.TIME_RATIO,
          RATIO_DECIMALS,
          (base, other) -> timeRatio(other, base),
          (base, other, ratio) -> ratio);

  PaperTables(PointGrid grid) {
    this.grid = grid;
    this.baseline = grid.baseline();
  }

  List<Table> all() {
    List<Table> tables = new ArrayList<>();
    tables.add(raw());
    tables.add(averages("table-3-runtime", Cell::timeTotalAvg, " takes less than ", LESS_TIME));
    tables.add(averages("table-4-tps", Cell::tpsAvg, " has more than ", MORE_TPS));
    tables.add(published());
    tables.addAll(PaperClaims.of(grid));
    return tables;
  }

  private static double timeRatio(Cell other, Cell base) {
    return other.timeTotalAvg() / base.timeTotalAvg();
  }

  private Table raw() {
    List<Cell> papers =
        Paper.TABLE_2.stream().flatMap(at -> Stream.ofNullable(grid.cell(baseline, at))).toList();
    boolean arePapers = papers.size() == Paper.TABLE_2.size();
    List<Cell> shown =
        arePapers ? papers : grid.cells(baseline).stream().limit(Paper.TABLE_2.size()).toList();
    List<Row> rows =
        shown.stream()
            .flatMap(cell -> cell.firstProcess().stream().map(run -> new Row(cell, run)))
            .toList();
    boolean areRepeated = shown.stream().anyMatch(c -> c.processes().size() > 1);
    return new Columns<Row>()
        .add("type", row -> row.cell().type())
        .addAll(PointGrid.PLACE, row -> Place.of(row.cell()))
        .add("timeTotal", RAW_DECIMALS, row -> row.run().timeMs())
        .add("TPS", RAW_DECIMALS, row -> row.run().tps())
        .add("order", row -> row.run().order())
        .table(
            grid.words("table-2-raw")
                .with("baseline", baseline.label())
                .when("repeated", areRepeated)
                .when("papers", arePapers)
                .when("own", !arePapers),
            rows);
  }

  private record Row(Cell cell, Run run) {}

  private static double lessTime(double ratio) {
    return PERCENT * (1 - ratio);
  }

  private static double moreTps(Cell base, Cell other, double grown) {
    return PERCENT * (base.tpsAvg() / other.tpsAvg() * grown - 1);
  }

  private Table averages(String id, ToDoubleFunction<Cell> value, String verb, Standing standing) {
    List<Series> others = grid.others(baseline);
    Columns<Place> columns = new Columns<Place>().addAll(PointGrid.PLACE, at -> at);
    for (Series one : grid.series()) {
      columns.add(
          Heading.marked(one.label()).meaning("mean of its runs, as the table's title says"),
          at -> CellNotes.number(grid, one, at, value, AVERAGE_DECIMALS));
    }
    for (Series other : others) {
      columns.add(
          Heading.marked(baseline.label() + verb + other.label() + ", %").meaning(IMPROVEMENT),
          grid.both(baseline, other, standing.here(), standing.decimals()));
    }
    columns.addAll(CellNotes.gate(grid), at -> at);
    for (Series other : grid.isGated() ? others : List.<Series>of()) {
      String improvement = baseline.label() + verb + other.label() + ", %";
      String ratio = "runtime, " + other.label() + " / " + baseline.label();
      columns
          .add(
              Heading.marked(improvement + PointGrid.WITHOUT_GATE).meaning(IMPROVEMENT),
              grid.both(baseline, other, withoutGate(standing), standing.decimals()))
          .add(
              Heading.marked(ratio).meaning(OurTables.TIME_RATIO),
              grid.both(other, baseline, PaperTables::timeRatio, RATIO_DECIMALS))
          .add(
              Heading.marked(ratio + PointGrid.WITHOUT_GATE).meaning(OurTables.TIME_RATIO),
              grid.both(other, baseline, grid::ratioWithoutGate, RATIO_DECIMALS));
    }
    return columns.table(
        grid.words(id).with("baseline", baseline.label()).with("published", standing.published()),
        grid.shown());
  }

  private ToDoubleBiFunction<Cell, Cell> withoutGate(Standing standing) {
    return (base, other) ->
        standing.withoutGate().of(base, other, grid.ratioWithoutGate(other, base));
  }

  private Table published() {
    List<Outcome> rows = new ArrayList<>();
    for (Series other : grid.others(baseline)) {
      boolean inPaper = isInPaper(other) && isInPaper(baseline);
      for (Standing each : List.of(LESS_TIME, MORE_TPS, TIME_RATIO)) {
        rows.add(
            new Outcome(
                baseline.label() + " and " + other.label() + ": " + each.quantity(),
                inPaper ? each.published().entry() : Entry.word(Paper.NOT_PUBLISHED),
                range(other, each.here(), each.decimals()),
                range(other, withoutGate(each), each.decimals())));
      }
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
    return new Columns<Outcome>()
        .add("quantity", Outcome::quantity)
        .add(Heading.range("published").withMarks(), Outcome::published)
        .add(Heading.range("here").withMarks(), Outcome::here)
        .addIf(
            grid.isGated(),
            columns ->
                columns.add(
                    Heading.range("here" + PointGrid.WITHOUT_GATE).withMarks(),
                    Outcome::withoutGate))
        .table(grid.words("published").with("baseline", baseline.label()), rows);
  }

  private record Outcome(String quantity, Entry published, Entry here, Entry withoutGate) {}

  static boolean isInPaper(Series one) {
    return List.of("rpcx", "grpc", "openfeign").contains(one.label());
  }

  /** How long others take by the baseline's time in the same point, over all that both have. */
  Map<Series, DoubleSummaryStatistics> ratios() {
    Map<Series, DoubleSummaryStatistics> ranges = new LinkedHashMap<>();
    grid.others(baseline).forEach(other -> ranges.put(other, over(other, TIME_RATIO.here())));
    ranges.values().removeIf(range -> range.getCount() == 0);
    return ranges;
  }

  private Entry range(Series other, ToDoubleBiFunction<Cell, Cell> value, int decimals) {
    DoubleSummaryStatistics found = over(other, value);
    return found.getCount() == 0
        ? Entry.word("no sound point in common")
        : new Entry(
            Entry.range(found.getMin(), found.getMax(), decimals).values(),
            " (" + found.getCount() + " points)");
  }

  /** Over those points that give a number: without the gate, whose gate is known and not all. */
  private DoubleSummaryStatistics over(Series other, ToDoubleBiFunction<Cell, Cell> value) {
    DoubleSummaryStatistics found = new DoubleSummaryStatistics();
    for (Cell cell : grid.cells(other)) {
      Cell base = grid.cell(baseline, Place.of(cell));
      if (base != null && base.isSound() && cell.isSound()) {
        double one = value.applyAsDouble(base, cell);
        if (!Double.isNaN(one)) {
          found.accept(one);
        }
      }
    }
    return found;
  }

  private String reached(Series one) {
    List<Cell> cells = grid.cells(one);
    long failed = grid.places().stream().filter(at -> grid.failure(one, at) != null).count();
    if (cells.isEmpty()) {
      return "none; " + failed + " points failed";
    }
    int requests = cells.stream().mapToInt(c -> c.point().requestNum()).max().orElse(0);
    int threads = cells.stream().mapToInt(c -> c.point().threadNum()).max().orElse(0);
    return "to " + requests + ", at up to " + threads + " threads; " + failed + " points failed";
  }
}
