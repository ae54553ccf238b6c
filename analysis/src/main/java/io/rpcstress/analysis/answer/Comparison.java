package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One set of points against another, pair by pair, by the runtime of their counted runs. Immutable.
 *
 * @param pairs in the order given
 * @param overall geometric mean of the pairs' ratios, with its interval
 * @param unit what the overall interval was drawn from
 * @param cutoff largest p-value that still shows a difference: of one verdict {@link Holm#LEVEL},
 *     of many {@link Holm#cutoff}
 */
public record Comparison(List<Pair> pairs, Interval overall, Unit unit, double cutoff) {

  /** Copies the list. */
  public Comparison {
    pairs = List.copyOf(pairs);
  }

  /** What an interval is drawn from: what is taken for independent. */
  public enum Unit {
    /** Starts of the server, each with one client process or several: carries a verdict. */
    SERVER("server start with its client processes", true),
    /** Client processes, two or more on each side, of one server: carries a verdict of that. */
    CLIENT("client process, one server", true),
    /** The means of whole processes whose server is not known: carries a verdict. */
    PROCESS("process", true),
    /** Points, each measured by one process: they are what was asked for, no sample. */
    POINT("point (one process each)", false),
    /**
     * Runs inside one process each. They are correlated, and the interval is narrower than the
     * truth: shown, but no verdict.
     */
    RUN("run inside one process", false);

    private final String label;
    private final boolean judges;

    Unit(String label, boolean judges) {
      this.label = label;
      this.judges = judges;
    }

    /** As it is printed. */
    public String label() {
      return label;
    }

    /** Whether an interval over it carries a verdict. */
    public boolean judges() {
      return judges;
    }
  }

  /**
   * One pair.
   *
   * @param cell that is judged
   * @param reference that it is judged by
   * @param ratio runtime of cell by that of reference
   * @param unit what the interval was drawn from; never {@link Unit#POINT}
   * @param cutoff as that of the comparison
   */
  public record Pair(Cell cell, Cell reference, Interval ratio, Unit unit, double cutoff) {

    /** The judged cell's point. */
    public Point point() {
      return cell.point();
    }

    /**
     * What is shown of it: nothing by the runs of one process, nothing of what a flag takes out.
     */
    public Verdict verdict() {
      return isJudged() ? ratio.verdict(cutoff) : Verdict.NONE;
    }

    /** What the interval says by itself, were its unit independent. Not a verdict. */
    public Verdict leaning() {
      return ratio.verdict();
    }

    /** The flags of either side that take it out of verdicts. */
    public SortedSet<String> invalidating() {
      SortedSet<String> flags = new TreeSet<>(Flags.invalidating(cell));
      flags.addAll(Flags.invalidating(reference));
      return flags;
    }

    boolean isJudged() {
      return unit.judges() && ratio.isKnown() && invalidating().isEmpty();
    }
  }

  /** Compares cells in pairs, as if no other verdict were printed. */
  public static Comparison of(List<Cell> cells, List<Cell> references) {
    // Each pair draws with a seed of its own, so it does not matter which processor does it.
    List<Pair> pairs =
        IntStream.range(0, cells.size())
            .parallel()
            .mapToObj(i -> Ratios.pair(cells.get(i), references.get(i)))
            .toList();
    return Ratios.overall(pairs);
  }

  /**
   * The same comparisons, as the verdicts of one report: corrected together after Holm.
   *
   * @return in the order given
   */
  public static List<Comparison> ofOneReport(List<Comparison> comparisons) {
    double cutoff = Holm.cutoff(pValues(comparisons));
    return comparisons.stream().map(c -> c.cutAt(cutoff)).toList();
  }

  /**
   * The p-values of all verdicts that comparisons print: of each over its points, and of points.
   */
  public static double[] pValues(List<Comparison> comparisons) {
    return comparisons.stream().flatMapToDouble(Comparison::tested).toArray();
  }

  private DoubleStream tested() {
    DoubleStream points =
        pairs.size() < 2
            ? DoubleStream.empty()
            : pairs.stream().filter(Pair::isJudged).mapToDouble(p -> p.ratio().pValue());
    return isJudged() ? DoubleStream.concat(DoubleStream.of(overall.pValue()), points) : points;
  }

  /** The same as one of many verdicts. */
  public Comparison cutAt(double other) {
    return new Comparison(
        pairs.stream()
            .map(p -> new Pair(p.cell(), p.reference(), p.ratio(), p.unit(), other))
            .toList(),
        overall,
        unit,
        other);
  }

  /** What is shown over all points; nothing where a flag takes one of them out. */
  public Verdict verdict() {
    return isJudged() ? overall.verdict(cutoff) : Verdict.NONE;
  }

  /** What the overall interval says by itself. Not a verdict. */
  public Verdict leaning() {
    return overall.verdict();
  }

  private boolean isJudged() {
    return unit.judges() && overall.isKnown() && takenOut().isEmpty();
  }

  /** The pairs that a flag takes out of verdicts. */
  public List<Pair> takenOut() {
    return pairs.stream().filter(p -> !p.invalidating().isEmpty()).toList();
  }

  /** Every flag that takes a pair out of verdicts. */
  public SortedSet<String> invalidating() {
    SortedSet<String> flags = new TreeSet<>();
    pairs.forEach(p -> flags.addAll(p.invalidating()));
    return flags;
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
    return pairs.stream().allMatch(p -> p.unit().judges());
  }

  /** All cells of both sides. */
  Stream<Cell> cells() {
    return pairs.stream().flatMap(p -> Stream.of(p.cell(), p.reference()));
  }
}
