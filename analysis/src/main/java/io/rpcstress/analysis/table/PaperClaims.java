package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.PaperGrid;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.table.PointGrid.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What the paper says of its whole grid, counted over one grid: in how many cells or steps. */
final class PaperClaims {

  private static final double LOWEST = PaperGrid.TIME_RATIO.get(0);
  private static final double HIGHEST = PaperGrid.TIME_RATIO.get(1);

  private final PointGrid grid;
  private final Series baseline;
  private final List<Series> papers;
  private final List<Claim> claims = new ArrayList<>();

  private record Claim(String words, String technology, long holds, int of) {}

  /** Two cells of one place, or of one place and the next. */
  private record Pair(Cell one, Cell other) {

    boolean grows(ToDoubleFunction<Cell> value) {
      return value.applyAsDouble(other) > value.applyAsDouble(one);
    }

    double ratio() {
      return other.timeTotalAvg() / one.timeTotalAvg();
    }
  }

  private PaperClaims(PointGrid grid) {
    this.grid = grid;
    this.baseline = grid.baseline();
    this.papers = grid.series().stream().filter(PaperTables::isInPaper).toList();
  }

  /** Nothing of a grid without steps, or without several of the paper's technologies. */
  static List<Table> of(PointGrid grid) {
    PaperClaims claims = new PaperClaims(grid);
    boolean applies =
        claims.papers.contains(claims.baseline)
            && claims.papers.size() > 1
            && grid.threads().size() > 1
            && grid.requests().size() > 1;
    return applies ? List.of(claims.table()) : List.of();
  }

  private Table table() {
    List<Series> others = papers.stream().filter(one -> !one.equals(baseline)).toList();
    count(baseline.label() + " is ahead", others, this::ratios, pair -> pair.ratio() > 1);
    count("ratio below " + LOWEST, others, this::ratios, pair -> pair.ratio() < LOWEST);
    count("ratio of " + Paper.TIME_RATIO, others, this::ratios, PaperClaims::isAsPublished);
    count("ratio above " + HIGHEST, others, this::ratios, pair -> pair.ratio() > HIGHEST);
    count("runtime grows with requests", papers, this::requestSteps, PaperClaims::takesLonger);
    count("runtime grows with threads", papers, this::threadSteps, PaperClaims::takesLonger);
    count("TPS falls with threads", papers, this::threadSteps, PaperClaims::hasLowerTps);
    count("runtime grows to the most threads", papers, this::threadEnds, PaperClaims::takesLonger);
    count("TPS falls to the most threads", papers, this::threadEnds, PaperClaims::hasLowerTps);
    count("order 0 takes longest", papers, this::cells, PaperClaims::isSlowestFirst);
    return new Columns<Claim>()
        .add(
            Heading.of("claim").meaning("what the paper says of its grid, or what else is counted"),
            claim -> Entry.of(claim.words()))
        .add("technology", Claim::technology)
        .add(
            Heading.counts("holds in", "of", "of").meaning("cells or steps"),
            claim -> Entry.both(claim.holds(), claim.of()))
        .table(grid.words("claims").with("baseline", baseline.label()), claims);
  }

  private <T> void count(
      String words, List<Series> series, Function<Series, List<T>> things, Predicate<T> holds) {
    List<T> all = new ArrayList<>();
    for (Series one : series) {
      List<T> own = things.apply(one);
      claims.add(claim(words, one.label(), own, holds));
      all.addAll(own);
    }
    claims.add(claim(words, "all", all, holds));
  }

  private static <T> Claim claim(String words, String of, List<T> things, Predicate<T> holds) {
    return new Claim(words, of, things.stream().filter(holds).count(), things.size());
  }

  private static boolean isAsPublished(Pair pair) {
    return pair.ratio() >= LOWEST && pair.ratio() <= HIGHEST;
  }

  private static boolean takesLonger(Pair step) {
    return step.grows(Cell::timeTotalAvg);
  }

  private static boolean hasLowerTps(Pair step) {
    return step.grows(cell -> -cell.tpsAvg());
  }

  private static boolean isSlowestFirst(Cell cell) {
    List<Run> runs = cell.firstProcess();
    return runs.size() > 1
        && runs.stream().skip(1).allMatch(run -> run.timeMs() < runs.get(0).timeMs());
  }

  private List<Cell> cells(Series one) {
    return grid.cells(one).stream().filter(Cell::isSound).toList();
  }

  private List<Pair> ratios(Series other) {
    return pairs(other, at -> grid.cell(baseline, at));
  }

  private List<Pair> requestSteps(Series one) {
    return pairs(
        one,
        at -> {
          Integer before = before(grid.requests(), at.requests());
          return before == null ? null : grid.cell(one, new Place(at.threads(), before));
        });
  }

  private List<Pair> threadSteps(Series one) {
    return pairs(
        one,
        at -> {
          Integer before = before(grid.threads(), at.threads());
          return before == null ? null : grid.cell(one, new Place(before, at.requests()));
        });
  }

  /** From the fewest threads to the most, at each request count. */
  private List<Pair> threadEnds(Series one) {
    int fewest = grid.threads().get(0);
    int most = grid.threads().get(grid.threads().size() - 1);
    return pairs(
        one, at -> at.threads() == most ? grid.cell(one, new Place(fewest, at.requests())) : null);
  }

  /** The count before one of a grid; null before the first. */
  private static @Nullable Integer before(List<Integer> counts, int one) {
    int at = counts.indexOf(one);
    return at == 0 ? null : counts.get(at - 1);
  }

  /** Each sound cell of a series with its sound partner, where there is one. */
  private List<Pair> pairs(Series series, Function<Place, @Nullable Cell> partner) {
    List<Pair> found = new ArrayList<>();
    for (Cell cell : cells(series)) {
      Cell one = partner.apply(Place.of(cell));
      if (one != null && one.isSound()) {
        found.add(new Pair(one, cell));
      }
    }
    return found;
  }
}
