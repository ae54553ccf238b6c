package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * A series of timed loops against the baseline, thread count by thread count, by the time of a call
 * over whole windows. Only points of the same load are paired: same threads, payload, windows.
 * Immutable.
 *
 * @param us label of the baseline
 * @param them label of the other
 * @param pairs in the order of threads; none where they have no point in common
 * @param overall geometric mean of the pairs' ratios
 * @param cutoff largest p-value that still shows a difference
 */
public record SteadyComparison(
    String us, String them, List<Pair> pairs, Estimate overall, double cutoff) {

  private static final double NOTHING = Double.NaN;

  /** Copies the list. */
  public SteadyComparison {
    pairs = List.copyOf(pairs);
  }

  /**
   * One thread count.
   *
   * @param cell that is judged
   * @param reference the baseline's, of the same load
   * @param ratio time of a call of cell by that of reference: above 1 is slower
   * @param withheld why there is no verdict; empty where there is one
   * @param cutoff as that of the comparison
   */
  public record Pair(
      SteadyCell cell, SteadyCell reference, Estimate ratio, List<String> withheld, double cutoff) {

    /** Copies the list. */
    public Pair {
      withheld = List.copyOf(withheld);
    }

    /** What is shown. */
    public Verdict verdict() {
      return withheld.isEmpty() ? ratio.interval().verdict(cutoff) : Verdict.NONE;
    }
  }

  /** All comparisons of a sweep's timed loops, as if each were the only one. */
  static List<SteadyComparison> all(SweepData data) {
    Map<Point, SteadyCell> byPoint =
        data.steady().stream().collect(Collectors.toMap(SteadyCell::point, Function.identity()));
    Map<Series, List<SteadyCell>> bySeries = new LinkedHashMap<>();
    data.steady().forEach(c -> bySeries.computeIfAbsent(c.series(), s -> new ArrayList<>()).add(c));
    Series baseline = baseline(data);
    List<SteadyComparison> all = new ArrayList<>();
    bySeries.forEach(
        (series, cells) -> {
          if (!isVariantOf(baseline, series)) {
            Series reference = baseline.with(series.dimensions());
            all.add(of(label(reference, data), label(series, data), cells, reference, byPoint));
          }
        });
    return all;
  }

  /**
   * The same loads in two sweeps: the later by the earlier, as if no other verdict were printed.
   * Where no process of a side is valid there is a ratio of all of them, and no verdict.
   *
   * @param label of the series
   * @param cells of the later sweep, one or more
   * @param references the earlier one's of the same points, in the same order
   */
  public static SteadyComparison between(
      String label, List<SteadyCell> cells, List<SteadyCell> references) {
    String before = label + " before";
    String after = label + " after";
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Pair found = pair(after, cells.get(i), before, references.get(i));
      pairs.add(
          Double.isNaN(found.ratio().interval().value())
              ? new Pair(
                  found.cell(),
                  found.reference(),
                  without(
                      mean(times(found.cell().numbers()))
                          / mean(times(found.reference().numbers()))),
                  found.withheld(),
                  found.cutoff())
              : found);
    }
    return new SteadyComparison(before, after, pairs, overall(pairs), Holm.LEVEL);
  }

  /** The label, without what all timed loops of the sweep have: that is said once. */
  public static String label(Series series, SweepData data) {
    return data.sharedOfTimed().label(series);
  }

  /**
   * As that of counted loops: rpcx in its example, or the first there is.
   *
   * @param data with timed loops
   */
  static Series baseline(SweepData data) {
    List<Series> all = data.steady().stream().map(SteadyCell::series).toList();
    return all.stream()
        .filter(s -> s.technology().equals(Series.RPCX) && s.variant().equals(Point.EXAMPLE))
        .findFirst()
        .orElseGet(() -> all.get(0));
  }

  private static boolean isVariantOf(Series one, Series other) {
    return one.technology().equals(other.technology()) && one.variant().equals(other.variant());
  }

  private static SteadyComparison of(
      String us,
      String them,
      List<SteadyCell> cells,
      Series baseline,
      Map<Point, SteadyCell> byPoint) {
    List<Pair> pairs = new ArrayList<>();
    for (SteadyCell cell : cells) {
      SteadyCell reference =
          byPoint.get(cell.point().of(baseline.technology(), baseline.variant()));
      if (reference != null) {
        pairs.add(pair(them, cell, us, reference));
      }
    }
    return new SteadyComparison(us, them, pairs, overall(pairs), Holm.LEVEL);
  }

  private static Pair pair(String them, SteadyCell cell, String us, SteadyCell reference) {
    List<String> withheld = new ArrayList<>(notShown(them, cell, us, reference));
    withheld.addAll(against(them, cell));
    withheld.addAll(against(us, reference));
    Sample ours = times(cell);
    Sample theirs = times(reference);
    Estimate ratio;
    if (!cell.hasRate() || !reference.hasRate()) {
      ratio = without(NOTHING);
    } else if (ours.size() < Ratios.MIN_PROCESSES || theirs.size() < Ratios.MIN_PROCESSES) {
      ratio = without(mean(ours) / mean(theirs));
    } else {
      ratio = Ratios.ratio(ours, theirs, Ratios.salt(cell.point(), reference.point()));
    }
    if (withheld.isEmpty() && !ratio.interval().isKnown()) {
      withheld.add("no interval: no process differs from another");
    }
    return new Pair(cell, reference, ratio, withheld, Holm.LEVEL);
  }

  /** Whose steady state nobody asked for, in one reason; empty where both are shown. */
  private static List<String> notShown(
      String them, SteadyCell cell, String us, SteadyCell reference) {
    boolean shown = cell.steadyIsShown();
    boolean referenceShown = reference.steadyIsShown();
    return shown && referenceShown
        ? List.of()
        : List.of(
            "the steady state"
                + (shown ? " of " + us : referenceShown ? " of " + them : "")
                + " is assumed, not shown (--until-steady would show it)");
  }

  /** Why a cell carries no verdict, whatever its steady state. */
  private static List<String> against(String label, SteadyCell cell) {
    List<String> reasons = new ArrayList<>();
    int valid = cell.valid().size();
    if (valid < Ratios.MIN_PROCESSES) {
      String causes = String.join(", ", cell.leftOut().keySet());
      reasons.add(
          "too few processes: %s has %d of %d left, %d needed%s"
              .formatted(
                  label,
                  valid,
                  cell.processes().size(),
                  Ratios.MIN_PROCESSES,
                  causes.isEmpty() ? "" : " (left out by " + causes + ")"));
    }
    if (cell.callsFailed()) {
      reasons.add("calls of " + label + " failed");
    }
    if (valid > 0 && !cell.hasRate()) {
      reasons.add("a process of " + label + " has no good call");
    }
    return reasons;
  }

  /** Over the rounds that all pairs have whole: thread counts are what was asked for. */
  private static Estimate overall(List<Pair> pairs) {
    if (pairs.size() == 1) {
      return pairs.get(0).ratio();
    }
    if (pairs.isEmpty() || pairs.stream().anyMatch(p -> !p.ratio().unit().judges())) {
      double logs = pairs.stream().mapToDouble(p -> Math.log(p.ratio().interval().value())).sum();
      return without(Math.exp(logs / pairs.size()));
    }
    return Ratios.geometricMean(
        pairs.stream().map(p -> new Ratios.Samples(times(p.cell()), times(p.reference()))).toList(),
        pairs.stream().map(p -> p.ratio().unit()).collect(Collectors.toSet()));
  }

  private static Sample times(SteadyCell cell) {
    return Sample.of(cell, SteadyProcess::microsPerCall);
  }

  private static double mean(Sample sample) {
    return DoubleStream.of(sample.values()).average().orElse(NOTHING);
  }

  private static Estimate without(double value) {
    return new Estimate(Interval.unknown(value), Unit.RUN);
  }

  /** Why the geometric mean carries no verdict, each reason once; empty where it does. */
  public List<String> withheld() {
    List<String> reasons = pairs.stream().flatMap(p -> p.withheld().stream()).distinct().toList();
    return !reasons.isEmpty() || overall.interval().isKnown()
        ? reasons
        : List.of("fewer than two rounds in which no process is left out at any thread count");
  }

  /** The pairs that carry no verdict. */
  public List<Pair> withheldPairs() {
    return pairs.stream().filter(p -> !p.withheld().isEmpty()).toList();
  }

  /** What is shown over all thread counts; nothing where one of them is withheld. */
  public Verdict verdict() {
    return isJudged() ? overall.interval().verdict(cutoff) : Verdict.NONE;
  }

  private boolean isJudged() {
    return !pairs.isEmpty() && withheld().isEmpty();
  }

  /** The pairs of which one thing is shown. */
  public List<Pair> with(Verdict verdict) {
    return pairs.stream().filter(p -> p.verdict() == verdict).toList();
  }

  /** Whether every process was warmed until it was shown to be steady, or left out. */
  public boolean steadyIsShown() {
    return pairs.stream().allMatch(p -> p.cell().steadyIsShown() && p.reference().steadyIsShown());
  }

  /** The p-values of the verdicts that it prints: over all thread counts, and of each. */
  public DoubleStream tested() {
    DoubleStream points =
        pairs.size() < 2
            ? DoubleStream.empty()
            : pairs.stream()
                .filter(p -> p.withheld().isEmpty())
                .mapToDouble(p -> p.ratio().interval().pValue());
    return isJudged()
        ? DoubleStream.concat(DoubleStream.of(overall.interval().pValue()), points)
        : points;
  }

  /** The same as one of many verdicts. */
  public SteadyComparison cutAt(double other) {
    return new SteadyComparison(
        us,
        them,
        pairs.stream()
            .map(p -> new Pair(p.cell(), p.reference(), p.ratio(), p.withheld(), other))
            .toList(),
        overall,
        other);
  }
}
