package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.answer.Overview.Measure;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Subject;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyCost;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes overviews. Their ratios against the report's baseline are those of its verdicts; those
 * against others are computed alike and judged by nobody, since one report corrects one family.
 */
final class Overviews {

  private static final double MICROS_PER_MILLI = 1_000;
  private static final String NOTHING_IN_COMMON = "no point of the same load in common";

  private Overviews() {}

  /** One series with its processes' values at each of its points. */
  private record Line(
      String label, String technology, String baseline, Map<Point, Sample> samples) {}

  /**
   * What is said of a series against a baseline.
   *
   * @param estimate that the verdict is of; null without one
   */
  private record Judged(Verdict verdict, String withheld, @Nullable Estimate estimate) {

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
      all.add(steady(data, verdicts));
    }
    data.baseline()
        .filter(baseline -> !data.cells().isEmpty())
        .ifPresent(baseline -> all.add(firstSeconds(data, baseline, verdicts)));
    return all;
  }

  private static Overview steady(SweepData data, Verdicts verdicts) {
    Map<String, Judged> judged = new LinkedHashMap<>();
    for (SteadyComparison each : verdicts.steady()) {
      judged.put(
          each.them(),
          Judged.of(each.verdict(), String.join("; ", each.withheld()), each.overall()));
    }
    Series baseline = SteadyComparison.baseline(data);
    return overview(
        Subject.STEADY,
        new Series(baseline.type(), baseline.technology(), baseline.variant()).label(),
        judged,
        List.of("time of a call", "client CPU of a call", "server CPU of a call"),
        List.of(
            steadyLines(data, SteadyProcess::microsPerCall),
            steadyLines(data, p -> perCall(p, SteadyCost::clientCpuMs)),
            steadyLines(data, p -> perCall(p, SteadyCost::serverCpuMs))));
  }

  private static @Nullable Double perCall(
      SteadyProcess process, Function<SteadyCost, @Nullable Double> what) {
    Double millis = what.apply(process.cost());
    return millis == null || process.callsOk() == 0
        ? null
        : (Double) (millis * MICROS_PER_MILLI / process.callsOk());
  }

  private static List<Line> steadyLines(
      SweepData data, Function<SteadyProcess, @Nullable Double> value) {
    Map<Series, Line> lines = new LinkedHashMap<>();
    for (SteadyCell cell : data.steady()) {
      Line line =
          lines.computeIfAbsent(
              cell.series(),
              s ->
                  new Line(
                      SteadyComparison.label(s, data),
                      s.technology(),
                      cell.point().directoryName(),
                      new LinkedHashMap<>()));
      if (cell.hasRate() && cell.valid().stream().allMatch(p -> isPositive(value.apply(p)))) {
        line.samples()
            .put(
                cell.point().of("any", Point.EXAMPLE), Sample.of(cell, p -> known(value.apply(p))));
      }
    }
    return List.copyOf(lines.values());
  }

  private static Overview firstSeconds(SweepData data, Series baseline, Verdicts verdicts) {
    Map<String, Judged> judged = new LinkedHashMap<>();
    List<Series> others = Verdicts.others(data, baseline);
    for (int i = 0; i < others.size(); i++) {
      Comparison comparison = verdicts.firstSeconds().get(i);
      judged.put(
          others.get(i).label(),
          Judged.of(
              comparison.verdict(),
              why(comparison),
              new Estimate(comparison.overall(), comparison.unit())));
    }
    return overview(
        Subject.FIRST_SECONDS,
        baseline.label(),
        judged,
        List.of("time of a run", "client CPU of a call", "server CPU of a call"),
        List.of(
            countedLines(data, ProcessRuns::timeTotalAvg, false),
            countedLines(data, ProcessRuns::clientCpuUsPerCall, true),
            countedLines(data, ProcessRuns::serverCpuUsPerCall, true)));
  }

  private static String why(Comparison comparison) {
    if (comparison.pairs().isEmpty()) {
      return NOTHING_IN_COMMON;
    }
    if (!comparison.unit().judges()) {
      return "one process a side";
    }
    int out = comparison.takenOut().size();
    return out > 0
        ? "%d of %d points are taken out by %s"
            .formatted(out, comparison.pairs().size(), String.join(", ", comparison.invalidating()))
        : comparison.overall().isKnown() ? "" : "no interval: no process differs from another";
  }

  private static List<Line> countedLines(
      SweepData data, Function<ProcessRuns, @Nullable Double> value, boolean cost) {
    Map<Series, Line> lines = new LinkedHashMap<>();
    for (Series series : data.series()) {
      Line line =
          new Line(series.label(), series.technology(), series.label(), new LinkedHashMap<>());
      lines.put(series, line);
    }
    for (Cell cell : data.cells()) {
      Point p = cell.point();
      Line line = lines.get(new Series(cell.type(), p.technology(), p.variant(), p.dimensions()));
      if (line == null
          || !cell.isSound()
          || (cost && cell.flags().contains(Explanation.OVER_CPU))) {
        continue;
      }
      double[] values = cell.processes().stream().mapToDouble(r -> known(value.apply(r))).toArray();
      if (values.length > 0 && Arrays.stream(values).allMatch(Overviews::isPositive)) {
        line.samples()
            .put(p.of("any", Point.EXAMPLE).with(Dimensions.NONE), Sample.of(cell, values));
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

  private static Overview overview(
      Subject subject,
      String baseline,
      Map<String, Judged> judged,
      List<String> labels,
      List<List<Line>> measured) {
    List<String> baselines =
        measured.get(0).stream()
            .filter(line -> !line.samples().isEmpty() || line.baseline().equals(baseline))
            .map(Line::baseline)
            .distinct()
            .toList();
    String against = "the report's verdicts are against " + baseline;
    List<Measure> measures = new ArrayList<>();
    for (int m = 0; m < measured.size(); m++) {
      List<Line> lines = measured.get(m);
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
                label ->
                    isJudged
                        ? judged.getOrDefault(label, Judged.none(NOTHING_IN_COMMON))
                        : Judged.none(time ? against : "verdicts are about time")));
      }
      measures.add(
          new Measure(List.of("time", "client-cpu", "server-cpu").get(m), labels.get(m), rows));
    }
    return new Overview(subject, baselines, Math.max(0, baselines.indexOf(baseline)), measures);
  }

  private static List<Row> rows(
      List<Line> lines, String baseline, Function<String, Judged> judged) {
    Map<Point, Sample> references = new LinkedHashMap<>();
    lines.stream()
        .filter(line -> line.baseline().equals(baseline))
        .forEach(line -> references.putAll(line.samples()));
    List<Row> rows = new ArrayList<>();
    for (Line line : lines) {
      if (!line.baseline().equals(baseline)) {
        List<Point> common =
            line.samples().keySet().stream().filter(references::containsKey).toList();
        Judged found = judged.apply(line.label());
        rows.add(
            new Row(
                line.label(),
                line.technology(),
                found.estimate() == null
                    ? estimate(line, baseline, references, common)
                    : found.estimate(),
                common.size(),
                found.verdict(),
                common.isEmpty() && found.withheld().isEmpty()
                    ? NOTHING_IN_COMMON
                    : found.withheld()));
      }
    }
    return rows;
  }

  private static Estimate estimate(
      Line line, String baseline, Map<Point, Sample> references, List<Point> common) {
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
            && pairs.stream()
                .allMatch(
                    p ->
                        p.ours().size() >= Ratios.MIN_PROCESSES
                            && p.theirs().size() >= Ratios.MIN_PROCESSES);
    if (!repeated) {
      return new Estimate(
          new Interval(meanRatio(pairs), 0, Double.POSITIVE_INFINITY),
          pairs.size() > 1 ? Unit.POINT : Unit.RUN);
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
                    StrictMath.log(
                        mean(pairs.get(i).ours().values()) / mean(pairs.get(i).theirs().values())))
            .average()
            .orElse(Double.NaN));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }
}
