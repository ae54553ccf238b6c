package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Order;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One set of points against another, pair by pair, by their runtime. Immutable.
 *
 * @param pairs in the order given
 * @param overall geometric mean of the pairs' ratios, with its interval
 * @param unit what the overall interval was drawn from
 */
public record Comparison(List<Pair> pairs, Interval overall, Unit unit) {

  /** Fewer processes a side give no interval. */
  private static final int LEAST_PROCESSES = 2;

  /** Copies the list. */
  public Comparison {
    pairs = List.copyOf(pairs);
  }

  /** What an interval is drawn from: what is taken for independent. */
  public enum Unit {
    /** The means of whole processes, two or more on each side: carries a verdict. */
    PROCESS("process"),
    /** Points, each measured by a process of its own: carries a verdict over all of them. */
    POINT("point (one process each)"),
    /**
     * Runs inside one process each. They are correlated, and the interval is narrower than the
     * truth: shown, but no verdict.
     */
    RUN("run inside one process");

    private final String label;

    Unit(String label) {
      this.label = label;
    }

    /** As it is printed. */
    public String label() {
      return label;
    }
  }

  /**
   * One pair.
   *
   * @param cell that is judged
   * @param reference that it is judged by
   * @param ratio runtime of cell by that of reference
   * @param unit {@link Unit#PROCESS}, or {@link Unit#RUN} where a side has one process only
   */
  public record Pair(Cell cell, Cell reference, Interval ratio, Unit unit) {

    /** The judged cell's point. */
    public Point point() {
      return cell.point();
    }

    /** What is shown of it: nothing by the runs of one process. */
    public Verdict verdict() {
      return unit == Unit.RUN ? Verdict.NO_DIFFERENCE : ratio.verdict();
    }

    /** What the interval says, were its unit independent. Without processes not a verdict. */
    public Verdict leaning() {
      return ratio.verdict();
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
    if (pairs.size() == 1) {
      return new Comparison(pairs, pairs.get(0).ratio(), pairs.get(0).unit());
    }
    if (pairs.stream().allMatch(p -> p.unit() == Unit.PROCESS)) {
      double[] rounds = rounds(pairs);
      return new Comparison(pairs, Bootstrap.geometricMean(rounds, pairs.size()), Unit.PROCESS);
    }
    double[] ratios = pairs.stream().mapToDouble(p -> p.ratio().value()).toArray();
    return new Comparison(pairs, Bootstrap.geometricMean(ratios, pairs.size()), Unit.POINT);
  }

  /** What is shown over all points. */
  public Verdict verdict() {
    return unit == Unit.RUN ? Verdict.NO_DIFFERENCE : overall.verdict();
  }

  /** The pairs of which one thing is shown. */
  public List<Pair> with(Verdict verdict) {
    return pairs.stream().filter(p -> p.verdict() == verdict).toList();
  }

  /** The pairs that lean to one side, whether or not they carry a verdict. */
  public List<Pair> leaning(Verdict side) {
    return pairs.stream().filter(p -> p.leaning() == side).toList();
  }

  /** Whether single points carry a verdict: all were measured by several processes. */
  public boolean judgesPoints() {
    return pairs.stream().allMatch(p -> p.unit() == Unit.PROCESS);
  }

  /**
   * The geometric mean over the points, once a round: a round is one process of each point on each
   * side. Points are what was asked for, not a sample: the processes are.
   */
  private static double[] rounds(List<Pair> pairs) {
    int rounds =
        pairs.stream()
            .flatMap(p -> Stream.of(p.cell(), p.reference()))
            .mapToInt(c -> c.processes().size())
            .min()
            .orElse(0);
    double[] means = new double[rounds];
    for (Pair pair : pairs) {
      double[] times = times(pair.cell().processes());
      double[] references = times(pair.reference().processes());
      for (int round = 0; round < rounds; round++) {
        means[round] += StrictMath.log(times[round] / references[round]) / pairs.size();
      }
    }
    return Arrays.stream(means).map(StrictMath::exp).toArray();
  }

  private static Pair pair(Cell cell, Cell reference) {
    // A string's hash is the same on every platform; an enum's is not.
    long salt = Objects.hash(cell.point().toString(), reference.point().toString());
    List<ProcessRuns> ours = cell.processes();
    List<ProcessRuns> theirs = reference.processes();
    return ours.size() >= LEAST_PROCESSES && theirs.size() >= LEAST_PROCESSES
        ? new Pair(
            cell, reference, Bootstrap.ratioOfMeans(times(ours), times(theirs), salt), Unit.PROCESS)
        : new Pair(
            cell, reference, Bootstrap.ratioOfMeans(runs(cell), runs(reference), salt), Unit.RUN);
  }

  private static double[] times(List<ProcessRuns> processes) {
    return processes.stream().mapToDouble(ProcessRuns::timeTotalAvg).toArray();
  }

  private static double[] runs(Cell cell) {
    return cell.warm().stream().mapToDouble(Order::timeTotal).toArray();
  }
}
