package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Pairs of a sweep's series with its baseline, one a load; and of a point in two sweeps. Each as if
 * it were the only one.
 */
public final class Comparisons {

  /** What is said where nothing can be compared. */
  static final String NOTHING_IN_COMMON = "no point of the same load that both have whole";

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
              ? series.with(
                  Loads.inWayOf(series.dimensions(), baseline.dimensions())
                      .with(data.chosenEncoding(baseline, LoadShape.COUNTED)))
              : data.referenceOf(series, baseline);
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

  /** Each draws with a seed of its own, so it does not matter which processor does it. */
  private static List<Pair> pairs(List<Cell> cells, List<Cell> references) {
    return IntStream.range(0, cells.size())
        .parallel()
        .mapToObj(i -> Pairs.counted(cells.get(i), references.get(i)))
        .toList();
  }

  /** The flags of either side that take it out of verdicts. */
  public static SortedSet<String> invalidating(Pair pair) {
    return Pairs.invalidating(List.of(pair.cell(), pair.reference()));
  }

  // ---- timed and open loops

  /** Rpcx in its example, or the first there is, of loops of a shape; one of them at least. */
  static Series baseline(SweepData data, LoadShape shape) {
    return Series.baselineOf(cells(data, shape).stream().map(Cell::series).sorted().toList());
  }

  private static List<Cell> cells(SweepData data, LoadShape shape) {
    return shape == LoadShape.TIMED ? data.steady() : data.open();
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
    boolean encoded = data.encodingIsChosen(LoadShape.OPEN);
    return within(
        data,
        LoadShape.OPEN,
        (cell, reference) ->
            Pairs.open(
                Loads.subject(cell.series(), encoded),
                cell,
                Loads.subject(reference.series(), encoded),
                reference,
                level,
                level::response));
  }

  private static List<Pair> within(
      SweepData data, LoadShape shape, BiFunction<Cell, Cell, Pair> compared) {
    List<Cell> cells = cells(data, shape);
    if (cells.isEmpty()) {
      return List.of();
    }
    Map<Point, Cell> byPoint = data.byPoint();
    Series baseline = baseline(data, shape);
    Dimensions encoding = data.chosenEncoding(baseline, shape);
    List<Pair> pairs = new ArrayList<>();
    for (Cell cell : cells) {
      Point same = cell.point().with(cell.point().dimensions().with(encoding));
      Cell reference = byPoint.get(same.of(baseline.technology(), baseline.variant()));
      if (reference != null && !reference.point().equals(cell.point())) {
        pairs.add(compared.apply(cell, reference));
      }
    }
    return pairs;
  }

  // ---- two sweeps

  /** Of counted loops in two sweeps: the later by the earlier. */
  public static Pair countedAfter(Cell after, Cell before) {
    return Pairs.counted(after, before);
  }

  /**
   * Of timed loops in two sweeps: the later by the earlier. Where no process of a side is valid
   * there is a ratio of all of them, and no verdict.
   */
  public static Pair timedAfter(String label, Cell after, Cell before) {
    return Pairs.timed(label + " after", after, label + " before", before, true);
  }

  public static Scope scope(Pair pair) {
    List<Cell> cells = List.of(pair.cell(), pair.reference());
    return cells.stream().allMatch(Cell::steadyIsShown) ? Scope.of(cells) : Scope.ASSUMED_STEADY;
  }

  /**
   * Of open loops in two sweeps: the later by the earlier, over the processes that carry numbers on
   * each side, or over all where none does. A percentile that a process does not know has no value.
   */
  public static Pair openAfter(String label, Level level, Cell after, Cell before) {
    return Pairs.open(
        label + " after",
        after,
        label + " before",
        before,
        level,
        one -> Sample.of(one.valid().isEmpty() ? one.unjudged() : one, level::of));
  }
}
