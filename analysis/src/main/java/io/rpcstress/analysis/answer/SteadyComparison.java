package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Timed loops thread count by thread count, by the time of a call over whole windows. Only points
 * of the same load are paired: same threads, payload, windows.
 */
public final class SteadyComparison {

  private static final String NO_ROUND =
      "fewer than two rounds in which no process is left out at any thread count";

  private SteadyComparison() {}

  /** All comparisons of a sweep's timed loops, as if each were the only one. */
  static List<Comparison<SteadyCell>> all(SweepData data) {
    if (data.steady().isEmpty()) {
      return List.of();
    }
    Map<Point, SteadyCell> byPoint =
        data.steady().stream().collect(Collectors.toMap(SteadyCell::point, Function.identity()));
    Map<Series, List<SteadyCell>> bySeries = new LinkedHashMap<>();
    data.steady().forEach(c -> bySeries.computeIfAbsent(c.series(), s -> new ArrayList<>()).add(c));
    Series baseline = baseline(data);
    List<Comparison<SteadyCell>> all = new ArrayList<>();
    bySeries.forEach(
        (series, cells) -> {
          if (!series.name().equals(baseline.name())) {
            String us = label(baseline.with(series.dimensions()), data);
            String them = label(series, data);
            List<Pair<SteadyCell>> pairs = new ArrayList<>();
            for (SteadyCell cell : cells) {
              SteadyCell reference =
                  byPoint.get(cell.point().of(baseline.technology(), baseline.variant()));
              if (reference != null) {
                pairs.add(pair(them, cell, us, reference, false));
              }
            }
            all.add(of(us, them, series.technology(), pairs));
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
  public static Comparison<SteadyCell> between(
      String label, List<SteadyCell> cells, List<SteadyCell> references) {
    List<Pair<SteadyCell>> pairs = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      pairs.add(pair(label + " after", cells.get(i), label + " before", references.get(i), true));
    }
    return of(label, label, cells.get(0).point().technology(), pairs);
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
    return Series.baselineOf(data.steady().stream().map(SteadyCell::series).toList());
  }

  private static Comparison<SteadyCell> of(
      String us, String them, String technology, List<Pair<SteadyCell>> pairs) {
    String state = (steadyIsShown(pairs) ? Scope.STEADY : Scope.ASSUMED_STEADY).label();
    String measured = state.toLowerCase(Locale.ROOT) + ", time of a call";
    return Comparison.ofLoops(us, them, technology, measured, pairs, NO_ROUND);
  }

  /** Whether every process was warmed until it was shown to be steady, or left out. */
  static boolean steadyIsShown(List<Pair<SteadyCell>> pairs) {
    return pairs.stream().allMatch(p -> p.cell().steadyIsShown() && p.reference().steadyIsShown());
  }

  /**
   * One load.
   *
   * @param all whether processes that flags leave out have a number where no other has
   */
  private static Pair<SteadyCell> pair(
      String them, SteadyCell cell, String us, SteadyCell reference, boolean all) {
    List<String> withheld = new ArrayList<>(notShown(them, cell, us, reference));
    withheld.addAll(against(them, cell));
    withheld.addAll(against(us, reference));
    Sample ours = times(all ? cell.numbers() : cell);
    Sample theirs = times(all ? reference.numbers() : reference);
    boolean known = cell.hasRate() && reference.hasRate();
    Estimate ratio =
        known
            ? Ratios.ratioOfMeans(ours, theirs, Ratios.salt(cell.point(), reference.point()))
            : Estimate.alone(all ? ours.average() / theirs.average() : Double.NaN);
    return new Pair<>(cell.point(), cell, reference, ours, theirs, ratio, withheld, Holm.LEVEL);
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
      reasons.add(Ratios.tooFew(label, valid, cell.processes().size(), cell.leftOut().keySet()));
    }
    if (cell.callsFailed()) {
      reasons.add("calls of " + label + " failed");
    }
    if (valid > 0 && !cell.hasRate()) {
      reasons.add("a process of " + label + " has no good call");
    }
    return reasons;
  }

  private static Sample times(SteadyCell cell) {
    return Sample.of(cell, SteadyProcess::microsPerCall);
  }
}
