package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Pairs of a sweep's series with its baseline, one a load; and comparisons of two sweeps' series
 * with themselves. Each as if it were the only one.
 */
public final class Comparisons {

  /** What is said where nothing can be compared. */
  static final String NOTHING_IN_COMMON = "no point of the same load that both have whole";

  private static final String NO_ROUND_TIMED =
      "fewer than two rounds in which no process is left out at any thread count";
  private static final String NO_ROUND_OPEN = "no round that all loads have";

  private Comparisons() {}

  // ---- counted loops

  /** Each series by the baseline, at every point that both have soundly. */
  static List<Pair> counted(SweepData data) {
    Series baseline = data.baseline().orElse(null);
    if (baseline == null || data.cells().isEmpty()) {
      return List.of();
    }
    Map<Point, Cell> byPoint = data.byPoint();
    List<Cell> cells = new ArrayList<>();
    List<Cell> references = new ArrayList<>();
    for (Series series : data.series()) {
      Series us =
          data.isOfOneName()
              ? series.with(Loads.inWayOf(series.dimensions(), baseline.dimensions()))
              : baseline.with(series.dimensions());
      if (!us.equals(series)) {
        for (Cell cell : data.of(series)) {
          Point point = cell.point().of(us.technology(), us.variant()).with(us.dimensions());
          Cell reference = byPoint.get(point);
          if (reference != null && cell.isSound() && reference.isSound()) {
            cells.add(cell);
            references.add(reference);
          }
        }
      }
    }
    return pairs(cells, references);
  }

  /** Compares cells in pairs. */
  public static Comparison counted(
      String us, String them, List<Cell> cells, List<Cell> references) {
    List<Pair> pairs = pairs(cells, references);
    Estimate overall = overall(pairs);
    String technology = cells.isEmpty() ? them : cells.get(0).point().technology();
    return new Comparison(
        us, them, technology, "time of a run", pairs, overall, why(pairs, overall), Holm.LEVEL);
  }

  /** Each draws with a seed of its own, so it does not matter which processor does it. */
  private static List<Pair> pairs(List<Cell> cells, List<Cell> references) {
    return IntStream.range(0, cells.size())
        .parallel()
        .mapToObj(i -> Pairs.counted(cells.get(i), references.get(i)))
        .toList();
  }

  private static Estimate overall(List<Pair> pairs) {
    if (pairs.size() == 1) {
      return pairs.get(0).ratio();
    }
    return pairs.stream().allMatch(p -> p.ratio().unit().judges())
        ? Ratios.geometricMean(pairs)
        : new Estimate(
            Bootstrap.geometricMean(
                pairs.stream().mapToDouble(p -> p.ratio().interval().value()).toArray(),
                pairs.size()),
            Unit.POINT);
  }

  private static List<String> why(List<Pair> pairs, Estimate overall) {
    if (pairs.isEmpty()) {
      return List.of(NOTHING_IN_COMMON);
    }
    if (!overall.unit().judges()) {
      return List.of(Pairs.ONE_PROCESS);
    }
    String out = takenOutBy(pairs);
    if (!out.isEmpty()) {
      return List.of(out);
    }
    int missing =
        pairs.stream()
            .mapToInt(pair -> Verdict.missing(pair.ours().size(), pair.theirs().size()))
            .max()
            .orElse(0);
    if (missing > 0) {
      return List.of(Verdict.tooFew(missing));
    }
    return overall.interval().isKnown() ? List.of() : List.of(Pair.NO_INTERVAL);
  }

  /** How many pairs flags take out of verdicts, and which; empty where none is. */
  public static String takenOutBy(List<Pair> pairs) {
    int out = takenOut(pairs).size();
    List<Cell> cells = pairs.stream().flatMap(p -> Stream.of(p.cell(), p.reference())).toList();
    return out == 0
        ? ""
        : "%d of %d points are taken out by %s"
            .formatted(out, pairs.size(), String.join(", ", Pairs.invalidating(cells)));
  }

  /** The pairs that a flag takes out of verdicts. */
  static List<Pair> takenOut(List<Pair> pairs) {
    return pairs.stream().filter(p -> !invalidating(p).isEmpty()).toList();
  }

  /** The flags of either side that take it out of verdicts. */
  public static SortedSet<String> invalidating(Pair pair) {
    return Pairs.invalidating(List.of(pair.cell(), pair.reference()));
  }

  // ---- timed and open loops

  /** Rpcx in its example, or the first there is, of loops of a shape; one of them at least. */
  static Series baseline(SweepData data, LoadShape shape) {
    List<Cell> cells = shape == LoadShape.TIMED ? data.steady() : data.open();
    return Series.baselineOf(cells.stream().map(Cell::series).sorted().toList());
  }

  /** Each series of timed loops by the baseline, at every load that both have. */
  static List<Pair> timed(SweepData data) {
    return within(
        data,
        LoadShape.TIMED,
        (cell, reference) ->
            Pairs.timed(
                data.timedLabel(cell.series()),
                cell,
                data.timedLabel(reference.series()),
                reference,
                false));
  }

  /** The same of open loops. */
  static List<Pair> open(SweepData data) {
    Level level = Level.of(data);
    return within(
        data,
        LoadShape.OPEN,
        (cell, reference) ->
            Pairs.open(
                cell.series().name(),
                cell,
                reference.series().name(),
                reference,
                level,
                level::response));
  }

  private static List<Pair> within(
      SweepData data, LoadShape shape, BiFunction<Cell, Cell, Pair> compared) {
    List<Cell> cells = data.all().stream().filter(cell -> cell.is(shape)).toList();
    if (cells.isEmpty()) {
      return List.of();
    }
    Map<Point, Cell> byPoint = data.byPoint();
    Series baseline = baseline(data, shape);
    List<Pair> pairs = new ArrayList<>();
    for (Cell cell : cells) {
      Cell reference = byPoint.get(cell.point().of(baseline.technology(), baseline.variant()));
      if (reference != null && !cell.series().name().equals(baseline.name())) {
        pairs.add(compared.apply(cell, reference));
      }
    }
    return pairs;
  }

  /**
   * The same loads of timed loops in two sweeps: the later by the earlier. Where no process of a
   * side is valid there is a ratio of all of them, and no verdict.
   *
   * @param label of the series
   * @param cells of the later sweep, one or more
   * @param references the earlier one's of the same points, in the same order
   */
  public static Comparison timed(String label, List<Cell> cells, List<Cell> references) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      pairs.add(
          Pairs.timed(label + " after", cells.get(i), label + " before", references.get(i), true));
    }
    return timed(label, label, cells.get(0).point().technology(), pairs);
  }

  private static Comparison timed(String us, String them, String technology, List<Pair> pairs) {
    String measured = scope(pairs).label().toLowerCase(Locale.ROOT) + ", time of a call";
    return Comparison.ofLoops(us, them, technology, measured, pairs, NO_ROUND_TIMED);
  }

  /** What pairs of timed loops are about. */
  static Scope scope(List<Pair> pairs) {
    List<Cell> cells = pairs.stream().flatMap(p -> Stream.of(p.cell(), p.reference())).toList();
    return cells.stream().allMatch(Cell::steadyIsShown) ? Scope.of(cells) : Scope.ASSUMED_STEADY;
  }

  /**
   * All loads of open loops that two sweeps have, series by series. A percentile that a process of
   * either side does not know is not compared.
   */
  public static List<Comparison> open(SweepData before, SweepData after) {
    Map<Point, Cell> earlier = before.byPoint();
    List<Comparison> all = new ArrayList<>();
    bySeries(after.open())
        .forEach(
            (series, cells) -> {
              String label = after.sharedOfOpen().label(series);
              for (Level level : Level.values()) {
                List<Pair> pairs = new ArrayList<>();
                for (Cell cell : cells) {
                  Cell reference = earlier.get(cell.point());
                  if (reference != null && startAlike(cell, reference)) {
                    Pair pair = open(label, level, cell, reference);
                    if (pair.ours().size() > 0 && pair.theirs().size() > 0) {
                      pairs.add(pair);
                    }
                  }
                }
                if (!pairs.isEmpty()) {
                  all.add(
                      Comparison.ofLoops(
                          label, label, series.technology(), level.label(), pairs, NO_ROUND_OPEN));
                }
              }
            });
    return all;
  }

  /** Of the processes that carry numbers on each side, or of all where none does. */
  private static Pair open(String label, Level level, Cell cell, Cell reference) {
    return Pairs.open(
        label + " after",
        cell,
        label + " before",
        reference,
        level,
        one -> Sample.of(one.valid().isEmpty() ? one.unjudged() : one, level::of));
  }

  /** The loads that both have and that are not compared, since calls were started otherwise. */
  public static List<Point> startedOtherwise(SweepData before, SweepData after) {
    Map<Point, Cell> earlier = before.byPoint();
    List<Point> found = new ArrayList<>();
    for (Cell cell : after.open()) {
      Cell reference = earlier.get(cell.point());
      if (reference != null && !startAlike(cell, reference)) {
        found.add(cell.point());
      }
    }
    return found;
  }

  private static boolean startAlike(Cell cell, Cell reference) {
    return Stream.of(cell, reference)
            .flatMap(each -> each.processes().stream())
            .map(process -> process.offered().starting())
            .distinct()
            .count()
        == 1;
  }

  private static Map<Series, List<Cell>> bySeries(List<Cell> cells) {
    Map<Series, List<Cell>> bySeries = new LinkedHashMap<>();
    cells.forEach(c -> bySeries.computeIfAbsent(c.series(), s -> new ArrayList<>()).add(c));
    return bySeries;
  }
}
