package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Open loops load by load, by a percentile of the response time, which runs from when a call was
 * due.
 */
public final class OpenComparison {

  /** What is said where nothing was repeated. */
  private static final String ONE_PROCESS_EACH = "one process each";

  private static final double PERCENT = 100;

  private OpenComparison() {}

  /** Which percentile of the response time. */
  public enum Level {
    /** The median. */
    P50("response p50", 50),
    /** The 99th. */
    P99("response p99", 99);

    private final String label;
    private final int percent;

    Level(String label, int percent) {
      this.label = label;
      this.percent = percent;
    }

    @Nullable Double of(Latency latency) {
      return this == P50 ? latency.p50Us() : latency.p99Us();
    }

    /** As it is printed. */
    public String label() {
      return label;
    }
  }

  /** The runs that carry numbers. */
  public static List<OpenResult> valid(List<OpenResult> runs) {
    return runs.stream().filter(r -> invalidating(r).isEmpty()).toList();
  }

  /** The flags of a run by which its latencies are none. */
  static List<String> invalidating(OpenResult run) {
    return run.flags().stream()
        .filter(word -> Flag.of(word).filter(Flag::invalidatesLatencies).isPresent())
        .toList();
  }

  /** The flags by which some of these runs carry no numbers, each once, ascending. */
  public static List<String> invalidating(List<OpenResult> runs) {
    return runs.stream().flatMap(run -> invalidating(run).stream()).distinct().sorted().toList();
  }

  /** The runs by what was asked for. */
  public static Map<Point, List<OpenResult>> byCell(SweepData data) {
    return data.openRuns().stream()
        .collect(
            Collectors.groupingBy(OpenComparison::load, LinkedHashMap::new, Collectors.toList()));
  }

  /** What was asked for, as {@link OpenResult#load}. */
  public static Point load(OpenResult run) {
    return OpenResult.load(run.point());
  }

  /** Each load of a sweep by the baseline's at it, as if each were the only verdict. */
  static List<Comparison<List<OpenResult>>> all(SweepData data) {
    if (data.openRuns().isEmpty()) {
      return List.of();
    }
    Series baseline = baseline(data);
    Level level = level(data);
    Map<Point, List<OpenResult>> byLoad = byCell(data);
    List<Comparison<List<OpenResult>>> all = new ArrayList<>();
    byLoad.forEach(
        (load, runs) -> {
          List<OpenResult> reference =
              byLoad.get(load.of(baseline.technology(), baseline.variant()));
          Series series = runs.get(0).series();
          if (reference != null && !series.name().equals(baseline.name())) {
            Pair<List<OpenResult>> pair =
                pair(
                    series.name(),
                    runs,
                    reference.get(0).series().name(),
                    reference,
                    level,
                    some -> response(some, level));
            all.add(
                Comparison.ofLoops(
                    OfferedLabels.of(reference.get(0), data),
                    OfferedLabels.of(runs.get(0), data),
                    series.technology(),
                    level.label(),
                    List.of(pair),
                    ""));
          }
        });
    return all;
  }

  /** Rpcx in its example, or the first that there is, as of other loops. */
  static Series baseline(SweepData data) {
    return Series.baselineOf(data.openRuns().stream().map(OpenResult::series).sorted().toList());
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

  /**
   * A percentile of the response time of each process that carries numbers; none where one of them
   * does not know it, or lost so many calls that the percentile is not one of a reply.
   */
  static Sample response(List<OpenResult> runs, Level level) {
    return Sample.of(
        valid(runs),
        run ->
            PERCENT * run.calls().notOk() <= (PERCENT - level.percent) * run.calls().issued()
                ? level.of(run.response())
                : null);
  }

  /**
   * All loads that both sweeps have, series by series; as if each verdict were the only one. A
   * percentile that a process of either side does not know is not compared.
   */
  public static List<Comparison<List<OpenResult>>> all(SweepData before, SweepData after) {
    Map<Point, List<OpenResult>> earlier = byCell(before);
    Map<Series, List<List<OpenResult>>> bySeries = new LinkedHashMap<>();
    byCell(after)
        .values()
        .forEach(
            runs ->
                bySeries.computeIfAbsent(runs.get(0).series(), s -> new ArrayList<>()).add(runs));
    SharedDimensions shared = after.sharedOfOpen();
    List<Comparison<List<OpenResult>>> all = new ArrayList<>();
    bySeries.forEach(
        (series, loads) -> {
          String label = shared.label(series);
          for (Level level : Level.values()) {
            List<Pair<List<OpenResult>>> pairs = between(label, level, loads, earlier);
            if (!pairs.isEmpty()) {
              all.add(
                  Comparison.ofLoops(
                      label,
                      label,
                      series.technology(),
                      level.label(),
                      pairs,
                      "no round that all loads have"));
            }
          }
        });
    return all;
  }

  /** The loads that both have and that are not compared, since calls were started otherwise. */
  public static List<Point> startedOtherwise(SweepData before, SweepData after) {
    Map<Point, List<OpenResult>> earlier = byCell(before);
    List<Point> found = new ArrayList<>();
    byCell(after)
        .forEach(
            (point, runs) -> {
              List<OpenResult> reference = earlier.get(point);
              if (reference != null && !startAlike(runs, reference)) {
                found.add(point);
              }
            });
    return found;
  }

  private static boolean startAlike(List<OpenResult> some, List<OpenResult> others) {
    return Stream.concat(some.stream(), others.stream())
            .map(OpenResult::starting)
            .distinct()
            .count()
        == 1;
  }

  /** Of the runs that carry numbers on each side, or of all where none does. */
  private static List<Pair<List<OpenResult>>> between(
      String label,
      Level level,
      List<List<OpenResult>> loads,
      Map<Point, List<OpenResult>> earlier) {
    List<Pair<List<OpenResult>>> pairs = new ArrayList<>();
    for (List<OpenResult> runs : loads) {
      List<OpenResult> reference = earlier.get(load(runs.get(0)));
      if (reference != null && startAlike(runs, reference)) {
        Pair<List<OpenResult>> found =
            pair(
                label + " after",
                runs,
                label + " before",
                reference,
                level,
                all ->
                    Sample.of(
                        valid(all).isEmpty() ? all : valid(all), run -> level.of(run.response())));
        if (found.ours().size() > 0 && found.theirs().size() > 0) {
          pairs.add(found);
        }
      }
    }
    return pairs;
  }

  private static Pair<List<OpenResult>> pair(
      String them,
      List<OpenResult> runs,
      String us,
      List<OpenResult> reference,
      Level level,
      Function<List<OpenResult>, Sample> values) {
    Sample ours = values.apply(runs);
    Sample theirs = values.apply(reference);
    List<String> withheld = new ArrayList<>();
    if (isOne(runs) && isOne(reference)) {
      withheld.add(ONE_PROCESS_EACH);
    } else {
      tooFew(them, runs, withheld);
      tooFew(us, reference, withheld);
    }
    notGood(them, runs, withheld);
    notGood(us, reference, withheld);
    notKnown(them, runs, ours, level, withheld);
    notKnown(us, reference, theirs, level, withheld);
    Point load = load(runs.get(0));
    Estimate ratio =
        ours.size() == 0 || theirs.size() == 0
            ? Estimate.NOTHING
            : Ratios.ratioOfMeans(ours, theirs, Ratios.salt(load, load(reference.get(0))));
    return new Pair<>(load, runs, reference, ours, theirs, ratio, withheld, Holm.LEVEL);
  }

  private static boolean isOne(List<OpenResult> runs) {
    return runs.size() == 1 && valid(runs).size() == 1;
  }

  private static void tooFew(String label, List<OpenResult> runs, List<String> reasons) {
    int left = valid(runs).size();
    if (left < Ratios.MIN_PROCESSES) {
      reasons.add(Ratios.tooFew(label, left, runs.size(), invalidating(runs)));
    }
  }

  private static void notGood(String label, List<OpenResult> runs, List<String> reasons) {
    if (valid(runs).stream().anyMatch(r -> r.calls().ok() < r.calls().issued())) {
      reasons.add("calls of " + label + " were not good");
    }
  }

  /** That no run is left says so itself. */
  private static void notKnown(
      String label, List<OpenResult> runs, Sample found, Level level, List<String> reasons) {
    if (found.size() == 0 && !valid(runs).isEmpty()) {
      reasons.add("no " + level.label() + " of " + label);
    }
  }
}
