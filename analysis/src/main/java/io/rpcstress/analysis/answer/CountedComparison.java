package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Order;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Counted loops by the runtime of their runs, point by point. */
public final class CountedComparison {

  /** What is said where nothing can be compared. */
  static final String NOTHING_IN_COMMON = "no point of the same load that both have whole";

  private static final String ONE_PROCESS = "one process a side";

  private CountedComparison() {}

  /** Each series by the baseline at its load, in the order of the series. */
  static List<Comparison<Cell>> all(SweepData data) {
    Series baseline = data.baseline().orElse(null);
    if (baseline == null || data.cells().isEmpty()) {
      return List.of();
    }
    return data.series().stream()
        .filter(series -> !data.referenceOf(series, baseline).equals(series))
        .map(series -> of(data, data.referenceOf(series, baseline), series))
        .toList();
  }

  /** Every point that both have, soundly, in the same request mode. */
  private static Comparison<Cell> of(SweepData data, Series baseline, Series other) {
    Map<Point, Cell> byPoint = data.byPoint();
    List<Cell> cells = new ArrayList<>();
    List<Cell> references = new ArrayList<>();
    for (Cell cell : data.of(other)) {
      Point p = cell.point();
      Cell reference =
          byPoint.get(p.of(baseline.technology(), baseline.variant()).with(baseline.dimensions()));
      if (reference != null && cell.isSound() && reference.isSound()) {
        cells.add(cell);
        references.add(reference);
      }
    }
    return of(data.countedLabel(baseline), data.countedLabel(other), cells, references);
  }

  /** Compares cells in pairs, as if no other verdict were printed. */
  public static Comparison<Cell> of(
      String us, String them, List<Cell> cells, List<Cell> references) {
    // Each pair draws with a seed of its own, so it does not matter which processor does it.
    List<Pair<Cell>> pairs =
        IntStream.range(0, cells.size())
            .parallel()
            .mapToObj(i -> pair(cells.get(i), references.get(i)))
            .toList();
    Estimate overall = overall(pairs);
    String technology = cells.isEmpty() ? them : cells.get(0).point().technology();
    return new Comparison<>(
        us, them, technology, "time of a run", pairs, overall, why(pairs, overall), Holm.LEVEL);
  }

  private static Pair<Cell> pair(Cell cell, Cell reference) {
    long salt = Ratios.salt(cell.point(), reference.point());
    Sample ours = Sample.of(cell);
    Sample theirs = Sample.of(reference);
    Estimate ratio =
        ours.isRepeated() && theirs.isRepeated()
            ? Ratios.ratio(ours, theirs, salt)
            : new Estimate(Bootstrap.ratioOfMeans(runs(cell), runs(reference), salt), Unit.RUN);
    List<String> withheld = new ArrayList<>();
    if (!ratio.unit().judges()) {
      withheld.add(ONE_PROCESS);
    }
    withheld.addAll(invalidating(List.of(cell, reference)));
    return new Pair<>(cell.point(), cell, reference, ours, theirs, ratio, withheld, Holm.LEVEL);
  }

  private static double[] runs(Cell cell) {
    return cell.warm().stream().mapToDouble(Order::timeTotal).toArray();
  }

  private static Estimate overall(List<Pair<Cell>> pairs) {
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

  private static List<String> why(List<Pair<Cell>> pairs, Estimate overall) {
    if (pairs.isEmpty()) {
      return List.of(NOTHING_IN_COMMON);
    }
    if (!overall.unit().judges()) {
      return List.of(ONE_PROCESS);
    }
    String out = takenOutBy(pairs);
    return !out.isEmpty()
        ? List.of(out)
        : overall.interval().isKnown() ? List.of() : List.of(Pair.NO_INTERVAL);
  }

  /** How many pairs flags take out of verdicts, and which; empty where none is. */
  public static String takenOutBy(List<Pair<Cell>> pairs) {
    int out = takenOut(pairs).size();
    return out == 0
        ? ""
        : "%d of %d points are taken out by %s"
            .formatted(
                out,
                pairs.size(),
                String.join(
                    ", ", invalidating(pairs.stream().flatMap(p -> cells(p).stream()).toList())));
  }

  /** The pairs that a flag takes out of verdicts. */
  static List<Pair<Cell>> takenOut(List<Pair<Cell>> pairs) {
    return pairs.stream().filter(p -> !invalidating(p).isEmpty()).toList();
  }

  /** The flags of either side that take it out of verdicts. */
  public static SortedSet<String> invalidating(Pair<Cell> pair) {
    return invalidating(cells(pair));
  }

  /** Whether an overall interval over single processes is a reason to look, though no verdict. */
  public static boolean isScreened(Comparison<Cell> comparison) {
    return comparison.overall().unit() == Unit.POINT
        && takenOut(comparison.pairs()).isEmpty()
        && comparison.overall().interval().isKnown();
  }

  private static List<Cell> cells(Pair<Cell> pair) {
    return List.of(pair.cell(), pair.reference());
  }

  private static SortedSet<String> invalidating(List<Cell> cells) {
    SortedSet<String> flags = new TreeSet<>();
    cells.forEach(cell -> flags.addAll(Flags.invalidating(cell)));
    return flags;
  }
}
