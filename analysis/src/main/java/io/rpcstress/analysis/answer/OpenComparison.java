package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A series' open loops in a later sweep by those in an earlier one, load by load, by one percentile
 * of the response time, which runs from when a call was due. Immutable.
 *
 * @param label of the series, without what all open loops of the later sweep have
 * @param technology that it belongs to
 * @param level the percentile
 * @param pairs in the order of shape and rate, one or more
 * @param overall geometric mean of the pairs' ratios
 * @param cutoff largest p-value that still shows a difference
 */
public record OpenComparison(
    String label,
    String technology,
    Level level,
    List<Pair> pairs,
    Estimate overall,
    double cutoff) {

  /** Copies the list. */
  public OpenComparison {
    pairs = List.copyOf(pairs);
  }

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

    /** Of 100. */
    int percent() {
      return percent;
    }

    @Nullable Double of(Latency latency) {
      return this == P50 ? latency.p50Us() : latency.p99Us();
    }

    /** As it is printed. */
    public String label() {
      return label;
    }
  }

  /**
   * One load.
   *
   * @param point of the first repetition
   * @param before the mean over the earlier processes, us
   * @param after the mean over the later ones, us
   * @param processesBefore how many are in it
   * @param processesAfter how many are in it
   * @param ratio after by before: above 1 is slower
   * @param withheld why there is no verdict; empty where there is one
   * @param cutoff as that of the comparison
   */
  public record Pair(
      Point point,
      double before,
      double after,
      int processesBefore,
      int processesAfter,
      Estimate ratio,
      List<String> withheld,
      double cutoff) {

    /** Copies the list. */
    public Pair {
      withheld = List.copyOf(withheld);
    }

    /** What is shown. */
    public Verdict verdict() {
      return withheld.isEmpty() ? ratio.interval().verdict(cutoff) : Verdict.NONE;
    }

    private Pair cutAt(double other) {
      return new Pair(
          point, before, after, processesBefore, processesAfter, ratio, withheld, other);
    }
  }

  /** The runs of one load on one side: those that carry numbers, or all where none does. */
  private record Side(List<OpenResult> runs, List<String> against) {

    static Side of(String when, List<OpenResult> all) {
      List<OpenResult> valid = valid(all);
      List<String> against = new ArrayList<>();
      if (valid.size() < Ratios.MIN_PROCESSES) {
        against.add(
            "too few processes: %d of %d left %s, %d needed%s"
                .formatted(valid.size(), all.size(), when, Ratios.MIN_PROCESSES, leftOutBy(all)));
      }
      List<OpenResult> used = valid.isEmpty() ? all : valid;
      if (used.stream().anyMatch(r -> r.calls().ok() < r.calls().issued())) {
        against.add("calls were not good " + when);
      }
      return new Side(used, against);
    }

    /** One value a process; none where one does not know it. */
    Sample sample(Level level) {
      return Sample.of(runs, run -> level.of(run.response()));
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

  /** By which flags runs carry no numbers, as an addition in brackets; empty where all do. */
  static String leftOutBy(List<OpenResult> runs) {
    List<String> causes = invalidating(runs);
    return causes.isEmpty() ? "" : " (left out by " + String.join(", ", causes) + ")";
  }

  /**
   * All loads that both sweeps have, series by series; as if each verdict were the only one. A
   * percentile that a process of either side does not know is not compared.
   */
  public static List<OpenComparison> all(SweepData before, SweepData after) {
    Map<Point, List<OpenResult>> earlier = byCell(before);
    Map<Series, List<List<OpenResult>>> bySeries = new LinkedHashMap<>();
    byCell(after)
        .values()
        .forEach(
            runs ->
                bySeries.computeIfAbsent(runs.get(0).series(), s -> new ArrayList<>()).add(runs));
    SharedDimensions shared = after.sharedOfOpen();
    List<OpenComparison> all = new ArrayList<>();
    bySeries.forEach(
        (series, loads) -> {
          String label = shared.label(series);
          for (Level level : Level.values()) {
            all.addAll(of(series, label, level, loads, earlier));
          }
        });
    return all;
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

  private static List<OpenComparison> of(
      Series series,
      String label,
      Level level,
      List<List<OpenResult>> loads,
      Map<Point, List<OpenResult>> earlier) {
    List<Pair> pairs = new ArrayList<>();
    List<Ratios.Samples> samples = new ArrayList<>();
    for (List<OpenResult> runs : loads) {
      Point point = load(runs.get(0));
      List<OpenResult> reference = earlier.get(point);
      if (reference == null || !startAlike(runs, reference)) {
        continue;
      }
      Side now = Side.of("after", runs);
      Side then = Side.of("before", reference);
      Sample one = now.sample(level);
      Sample other = then.sample(level);
      if (one.size() > 0 && other.size() > 0) {
        samples.add(new Ratios.Samples(one, other));
        pairs.add(pair(point, one, other, now.against(), then.against()));
      }
    }
    return pairs.isEmpty()
        ? List.of()
        : List.of(
            new OpenComparison(
                label, series.technology(), level, pairs, overall(pairs, samples), Holm.LEVEL));
  }

  private static Pair pair(
      Point point, Sample one, Sample other, List<String> against, List<String> alsoAgainst) {
    List<String> withheld = new ArrayList<>(against);
    withheld.addAll(alsoAgainst);
    Estimate found = one.by(other, Ratios.salt(point, point));
    double after = mean(one);
    double before = mean(other);
    if (one.size() < Ratios.MIN_PROCESSES || other.size() < Ratios.MIN_PROCESSES) {
      found = without(after / before);
    } else if (withheld.isEmpty() && !found.interval().isKnown()) {
      withheld.add("no interval: no process differs from another");
    }
    return new Pair(point, before, after, other.size(), one.size(), found, withheld, Holm.LEVEL);
  }

  /** Over the rounds that all pairs have: loads are what was asked for. */
  private static Estimate overall(List<Pair> pairs, List<Ratios.Samples> samples) {
    if (pairs.size() == 1) {
      return pairs.get(0).ratio();
    }
    if (pairs.stream().allMatch(p -> p.ratio().unit().judges())) {
      return Ratios.geometricMean(
          samples, pairs.stream().map(p -> p.ratio().unit()).collect(Collectors.toSet()));
    }
    double logs = pairs.stream().mapToDouble(p -> Math.log(p.ratio().interval().value())).sum();
    return without(Math.exp(logs / pairs.size()));
  }

  private static double mean(Sample sample) {
    return DoubleStream.of(sample.values()).average().orElse(Double.NaN);
  }

  private static Estimate without(double value) {
    return new Estimate(Interval.unknown(value), Unit.RUN);
  }

  /** Why the geometric mean carries no verdict, each reason once; empty where it does. */
  public List<String> withheld() {
    List<String> reasons = pairs.stream().flatMap(p -> p.withheld().stream()).distinct().toList();
    return !reasons.isEmpty() || overall.interval().isKnown()
        ? reasons
        : List.of("no round that all loads have");
  }

  /** What is shown over all loads; nothing where one of them is withheld. */
  public Verdict verdict() {
    return withheld().isEmpty() ? overall.interval().verdict(cutoff) : Verdict.NONE;
  }

  /** The p-values of the verdicts that it prints: over all loads, and of each. */
  public DoubleStream tested() {
    DoubleStream loads =
        pairs.size() < 2
            ? DoubleStream.empty()
            : pairs.stream()
                .filter(p -> p.withheld().isEmpty())
                .mapToDouble(p -> p.ratio().interval().pValue());
    return withheld().isEmpty()
        ? DoubleStream.concat(DoubleStream.of(overall.interval().pValue()), loads)
        : loads;
  }

  /** The same as one of many verdicts. */
  public OpenComparison cutAt(double other) {
    return new OpenComparison(
        label, technology, level, pairs.stream().map(p -> p.cutAt(other)).toList(), overall, other);
  }
}
