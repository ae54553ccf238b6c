package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.answer.Overview.Measure;
import io.rpcstress.analysis.answer.Overview.Own;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyCost;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes overviews. Their ratios against the report's baseline are those of its verdicts; those
 * against others are computed alike and judged by nobody, since one report corrects one family.
 */
final class Overviews {

  private static final double MICROS_PER_MILLI = 1_000;
  private static final double P99 = 99;
  private static final double PERCENT = 100;

  /** Of a cell without a value. */
  private static final double[] NOTHING = {};

  private Overviews() {}

  /** One series with its processes' values at each of its points. */
  record Line(String label, String technology, String baseline, Map<Point, Sample> samples) {}

  /** One thing that is compared, by series. */
  record Measured(String id, String label, boolean lowerIsBetter, List<Line> lines) {}

  /**
   * What is said of a series against a baseline.
   *
   * @param estimate that the verdict is of; null without one
   */
  record Judged(Verdict verdict, String withheld, @Nullable Estimate estimate) {

    static Judged none(String withheld) {
      return new Judged(Verdict.NONE, withheld, null);
    }

    static Judged of(Verdict verdict, String withheld, Estimate estimate) {
      return verdict == Verdict.NONE ? none(withheld) : new Judged(verdict, "", estimate);
    }
  }

  static List<Overview> of(SweepData data, Verdicts verdicts) {
    List<Overview> all = new ArrayList<>();
    if (!data.steady().isEmpty()) {
      Overview steady = steady(data, verdicts);
      all.add(steady);
      if (data.steady().stream().anyMatch(c -> c.settled().size() < c.processes().size())) {
        // What a reader sees first has numbers.
        all.add(steady.hasNumbers() ? all.size() : 0, warm(data));
      }
    }
    data.baseline()
        .filter(baseline -> !data.cells().isEmpty())
        .ifPresent(baseline -> all.add(firstSeconds(data, baseline, verdicts)));
    if (!data.openRuns().isEmpty()) {
      all.add(OpenOverview.of(data, verdicts.offered()));
    }
    return all;
  }

  private static Overview steady(SweepData data, Verdicts verdicts) {
    Map<String, Judged> judged = new LinkedHashMap<>();
    for (Comparison<SteadyCell> each : verdicts.steady()) {
      judged.put(
          each.them(),
          Judged.of(each.verdict(), String.join("; ", each.withheld()), each.overall()));
    }
    return timed(Scope.ofTimed(data), data, judged, cell -> cell, cell -> cell);
  }

  /** Of all processes: for what was measured and not shown steady. */
  private static Overview warm(SweepData data) {
    String why = SteadyCaveats.notSettled(data.steady());
    Map<String, Judged> judged = new LinkedHashMap<>();
    data.steady()
        .forEach(c -> judged.put(SteadyComparison.label(c.series(), data), Judged.none(why)));
    return timed(Scope.WARM, data, judged, SteadyCell::unjudged, SteadyCell::unjudgedCost);
  }

  private static Overview timed(
      Scope scope,
      SweepData data,
      Map<String, Judged> judged,
      UnaryOperator<SteadyCell> speed,
      UnaryOperator<SteadyCell> cost) {
    Series baseline = SteadyComparison.baseline(data);
    return overview(
        scope,
        new Series(baseline.type(), baseline.technology(), baseline.variant()).label(),
        judged,
        List.of(
            new Measured(
                "time", "time of a call", true, lines(data, speed, SteadyProcess::microsPerCall)),
            new Measured(
                "rate", "calls/s", false, lines(data, speed, SteadyProcess::callsPerSecond)),
            new Measured(
                "p99",
                "p99 latency, closed loop",
                true,
                lines(
                    data,
                    cell -> comparesP99(speed.apply(cell)) ? speed.apply(cell) : null,
                    SteadyProcess::p99Us)),
            new Measured(
                "client-cpu",
                "client CPU of a call",
                true,
                lines(data, cost, p -> perCall(p, SteadyCost::clientCpuMs))),
            new Measured(
                "server-cpu",
                "server CPU of a call",
                true,
                lines(data, cost, p -> perCall(p, SteadyCost::serverCpuMs))),
            new Measured(
                "bytes",
                "bytes of a call",
                true,
                lines(data, speed, p -> perCall(p, SteadyCost::bytes)))));
  }

  /** Whether as many calls were under way as asked for, and the percentile is one of a reply. */
  private static boolean comparesP99(SteadyCell cell) {
    return !cell.againstLatencies().contains(Flag.UNDER_THREADS.label())
        && PERCENT * cell.timedOutShare() <= PERCENT - P99;
  }

  private static @Nullable Double perCall(
      SteadyProcess process, Function<SteadyCost, @Nullable Double> what) {
    Double millis = what.apply(process.cost());
    return millis == null || process.callsOk() == 0
        ? null
        : (Double) (millis * MICROS_PER_MILLI / process.callsOk());
  }

  private static List<Line> lines(
      SweepData data,
      Function<SteadyCell, @Nullable SteadyCell> seen,
      Function<SteadyProcess, @Nullable Double> value) {
    Map<Series, Line> lines = new LinkedHashMap<>();
    for (SteadyCell each : data.steady()) {
      SteadyCell cell = seen.apply(each);
      Line line =
          lines.computeIfAbsent(
              each.series(),
              s ->
                  new Line(
                      SteadyComparison.label(s, data),
                      s.technology(),
                      each.point().directoryName(),
                      new LinkedHashMap<>()));
      if (cell != null
          && cell.hasRate()
          && cell.valid().stream().allMatch(p -> isPositive(value.apply(p)))) {
        line.samples()
            .put(
                cell.point().of("any", Point.EXAMPLE), Sample.of(cell, p -> known(value.apply(p))));
      }
    }
    return List.copyOf(lines.values());
  }

  private static Overview firstSeconds(SweepData data, Series baseline, Verdicts verdicts) {
    Map<String, Judged> judged = new LinkedHashMap<>();
    for (Comparison<Cell> each : verdicts.firstSeconds()) {
      judged.put(
          each.them(),
          Judged.of(each.verdict(), String.join("; ", each.withheld()), each.overall()));
    }
    return overview(
        Scope.FIRST_SECONDS,
        data.isOfOneName() ? data.countedLabel(baseline) : baseline.name(),
        judged,
        List.of(
            new Measured(
                "time",
                "time of a run",
                true,
                countedLines(data, c -> perProcess(c, ProcessRuns::timeTotalAvg))),
            new Measured(
                "rate",
                "calls/s",
                false,
                countedLines(data, c -> perProcess(c, ProcessRuns::callsPerSecond))),
            new Measured(
                "p99", "p99 latency, closed loop", true, countedLines(data, c -> p99(c, data))),
            new Measured(
                "client-cpu",
                "client CPU of a call",
                true,
                countedLines(data, c -> costs(c, ProcessRuns::clientCpuUsPerCall))),
            new Measured(
                "server-cpu",
                "server CPU of a call",
                true,
                countedLines(data, c -> costs(c, ProcessRuns::serverCpuUsPerCall))),
            new Measured("bytes", "bytes of a call", true, countedLines(data, Overviews::bytes))));
  }

  private static double[] perProcess(Cell cell, Function<ProcessRuns, @Nullable Double> value) {
    return cell.processes().stream().mapToDouble(r -> known(value.apply(r))).toArray();
  }

  /** None where more processor time was counted than there is. */
  private static double[] costs(Cell cell, Function<ProcessRuns, @Nullable Double> value) {
    return cell.flags().contains(Explanation.OVER_CPU) ? NOTHING : perProcess(cell, value);
  }

  /** One value: of the added histograms, where as many calls were under way as asked for. */
  private static double[] p99(Cell cell, SweepData data) {
    Double us = cell.latency().at(P99);
    HostPair hosts = HostPair.of(data.sweep(), cell.point().directoryName());
    return us == null
            || Explanation.of(cell, hosts).isUnderThreads()
            || PERCENT * cell.timedOutShare() > PERCENT - P99
        ? NOTHING
        : new double[] {us};
  }

  /** One value: of all warm runs together. */
  private static double[] bytes(Cell cell) {
    Double both = SteadyCost.sum(cell.cost().bytesOut(), cell.cost().bytesIn());
    return both == null ? NOTHING : new double[] {both};
  }

  /** As timed ones each is of its own load, but for those of one technology alone. */
  private static List<Line> countedLines(SweepData data, Function<Cell, double[]> perProcess) {
    boolean alone = data.isOfOneName();
    Map<Series, Line> lines = new LinkedHashMap<>();
    for (Series series : data.series()) {
      String label = data.countedLabel(series);
      Line line =
          new Line(
              label, series.technology(), alone ? label : series.name(), new LinkedHashMap<>());
      lines.put(series, line);
    }
    for (Cell cell : data.cells()) {
      Point p = cell.point();
      Line line = lines.get(new Series(cell.type(), p.technology(), p.variant(), p.dimensions()));
      if (line == null || !cell.isSound()) {
        continue;
      }
      double[] values = perProcess.apply(cell);
      if (values.length > 0 && Arrays.stream(values).allMatch(Overviews::isPositive)) {
        Point any = p.of("any", Point.EXAMPLE);
        line.samples().put(alone ? any.with(Dimensions.NONE) : any, Sample.of(cell, values));
      }
    }
    return List.copyOf(lines.values());
  }

  private static boolean isPositive(@Nullable Double value) {
    return value != null && value > 0 && Double.isFinite(value);
  }

  private static double known(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  static Overview overview(
      Scope scope, String baseline, Map<String, Judged> judged, List<Measured> measured) {
    List<String> baselines =
        measured.get(0).lines().stream()
            .filter(line -> !line.samples().isEmpty() || line.baseline().equals(baseline))
            .map(Line::baseline)
            .distinct()
            .toList();
    String against = "the report's verdicts are against " + baseline;
    Map<Object, Long> points =
        measured.stream()
            .flatMap(each -> each.lines().stream())
            .flatMap(line -> line.samples().keySet().stream())
            .distinct()
            .collect(Collectors.groupingBy(point -> load(point), Collectors.counting()));
    List<Measure> measures = new ArrayList<>();
    for (int m = 0; m < measured.size(); m++) {
      List<Line> lines = measured.get(m).lines();
      if (m > 0 && lines.stream().allMatch(line -> line.samples().isEmpty())) {
        continue;
      }
      boolean time = m == 0;
      List<List<Row>> rows = new ArrayList<>();
      for (String one : baselines) {
        boolean isJudged = time && one.equals(baseline);
        rows.add(
            rows(
                lines,
                one,
                points,
                label ->
                    isJudged
                        ? judged.getOrDefault(
                            label, Judged.none(CountedComparison.NOTHING_IN_COMMON))
                        : Judged.none(time ? against : "verdicts are about " + scope.judged())));
      }
      Measured one = measured.get(m);
      measures.add(
          new Measure(
              one.id(), one.label(), one.lowerIsBetter(), rows, own(scope, one.id(), lines)));
    }
    return new Overview(scope, baselines, Math.max(0, baselines.indexOf(baseline)), measures);
  }

  /** Of several points there is no number that somebody measured. */
  private static Map<String, Own> own(Scope scope, String measure, List<Line> lines) {
    Map<String, Own> own = new LinkedHashMap<>();
    for (Line line : lines) {
      if (line.samples().size() == 1) {
        Sample only = line.samples().values().iterator().next();
        own.put(line.label(), Own.of(scope, measure, only.mean(0).interval().value()));
      }
    }
    return own;
  }

  /**
   * A row a line. Without a verdict all of one load are over the same points. A verdict's estimate
   * is over all that its two have: where there is one, who has fewer points than another is apart.
   *
   * @param all points of each load
   */
  private static List<Row> rows(
      List<Line> lines, String baseline, Map<Object, Long> all, Function<String, Judged> judged) {
    Map<Point, Sample> references = new LinkedHashMap<>();
    lines.stream()
        .filter(line -> line.baseline().equals(baseline))
        .forEach(line -> references.putAll(line.samples()));
    List<Line> others = lines.stream().filter(l -> !l.baseline().equals(baseline)).toList();
    boolean isJudged = others.stream().anyMatch(l -> judged.apply(l.label()).estimate() != null);
    Map<Object, List<Set<Point>>> byLoad =
        others.stream()
            .map(line -> common(line, references))
            .filter(points -> !points.isEmpty())
            .collect(Collectors.groupingBy(points -> load(points)));
    Map<Object, Set<Point>> ranked = new HashMap<>();
    byLoad.forEach(
        (load, each) ->
            ranked.put(
                load,
                isJudged
                    ? Collections.max(each, Comparator.comparingInt(Set::size))
                    : CommonPoints.of(each)));
    List<Row> rows = new ArrayList<>();
    for (Line line : others) {
      Set<Point> common = common(line, references);
      Set<Point> wanted = common.isEmpty() ? Set.of() : ranked.getOrDefault(load(common), Set.of());
      boolean apart = !common.containsAll(wanted);
      Judged found = judged.apply(line.label());
      Estimate estimate = found.estimate();
      Set<Point> over = estimate != null || apart ? common : wanted;
      rows.add(
          new Row(
              line.label(),
              line.technology(),
              estimate == null ? estimate(line, baseline, references, over) : estimate,
              over.size(),
              over.isEmpty() ? 0 : Math.toIntExact(all.getOrDefault(load(over), 0L)),
              apart,
              found.verdict(),
              over.isEmpty() && found.withheld().isEmpty()
                  ? CountedComparison.NOTHING_IN_COMMON
                  : found.withheld()));
    }
    return rows;
  }

  private static Set<Point> common(Line line, Map<Point, Sample> references) {
    Set<Point> common = new LinkedHashSet<>(line.samples().keySet());
    common.retainAll(references.keySet());
    return common;
  }

  /** What all points of a line are of. */
  private static Object load(Set<Point> points) {
    return load(points.iterator().next());
  }

  /** The load of a point; an offered rate is one by itself. */
  private static Object load(Point point) {
    return point.offered() == null ? point.dimensions() : point;
  }

  private static Estimate estimate(
      Line line, String baseline, Map<Point, Sample> references, Set<Point> common) {
    List<Ratios.Samples> pairs = new ArrayList<>();
    for (Point point : common) {
      Sample ours = line.samples().get(point);
      Sample theirs = references.get(point);
      if (ours != null && theirs != null) {
        pairs.add(new Ratios.Samples(ours, theirs));
      }
    }
    boolean repeated =
        !pairs.isEmpty()
            && pairs.stream().allMatch(p -> p.ours().isRepeated() && p.theirs().isRepeated());
    if (!repeated) {
      return new Estimate(
          Interval.unknown(meanRatio(pairs)), pairs.size() > 1 ? Unit.POINT : Unit.RUN);
    }
    if (pairs.size() == 1) {
      long salt = Objects.hash(line.label(), baseline);
      return Ratios.ratio(pairs.get(0).ours(), pairs.get(0).theirs(), salt);
    }
    Set<Unit> units = pairs.stream().map(Ratios::unit).collect(Collectors.toSet());
    return Ratios.geometricMean(pairs, units);
  }

  private static double meanRatio(List<Ratios.Samples> pairs) {
    return StrictMath.exp(
        IntStream.range(0, pairs.size())
            .mapToDouble(
                i ->
                    StrictMath.log(pairs.get(i).ours().average() / pairs.get(i).theirs().average()))
            .average()
            .orElse(Double.NaN));
  }
}
