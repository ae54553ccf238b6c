package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Overview.Measure;
import io.rpcstress.analysis.answer.Overview.Own;
import io.rpcstress.analysis.answer.Overview.Range;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes overviews, one a load. Ratios of time against the report's baseline are those of its
 * verdicts; those of other measures and against others are computed alike and not judged, since one
 * report corrects one family.
 */
final class Overviews {

  private static final double P99 = 99;
  private static final double PERCENT = 100;

  private static final String NOTHING_IN_COMMON = "no point of the same load that both have whole";

  private static final String CLOSED_P99 = "p99 latency, closed loop";

  private final Scope scope;
  private final String baseline;
  private final boolean alone;
  private final Loads loads;
  private final Map<Point, List<Failure>> failures;
  private final List<Quantity> quantities;
  private final Map<Point, Pair> judged = new HashMap<>();
  private final Map<String, Range> ranges = new HashMap<>();

  /** One thing that is compared: its values of a cell. */
  private record Quantity(
      String id, String label, boolean lowerIsBetter, Function<Cell, Sample> values) {}

  /**
   * One series at a load.
   *
   * @param way of its calls
   * @param baseline what it is called as one
   * @param cell null where it has none
   * @param failed why it has none; empty where it has
   */
  private record Line(
      String label,
      Series series,
      Dimensions way,
      String baseline,
      @Nullable Cell cell,
      String failed) {

    Sample sample(Quantity quantity) {
      return cell == null ? Sample.NONE : quantity.values().apply(cell);
    }
  }

  private Overviews(SweepData data, LoadShape shape, Verdicts verdicts) {
    this.scope = Scope.of(data, shape);
    this.loads = Loads.of(data, shape);
    Series baseline = data.baseline(shape).orElseThrow();
    this.alone = shape == LoadShape.COUNTED && data.isOfOneName();
    this.baseline = alone ? loads.label(baseline) : loads.subject(baseline);
    this.failures =
        data.failures(shape).stream()
            .collect(Collectors.groupingBy(f -> loads.place(Cell.load(f.point()))));
    this.quantities = quantities(data, shape);
    List<Pair> pairs = verdicts.of(shape);
    pairs.forEach(pair -> judged.put(pair.point(), pair));
    pairs.stream()
        .collect(Collectors.groupingBy(pair -> loads.label(pair.cell().series())))
        .forEach((label, ofLabel) -> ranges.put(label, Range.of(ofLabel)));
  }

  static List<Overview> of(SweepData data, Verdicts verdicts) {
    return Stream.of(LoadShape.TIMED, LoadShape.COUNTED, LoadShape.OPEN)
        .filter(shape -> !data.compared(shape).isEmpty())
        .flatMap(shape -> new Overviews(data, shape, verdicts).all().stream())
        .toList();
  }

  /** What is compared of a loop; the time first. */
  private static List<Quantity> quantities(SweepData data, LoadShape shape) {
    Quantity rate =
        new Quantity("rate", "calls/s", false, c -> Sample.of(c, ProcessRuns::callsPerSecond));
    Quantity client = new Quantity("client-cpu", "client CPU of a call", true, CallCost::clientOf);
    Quantity server = new Quantity("server-cpu", "server CPU of a call", true, CallCost::serverOf);
    Quantity bytes = new Quantity("bytes", "bytes of a call", true, CallCost::bytesOf);
    return switch (shape) {
      case COUNTED ->
          List.of(
              time("time of a run", ProcessRuns::timeTotalAvg),
              rate,
              p99(CLOSED_P99, c -> Sample.ofAll(c, p99(c))),
              client,
              server,
              bytes);
      case TIMED ->
          List.of(
              time("time of a call", ProcessRuns::microsPerCall),
              rate,
              p99(CLOSED_P99, c -> comparesP99(c) ? Sample.of(c, ProcessRuns::p99Us) : Sample.NONE),
              client,
              server,
              bytes);
      case OPEN -> {
        Quantity p99 = p99("p99 response time", Level.P99::response);
        Quantity p50 = new Quantity("p50", "median response time", true, Level.P50::response);
        boolean hasP99 = Level.of(data) == Level.P99;
        yield List.of(hasP99 ? p99 : p50, hasP99 ? p50 : p99, client, server, bytes);
      }
    };
  }

  /** Whether as many calls were under way as asked for, and the percentile is one of a reply. */
  private static boolean comparesP99(Cell cell) {
    return !cell.againstLatencies().contains(Flag.UNDER_THREADS.label())
        && PERCENT * cell.timedOutShare() <= PERCENT - P99;
  }

  /** Of the added histograms, where as many calls were under way as asked for. */
  private static double p99(Cell cell) {
    return Explanation.of(cell).isUnderThreads() || PERCENT * cell.timedOutShare() > PERCENT - P99
        ? Double.NaN
        : cell.latency().at(P99);
  }

  private static Quantity time(String label, ToDoubleFunction<ProcessRuns> of) {
    return new Quantity("time", label, true, cell -> Sample.of(cell, of));
  }

  private static Quantity p99(String label, Function<Cell, Sample> values) {
    return new Quantity("p99", label, true, values);
  }

  private List<Overview> all() {
    return loads.all().stream().map(this::at).toList();
  }

  private Overview at(Load load) {
    List<Line> lines = lines(load);
    List<String> baselines =
        lines.stream()
            .filter(line -> line.cell() != null || line.baseline().equals(baseline))
            .map(Line::baseline)
            .distinct()
            .toList();
    List<String> picked = baselines.contains(baseline) ? baselines : List.of(baseline);
    List<Measure> measures = new ArrayList<>();
    for (Quantity quantity : quantities) {
      Map<String, Own> own = own(quantity, lines);
      boolean isFirst = measures.isEmpty();
      if (isFirst || !own.isEmpty()) {
        measures.add(
            new Measure(
                quantity.id(),
                quantity.label(),
                quantity.lowerIsBetter(),
                picked.stream().map(one -> rows(quantity, lines, one, isFirst)).toList(),
                own));
      }
    }
    return new Overview(
        scope, load, load.equals(loads.middle()), picked, picked.indexOf(baseline), measures);
  }

  /** What was measured at a load, or failed there; in the order of the model. */
  private List<Line> lines(Load load) {
    Map<String, Line> lines = new LinkedHashMap<>();
    Stream.concat(
            loads.at(load).stream().map(this::line),
            failures.getOrDefault(load.place(), List.of()).stream()
                .map(f -> line(Series.of(f.point()), null, "failed: " + f.cause().label())))
        .forEach(line -> lines.putIfAbsent(line.label(), line));
    return List.copyOf(lines.values());
  }

  private Line line(Cell cell) {
    return cell.is(LoadShape.COUNTED) && !cell.isSound()
        ? line(cell.series(), null, cell.callsNotOk() > 0 ? "calls failed" : "runs are missing")
        : line(cell.series(), cell, "");
  }

  private Line line(Series series, @Nullable Cell cell, String failed) {
    String label = loads.label(series);
    return new Line(
        label,
        series,
        Loads.ways(series.dimensions()),
        alone ? label : loads.subject(series),
        cell,
        failed);
  }

  private Map<String, Own> own(Quantity quantity, List<Line> lines) {
    Map<String, Own> own = new LinkedHashMap<>();
    for (Line line : lines) {
      Sample sample = line.sample(quantity);
      if (sample.size() > 0) {
        double mean = sample.mean(0).interval().value();
        own.put(line.label(), Own.of(scope, quantity.id(), mean));
      }
    }
    return own;
  }

  private List<Row> rows(Quantity quantity, List<Line> lines, String against, boolean isFirst) {
    return lines.stream()
        .filter(line -> !line.baseline().equals(against))
        .map(
            line ->
                isFirst && against.equals(baseline)
                    ? judged(line)
                    : unjudged(quantity, line, reference(lines, line, against)))
        .toList();
  }

  /** The baseline, its calls made in the same way. */
  private Line reference(List<Line> lines, Line line, String against) {
    return lines.stream()
        .filter(each -> each.baseline().equals(against))
        .filter(each -> alone || each.way().equals(line.way()))
        .findFirst()
        .orElseGet(() -> new Line(against, line.series(), line.way(), against, null, ""));
  }

  private Row judged(Line line) {
    Pair pair = line.cell() == null ? null : judged.get(line.cell().point());
    if (pair == null) {
      return row(
          line,
          Estimate.NOTHING,
          0,
          Verdict.NONE,
          line.failed().isEmpty() ? NOTHING_IN_COMMON : line.failed());
    }
    return Row.of(line.label(), pair, range(line));
  }

  private Row unjudged(Quantity quantity, Line line, Line reference) {
    Sample ours = line.sample(quantity);
    Sample theirs = reference.sample(quantity);
    return row(
        line,
        ours.size() == 0 || theirs.size() == 0
            ? Estimate.NOTHING
            : ours.by(theirs, Objects.hash(line.label(), reference.label())),
        Math.min(ours.size(), theirs.size()),
        Verdict.NONE,
        "");
  }

  private Row row(Line line, Estimate estimate, int processes, Verdict verdict, String standing) {
    return new Row(
        line.label(),
        line.series().technology(),
        estimate,
        processes,
        verdict,
        standing,
        range(line));
  }

  private Range range(Line line) {
    return ranges.getOrDefault(line.label(), Range.NONE);
  }
}
