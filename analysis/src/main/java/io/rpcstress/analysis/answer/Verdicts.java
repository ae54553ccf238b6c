package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * All verdicts of one report, each at one load, corrected together after Holm: those on steady
 * processes, on the first seconds of a JVM and on offered rates are one family, and never one
 * number. Immutable.
 *
 * @param all of timed loops, of counted, then of open ones; one a load of each series that is not
 *     the baseline; of two sweeps one a load of each series
 */
public record Verdicts(List<Pair> all) {

  public static Verdicts of(SweepData data) {
    Verdicts single = single(data);
    double cutoff = single.cutoff();
    return new Verdicts(single.all.stream().map(each -> each.cutAt(cutoff)).toList());
  }

  /** The same, each as if it were the only one. */
  public static Verdicts single(SweepData data) {
    return new Verdicts(
        Stream.of(LoadShape.TIMED, LoadShape.COUNTED, LoadShape.OPEN)
            .flatMap(shape -> pairs(data, shape).stream())
            .toList());
  }

  /**
   * Each series of a loop by the baseline, at every load that both have; of counted loops soundly.
   * Each pair draws with a seed of its own, so it does not matter which processor does it.
   */
  private static List<Pair> pairs(SweepData data, LoadShape shape) {
    List<Cell> cells = data.compared(shape);
    if (cells.isEmpty()) {
      return List.of();
    }
    Series baseline = data.baseline(shape).orElseThrow();
    Dimensions encoding = data.chosenEncoding(baseline, shape);
    boolean isOfOneName = shape == LoadShape.COUNTED && data.isOfOneName();
    Map<Point, Cell> byPoint = data.byPoint();
    BiFunction<Cell, Cell, Pair> compared = compared(data, shape);
    return cells.parallelStream()
        .flatMap(
            cell -> {
              Dimensions own = cell.point().dimensions();
              Dimensions theirs = isOfOneName ? Loads.inWayOf(own, baseline.dimensions()) : own;
              Point point = cell.point().of(baseline.technology(), baseline.variant());
              return Stream.ofNullable(byPoint.get(point.with(theirs.with(encoding))))
                  .filter(reference -> arePair(cell, reference))
                  .map(reference -> compared.apply(cell, reference));
            })
        .toList();
  }

  private static boolean arePair(Cell cell, Cell reference) {
    return !reference.point().equals(cell.point())
        && (!cell.is(LoadShape.COUNTED) || (cell.isSound() && reference.isSound()));
  }

  private static BiFunction<Cell, Cell, Pair> compared(SweepData data, LoadShape shape) {
    SharedDimensions names = data.shared(shape);
    Level level = Level.of(data);
    boolean encoded = data.encodingIsChosen(shape);
    return switch (shape) {
      case COUNTED -> Pairs::counted;
      case TIMED ->
          (cell, reference) ->
              Pairs.timed(
                  names.label(cell.series()),
                  cell,
                  names.label(reference.series()),
                  reference,
                  false);
      case OPEN ->
          (cell, reference) ->
              Pairs.open(
                  Loads.subject(cell.series(), encoded),
                  cell,
                  Loads.subject(reference.series(), encoded),
                  reference,
                  level,
                  level::response);
    };
  }

  public List<Pair> of(LoadShape shape) {
    return all.stream().filter(pair -> pair.cell().is(shape)).toList();
  }

  private double[] pValues() {
    return all.stream()
        .filter(pair -> pair.withheld().isEmpty())
        .mapToDouble(pair -> pair.ratio().interval().pValue())
        .toArray();
  }

  public int family() {
    return Holm.family(pValues());
  }

  /** What p-value shows a difference as one of these: {@link Holm#cutoff}. */
  public double cutoff() {
    return Holm.cutoff(pValues());
  }
}
