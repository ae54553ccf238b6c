package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.answer.OpenComparison.Level;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * An open loop of one sweep by the baseline's at the same load, by a percentile of the response
 * time, which runs from when a call was due. Processes are compared as two sweeps' are. Immutable.
 *
 * @param us label of the baseline there
 * @param them label of the other
 * @param level the percentile
 * @param ratio above 1 is slower; no number where a side has none
 * @param withheld why there is no verdict, by technologies' names, since their load is the label's;
 *     empty where there is one
 * @param cutoff largest p-value that still shows a difference
 */
public record OfferedComparison(
    String us, String them, Level level, Estimate ratio, List<String> withheld, double cutoff) {

  /** What is said where nothing was repeated. */
  static final String ONE_PROCESS_EACH = "one process each";

  /** Copies the list. */
  public OfferedComparison {
    withheld = List.copyOf(withheld);
  }

  /** All of a sweep, as if each were the only verdict. */
  static List<OfferedComparison> all(SweepData data) {
    if (data.openRuns().isEmpty()) {
      return List.of();
    }
    Series baseline = baseline(data);
    Level level = level(data);
    Map<Point, List<OpenResult>> byLoad = OpenComparison.byCell(data);
    List<OfferedComparison> all = new ArrayList<>();
    byLoad.forEach(
        (load, runs) -> {
          List<OpenResult> reference =
              byLoad.get(load.of(baseline.technology(), baseline.variant()));
          if (reference != null && !runs.get(0).series().name().equals(baseline.name())) {
            all.add(of(runs, reference, level, data));
          }
        });
    return all;
  }

  /** Rpcx in its example, or the first that there is, as of other loops. */
  static Series baseline(SweepData data) {
    List<Series> all = data.openRuns().stream().map(OpenResult::series).sorted().toList();
    return all.stream()
        .filter(s -> s.technology().equals(Series.RPCX) && s.variant().equals(Point.EXAMPLE))
        .findFirst()
        .orElseGet(() -> all.get(0));
  }

  /**
   * The percentile that carries the verdicts: the 99th, or the median where no run has calls enough
   * for that one.
   */
  static Level level(SweepData data) {
    return data.openRuns().stream().anyMatch(run -> Level.P99.of(run.response()) != null)
        ? Level.P99
        : Level.P50;
  }

  private static OfferedComparison of(
      List<OpenResult> runs, List<OpenResult> reference, Level level, SweepData data) {
    String them = runs.get(0).series().name();
    String us = reference.get(0).series().name();
    List<String> withheld = new ArrayList<>(against(them, runs, us, reference));
    Sample ours = OpenOverview.response(runs, level);
    Sample theirs = OpenOverview.response(reference, level);
    Estimate ratio;
    if (ours.size() == 0 || theirs.size() == 0) {
      ratio = without(Double.NaN);
      notKnown(them, runs, ours, level, withheld);
      notKnown(us, reference, theirs, level, withheld);
    } else if (ours.size() < Ratios.MIN_PROCESSES || theirs.size() < Ratios.MIN_PROCESSES) {
      ratio = without(mean(ours) / mean(theirs));
    } else {
      Point load = OpenComparison.load(runs.get(0));
      ratio = ours.by(theirs, Ratios.salt(load, OpenComparison.load(reference.get(0))));
    }
    if (withheld.isEmpty() && !ratio.interval().isKnown()) {
      withheld.add("no interval: no process differs from another");
    }
    return new OfferedComparison(
        OfferedLabels.of(reference.get(0), data),
        OfferedLabels.of(runs.get(0), data),
        level,
        ratio,
        withheld,
        Holm.LEVEL);
  }

  /** That no run is left says so itself. */
  private static void notKnown(
      String label, List<OpenResult> runs, Sample found, Level level, List<String> reasons) {
    if (found.size() == 0 && !OpenComparison.valid(runs).isEmpty()) {
      reasons.add("no " + level.label() + " of " + label);
    }
  }

  private static List<String> against(
      String them, List<OpenResult> runs, String us, List<OpenResult> reference) {
    List<String> reasons = new ArrayList<>();
    if (isOne(runs) && isOne(reference)) {
      reasons.add(ONE_PROCESS_EACH);
    } else {
      tooFew(them, runs, reasons);
      tooFew(us, reference, reasons);
    }
    notGood(them, runs, reasons);
    notGood(us, reference, reasons);
    return reasons;
  }

  private static boolean isOne(List<OpenResult> runs) {
    return runs.size() == 1 && OpenComparison.valid(runs).size() == 1;
  }

  private static void tooFew(String label, List<OpenResult> runs, List<String> reasons) {
    int left = OpenComparison.valid(runs).size();
    if (left < Ratios.MIN_PROCESSES) {
      reasons.add(
          "too few processes: %s has %d of %d left, %d needed%s"
              .formatted(
                  label, left, runs.size(), Ratios.MIN_PROCESSES, OpenComparison.leftOutBy(runs)));
    }
  }

  private static void notGood(String label, List<OpenResult> runs, List<String> reasons) {
    if (OpenComparison.valid(runs).stream().anyMatch(r -> r.calls().ok() < r.calls().issued())) {
      reasons.add("calls of " + label + " were not good");
    }
  }

  private static double mean(Sample sample) {
    return DoubleStream.of(sample.values()).average().orElse(Double.NaN);
  }

  private static Estimate without(double value) {
    return new Estimate(Interval.unknown(value), Unit.RUN);
  }

  /** What is shown. */
  public Verdict verdict() {
    return withheld.isEmpty() ? ratio.interval().verdict(cutoff) : Verdict.NONE;
  }

  /** The p-value of the verdict; none where it is withheld. */
  public DoubleStream tested() {
    return withheld.isEmpty() ? DoubleStream.of(ratio.interval().pValue()) : DoubleStream.empty();
  }

  /** The same as one of many verdicts. */
  public OfferedComparison cutAt(double other) {
    return new OfferedComparison(us, them, level, ratio, withheld, other);
  }
}
