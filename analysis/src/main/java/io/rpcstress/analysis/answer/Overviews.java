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
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes overviews. Their ratios against the report's baseline are those of its verdicts; those
 * against others are computed alike and judged by nobody, since one report corrects one family.
 */
final class Overviews {

  private static final double P99 = 99;
  private static final double PERCENT = 100;
  private static final String CLOSED_P99 = "p99 latency, closed loop";

  private Overviews() {}

  /**
   * One series with its processes' values at each of its points.
   *
   * @param baseline what it is called as one
   */
  private record Line(
      String label, String technology, String baseline, Map<Point, Sample> samples) {

    static Line of(String label, String technology, String baseline) {
      return new Line(label, technology, baseline, new LinkedHashMap<>());
    }

    private Line empty() {
      return of(label, technology, baseline);
    }
  }

  /** One thing that is compared: its values of a cell. */
  private record Quantity(
      String id, String label, boolean lowerIsBetter, Function<Cell, Sample> values) {}

  /** The same with the values of all lines. */
  private record Measured(String id, String label, boolean lowerIsBetter, List<Line> lines) {}

  /**
   * What is said of a series against a baseline.
   *
   * @param estimate that the verdict is of; null without one
   */
  private record Judged(Verdict verdict, String withheld, @Nullable Estimate estimate) {

    static Judged none(String withheld) {
      return new Judged(Verdict.NONE, withheld, null);
    }

    static Judged of(Comparison comparison) {
      return comparison.verdict() == Verdict.NONE
          ? none(String.join("; ", comparison.withheld()))
          : new Judged(comparison.verdict(), "", comparison.overall());
    }
  }

  static List<Overview> of(SweepData data, Verdicts verdicts) {
    List<Overview> all = new ArrayList<>();
    if (!data.steady().isEmpty()) {
      all.add(timed(data, judged(verdicts.steady())));
    }
    data.baseline()
        .filter(baseline -> !data.cells().isEmpty())
        .ifPresent(baseline -> all.add(firstSeconds(data, baseline, verdicts)));
    if (!data.open().isEmpty()) {
      all.add(open(data, verdicts));
    }
    return all;
  }

  private static Map<String, Judged> judged(List<Comparison> verdicts) {
    Map<String, Judged> judged = new LinkedHashMap<>();
    verdicts.forEach(each -> judged.put(each.them(), Judged.of(each)));
    return judged;
  }

  private static Overview timed(SweepData data, Map<String, Judged> judged) {
    Map<String, Line> lines = new LinkedHashMap<>();
    Function<Cell, String> label = cell -> data.timedLabel(cell.series());
    for (Cell cell : data.steady()) {
      Point point = cell.point();
      lines.computeIfAbsent(
          label.apply(cell), l -> Line.of(l, point.technology(), point.directoryName()));
    }
    List<Quantity> quantities =
        List.of(
            time("time of a call", c -> Sample.of(c, ProcessRuns::microsPerCall)),
            rate(c -> Sample.of(c, ProcessRuns::callsPerSecond)),
            p99(CLOSED_P99, c -> comparesP99(c) ? Sample.of(c, ProcessRuns::p99Us) : Sample.NONE),
            clientCpu(c -> Sample.of(c, ProcessRuns::clientCpuUs)),
            serverCpu(c -> Sample.of(c, ProcessRuns::serverCpuUs)),
            bytes(c -> Sample.of(c, ProcessRuns::bytes)));
    return overview(
        Scope.ofTimed(data),
        Comparisons.baseline(data, LoadShape.TIMED).name(),
        judged,
        measured(lines, data.steady(), label, Overviews::place, quantities));
  }

  /** Whether as many calls were under way as asked for, and the percentile is one of a reply. */
  private static boolean comparesP99(Cell cell) {
    return !cell.againstLatencies().contains(Flag.UNDER_THREADS.label())
        && PERCENT * cell.timedOutShare() <= PERCENT - P99;
  }

  /** As timed ones each is of its own load, but for those of one technology alone. */
  private static Overview firstSeconds(SweepData data, Series baseline, Verdicts verdicts) {
    boolean alone = data.isOfOneName();
    Map<String, Line> lines = new LinkedHashMap<>();
    for (Series series : data.series()) {
      String label = data.countedLabel(series);
      lines.put(label, Line.of(label, series.technology(), alone ? label : series.name()));
    }
    List<Quantity> quantities =
        List.of(
            time("time of a run", c -> Sample.of(c, ProcessRuns::timeTotalAvg)),
            rate(c -> Sample.of(c, ProcessRuns::callsPerSecond)),
            p99(CLOSED_P99, c -> Sample.ofAll(c, p99(c, data))),
            clientCpu(c -> costs(c, ProcessRuns::clientCpuUs)),
            serverCpu(c -> costs(c, ProcessRuns::serverCpuUs)),
            bytes(c -> Sample.ofAll(c, c.perCall(Run::bytes))));
    return overview(
        Scope.FIRST_SECONDS,
        alone ? data.countedLabel(baseline) : baseline.name(),
        judged(verdicts.firstSeconds()),
        measured(
            lines,
            data.cells().stream().filter(Cell::isSound).toList(),
            cell -> data.countedLabel(cell.series()),
            cell -> alone ? place(cell).with(Dimensions.NONE) : place(cell),
            quantities));
  }

  /** None where more processor time was counted than there is. */
  private static Sample costs(Cell cell, Function<ProcessRuns, @Nullable Double> value) {
    return cell.flags().contains(Explanation.OVER_CPU) ? Sample.NONE : Sample.of(cell, value);
  }

  /** Of the added histograms, where as many calls were under way as asked for. */
  private static @Nullable Double p99(Cell cell, SweepData data) {
    HostPair hosts = HostPair.of(data.sweep(), cell.point().directoryName());
    return Explanation.of(cell, hosts).isUnderThreads()
            || PERCENT * cell.timedOutShare() > PERCENT - P99
        ? null
        : cell.latency().at(P99);
  }

  /** Response times and costs, each at its own load: arrivals, rate and warm-up. */
  private static Overview open(SweepData data, Verdicts verdicts) {
    Map<String, Line> lines = new LinkedHashMap<>();
    Function<Cell, String> label = cell -> OfferedLabels.of(cell, data);
    for (Cell cell : data.open()) {
      Series series = cell.series();
      lines.computeIfAbsent(label.apply(cell), l -> Line.of(l, series.technology(), series.name()));
    }
    Quantity p99 = p99("p99 response time", Level.P99::response);
    Quantity p50 = new Quantity("p50", "median response time", true, Level.P50::response);
    boolean hasP99 = Level.of(data) == Level.P99;
    List<Quantity> quantities =
        List.of(
            hasP99 ? p99 : p50,
            hasP99 ? p50 : p99,
            clientCpu(c -> Sample.of(c, ProcessRuns::clientCpuUs)),
            serverCpu(c -> Sample.of(c, ProcessRuns::serverCpuUs)),
            bytes(c -> Sample.of(c, ProcessRuns::bytes)));
    return overview(
        Scope.OPEN,
        Comparisons.baseline(data, LoadShape.OPEN).name(),
        judged(verdicts.offered()),
        measured(lines, data.open(), label, Overviews::place, quantities));
  }

  private static Quantity time(String label, Function<Cell, Sample> values) {
    return new Quantity("time", label, true, values);
  }

  private static Quantity rate(Function<Cell, Sample> values) {
    return new Quantity("rate", "calls/s", false, values);
  }

  private static Quantity p99(String label, Function<Cell, Sample> values) {
    return new Quantity("p99", label, true, values);
  }

  private static Quantity clientCpu(Function<Cell, Sample> values) {
    return new Quantity("client-cpu", "client CPU of a call", true, values);
  }

  private static Quantity serverCpu(Function<Cell, Sample> values) {
    return new Quantity("server-cpu", "server CPU of a call", true, values);
  }

  private static Quantity bytes(Function<Cell, Sample> values) {
    return new Quantity("bytes", "bytes of a call", true, values);
  }

  /** The point of a cell, whatever its technology. */
  private static Point place(Cell cell) {
    return cell.point().of("any", Point.EXAMPLE);
  }

  private static List<Measured> measured(
      Map<String, Line> lines,
      List<Cell> cells,
      Function<Cell, String> label,
      Function<Cell, Point> place,
      List<Quantity> quantities) {
    List<Measured> all = new ArrayList<>();
    for (Quantity each : quantities) {
      Map<String, Line> filled = new LinkedHashMap<>();
      lines.forEach((name, line) -> filled.put(name, line.empty()));
      for (Cell cell : cells) {
        Sample sample = each.values().apply(cell);
        Line line = filled.get(label.apply(cell));
        if (line != null && sample.size() > 0) {
          line.samples().put(place.apply(cell), sample);
        }
      }
      all.add(
          new Measured(
              each.id(), each.label(), each.lowerIsBetter(), List.copyOf(filled.values())));
    }
    return all;
  }

  private static Overview overview(
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
                        ? judged.getOrDefault(label, Judged.none(Comparisons.NOTHING_IN_COMMON))
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
                  ? Comparisons.NOTHING_IN_COMMON
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
        pairs.stream()
            .mapToDouble(p -> StrictMath.log(p.ours().average() / p.theirs().average()))
            .average()
            .orElse(Double.NaN));
  }
}
