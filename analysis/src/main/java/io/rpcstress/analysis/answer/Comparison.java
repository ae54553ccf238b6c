package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * One series of two sweeps, load by load: of counted, timed and open loops alike. Within a sweep
 * there are {@link Pair}s alone, which nothing pools. Immutable.
 *
 * @param us label of the baseline
 * @param them label of the other; of two sweeps that of the series in both
 * @param technology that the other belongs to
 * @param measured what the ratios are of
 * @param pairs in the order of loads; none where they have none in common
 * @param overall geometric mean of the pairs' ratios
 * @param withheld why there is no verdict over them; empty where there is one
 * @param cutoff above it no p-value shows a difference: of one verdict {@link Holm#LEVEL}, of many
 *     {@link Holm#cutoff}
 */
public record Comparison(
    String us,
    String them,
    String technology,
    String measured,
    List<Pair> pairs,
    Estimate overall,
    List<String> withheld,
    double cutoff) {

  /** Copies the lists. */
  public Comparison {
    pairs = List.copyOf(pairs);
    withheld = List.copyOf(withheld);
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
   * One technology by another at one load: what every part of a report takes its numbers from.
   *
   * @param point of the first repetition of the side that is judged
   * @param cell that is judged
   * @param reference that it is judged by
   * @param ours one value a process of the former
   * @param theirs one value a process of the latter
   * @param ratio of the former by the latter: above 1 is slower
   * @param withheld why there is no verdict; empty where there is one
   * @param cutoff as that of the comparison
   */
  public record Pair(
      Point point,
      Cell cell,
      Cell reference,
      Sample ours,
      Sample theirs,
      Estimate ratio,
      List<String> withheld,
      double cutoff) {

    static final String NO_INTERVAL = "no interval: no process differs from another";

    /** Without an interval there is no verdict, if nothing else speaks against it. */
    public Pair {
      if (withheld.isEmpty() && !ratio.interval().isKnown()) {
        withheld = List.of(NO_INTERVAL);
      }
      withheld = List.copyOf(withheld);
    }

    /** What is shown. */
    public Verdict verdict() {
      return withheld.isEmpty() ? ratio.interval().verdict(cutoff) : Verdict.NONE;
    }

    /** What the interval says by itself, were its unit independent. Not a verdict. */
    public Verdict leaning() {
      return ratio.interval().verdict();
    }

    /** What is shown, in words; where nothing is, why. */
    public String standing() {
      return withheld.isEmpty() ? verdict().label() : String.join("; ", withheld);
    }

    /** Processes behind it, of the side that has fewer. */
    public int processes() {
      return Math.min(ours.size(), theirs.size());
    }

    /** The same as one of many verdicts, with the interval that decides. */
    Pair cutAt(double other) {
      Estimate decides = withheld.isEmpty() ? ratio.at(other) : ratio;
      return new Pair(point, cell, reference, ours, theirs, decides, withheld, other);
    }
  }

  /**
   * Over the rounds that all pairs have whole, since loads are what was asked for; as if no other
   * verdict were printed.
   *
   * @param noRound what is said where there are not two such rounds
   */
  static Comparison ofLoops(
      String us,
      String them,
      String technology,
      String measured,
      List<Pair> pairs,
      String noRound) {
    Estimate overall;
    if (pairs.size() == 1) {
      overall = pairs.get(0).ratio();
    } else if (pairs.isEmpty() || pairs.stream().anyMatch(p -> !p.ratio().unit().judges())) {
      double logs = pairs.stream().mapToDouble(p -> Math.log(p.ratio().interval().value())).sum();
      overall = Estimate.alone(Math.exp(logs / pairs.size()));
    } else {
      overall = Ratios.geometricMean(pairs);
    }
    List<String> reasons =
        new ArrayList<>(pairs.stream().flatMap(p -> p.withheld().stream()).distinct().toList());
    if (reasons.isEmpty() && !overall.interval().isKnown()) {
      reasons.add(noRound);
    }
    return new Comparison(us, them, technology, measured, pairs, overall, reasons, Holm.LEVEL);
  }

  /** The p-values of the verdicts that it prints: over all loads, and of each. */
  public DoubleStream tested() {
    DoubleStream loads =
        pairs.size() < 2
            ? DoubleStream.empty()
            : pairs.stream()
                .filter(p -> p.withheld().isEmpty())
                .mapToDouble(p -> p.ratio().interval().pValue());
    return withheld.isEmpty()
        ? DoubleStream.concat(DoubleStream.of(overall.interval().pValue()), loads)
        : loads;
  }

  /** The same as one of many verdicts. */
  public Comparison cutAt(double other) {
    return new Comparison(
        us,
        them,
        technology,
        measured,
        pairs.stream().map(p -> p.cutAt(other)).toList(),
        withheld.isEmpty() ? overall.at(other) : overall,
        withheld,
        other);
  }

  /** What is shown over all loads. */
  public Verdict verdict() {
    return withheld.isEmpty() ? overall.interval().verdict(cutoff) : Verdict.NONE;
  }

  /** What the overall interval says by itself. Not a verdict. */
  public Verdict leaning() {
    return overall.interval().verdict();
  }

  /** Whether it is of counted loops, whose values are in ms; those of others are in us. */
  public boolean isCounted() {
    return pairs.stream().anyMatch(p -> p.cell().is(LoadShape.COUNTED));
  }

  /** The pairs of which one thing is shown. */
  public List<Pair> with(Verdict verdict) {
    return pairs.stream().filter(p -> p.verdict() == verdict).toList();
  }

  /** Whether there is a number over all of them. */
  public boolean hasNumber() {
    return Double.isFinite(overall.interval().value());
  }
}
