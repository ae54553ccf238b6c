package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Order;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * One set of points against another, pair by pair, by their runtime. Immutable.
 *
 * @param pairs in the order given
 * @param overall geometric mean of the pairs' ratios. Resampled over pairs, and every point is a
 *     process of its own: this interval holds process-to-process noise. With a single pair it is
 *     that pair's own, over runs
 */
public record Comparison(List<Pair> pairs, Interval overall) {

  /** Copies the list. */
  public Comparison {
    pairs = List.copyOf(pairs);
  }

  /**
   * One pair.
   *
   * @param cell that is judged
   * @param reference that it is judged by
   * @param ratio runtime of cell by that of reference, with the interval over the runs of the two
   *     processes: it holds no process-to-process noise
   */
  public record Pair(Cell cell, Cell reference, Interval ratio) {

    /** The judged cell's point. */
    public Point point() {
      return cell.point();
    }
  }

  /** Compares cells in pairs. */
  public static Comparison of(List<Cell> cells, List<Cell> references) {
    // Each pair draws with a seed of its own, so it does not matter which processor does it.
    List<Pair> pairs =
        IntStream.range(0, cells.size())
            .parallel()
            .mapToObj(i -> pair(cells.get(i), references.get(i)))
            .toList();
    Interval overall =
        pairs.size() == 1
            ? pairs.get(0).ratio()
            : Bootstrap.geometricMean(
                pairs.stream().mapToDouble(p -> p.ratio().value()).toArray(), pairs.size());
    return new Comparison(pairs, overall);
  }

  /** The pairs of which one thing is shown. */
  public List<Pair> with(Verdict verdict) {
    return pairs.stream().filter(p -> p.ratio().verdict() == verdict).toList();
  }

  private static Pair pair(Cell cell, Cell reference) {
    // A string's hash is the same on every platform; an enum's is not.
    long salt = Objects.hash(cell.point().toString(), reference.point().toString());
    return new Pair(cell, reference, Bootstrap.ratioOfMeans(times(cell), times(reference), salt));
  }

  private static double[] times(Cell cell) {
    return cell.warm().stream().mapToDouble(Order::timeTotal).toArray();
  }
}
