package io.rpcstress.analysis.choice;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.choice.Evidence.Kind;
import io.rpcstress.analysis.choice.Evidence.Offer;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that a sweep measured and a reader can choose from, in the order of the model. */
public final class Measurements {

  private static final double P99 = 99;

  /** A payload of lists is written as the number of their elements, each of so many bytes. */
  private static final String ELEMENTS = "elements=";

  private static final long ELEMENT_BYTES = 23;

  private Measurements() {}

  /** Those of a sweep. */
  public static List<Evidence> of(SweepData data) {
    List<Evidence> all = new ArrayList<>();
    data.steady().forEach(cell -> all.add(steady(cell)));
    ofLikeLength(data).forEach(cell -> all.add(counted(cell)));
    data.open().forEach(cell -> all.add(offered(cell)));
    data.searches().forEach(search -> probes(search, all));
    data.failedPoints(LoadShape.OPEN).forEach(failure -> all.add(failed(Kind.OPEN, failure)));
    data.failedPoints(LoadShape.TIMED).forEach(failure -> all.add(failed(Kind.STEADY, failure)));
    data.failedPoints().forEach(failure -> all.add(failed(Kind.FIRST_SECONDS, failure)));
    return List.copyOf(all);
  }

  private static Evidence steady(Cell cell) {
    List<String> against = new ArrayList<>();
    if (!cell.steadyIsShown()) {
      against.add("steady state assumed after a fixed warm-up");
    }
    if (!cell.hasSettled()) {
      against.add(
          "%d of %d processes settled".formatted(cell.settled().size(), cell.processes().size()));
    }
    cell.leftOut()
        .forEach(
            (flag, n) ->
                against.add(n + (n == 1 ? " process" : " processes") + " left out by " + flag));
    if (cell.callsFailed()) {
      against.add("calls failed");
    }
    return closed(Kind.STEADY, cell, cell, against);
  }

  /**
   * Of a closed loop.
   *
   * @param costs the cell as what it costs is known of it; null where that is not
   */
  private static Evidence closed(Kind kind, Cell cell, @Nullable Cell costs, List<String> against) {
    Double p99 = cell.againstLatencies().isEmpty() ? cell.latency().at(P99) : null;
    boolean between = kind != Kind.FIRST_SECONDS;
    return of(
        kind,
        cell.point(),
        cell.conditions().payloadBytes(),
        cell.valid().size(),
        mean(cell, ProcessRuns::callsPerSecond),
        p99 == null ? null : Interval.unknown(p99),
        new Evidence.Costs(
            costs == null ? null : mean(costs, ProcessRuns::clientCpuUs),
            costs == null ? null : mean(costs, ProcessRuns::serverCpuUs),
            costs == null || !between ? null : mean(costs, p -> p.perCall(Run::proxyCpuUs)),
            cell.perCall(Run::bytes)),
        String.join("; ", against),
        "");
  }

  /** The mean over processes with its interval; null where one does not know it. */
  private static @Nullable Interval mean(Cell cell, Function<ProcessRuns, @Nullable Double> what) {
    return ProcessInterval.of(cell, what).map(Estimate::interval).orElse(null);
  }

  /**
   * One a series and thread count: at the requests that a report shows first, or where a series
   * lacks those, at its most, since a longer run is a warmer one.
   */
  private static Iterable<Cell> ofLikeLength(SweepData data) {
    if (data.cells().isEmpty()) {
      return List.of();
    }
    int wanted = Loads.of(data, LoadShape.COUNTED).middle().requests();
    Comparator<Cell> order =
        Comparator.comparing((Cell c) -> c.point().requestNum() == wanted)
            .thenComparingInt(c -> c.point().requestNum());
    Map<Point, Cell> chosen = new LinkedHashMap<>();
    for (Cell cell : data.cells()) {
      chosen.merge(cell.point().withRequests(1), cell, (a, b) -> order.compare(a, b) > 0 ? a : b);
    }
    return chosen.values();
  }

  private static Evidence counted(Cell cell) {
    List<String> against = new ArrayList<>();
    if (!Flags.invalidating(cell).isEmpty()) {
      against.add("taken out of verdicts by " + String.join(", ", Flags.invalidating(cell)));
    }
    if (!cell.isSound()) {
      against.add(cell.callsNotOk() > 0 ? "calls failed" : "runs are missing");
    }
    boolean costKnown = !cell.flags().contains(Explanation.OVER_CPU);
    return closed(Kind.FIRST_SECONDS, cell, costKnown ? cell : null, against);
  }

  /**
   * As two sweeps are compared: of the processes that no flag leaves out; where it leaves none, of
   * all, without intervals.
   */
  private static Evidence offered(Cell cell) {
    int all = cell.processes().size();
    int left = cell.valid().size();
    Cell used = left == 0 ? cell.unjudged() : cell;
    String causes = String.join(", ", cell.leftOut().keySet());
    List<String> against = new ArrayList<>();
    if (left == 0) {
      against.addAll(cell.leftOut().keySet());
    }
    if (used.callsFailed()) {
      against.add("calls lost");
    }
    Function<Function<ProcessRuns, @Nullable Double>, @Nullable Interval> mean =
        what -> {
          Interval found = mean(used, what);
          return found == null || left > 0 ? found : Interval.unknown(found.value());
        };
    Interval bytes = mean.apply(ProcessRuns::bytes);
    return of(
        Kind.OPEN,
        cell.processes().get(0).point(),
        null,
        left == 0 ? all : left,
        Interval.unknown(cell.offered().rate()),
        mean.apply(process -> process.offered().response().p99Us()),
        new Evidence.Costs(
            mean.apply(ProcessRuns::clientCpuUs),
            mean.apply(ProcessRuns::serverCpuUs),
            null,
            bytes == null ? null : (Double) bytes.value()),
        String.join("; ", against),
        left == 0 || left == all
            ? ""
            : "%d of %d processes left out by %s".formatted(all - left, all, causes));
  }

  /** The arrivals, and what a process did before its calls were counted. */
  private static Offer offer(Point point, OfferedLoad offered) {
    String fullSpeed = OfferedLabels.fullSpeed(point);
    return new Offer(
        offered.shape().label(),
        (fullSpeed.isEmpty() ? "" : fullSpeed + ", ") + OfferedLabels.warmup(offered));
  }

  /**
   * Every rate that a search tried, those tried again together. A percentile over its limit is a
   * number to compare. A probe that lost its load carries none: the others at its rate stay, and
   * where there are none the rate is one that was not held.
   */
  private static void probes(RateSearch search, List<Evidence> all) {
    Map<Integer, List<RateSearch.Probe>> byRate = new LinkedHashMap<>();
    search.probes().forEach(p -> byRate.computeIfAbsent(p.rate(), r -> new ArrayList<>()).add(p));
    byRate.forEach((rate, probes) -> all.add(probes(search, rate, probes)));
  }

  private static Evidence probes(RateSearch search, int rate, List<RateSearch.Probe> all) {
    String label = new Series(0, search.technology(), search.variant()).label();
    List<RateSearch.Probe> good = all.stream().filter(p -> loss(p).isEmpty()).toList();
    List<RateSearch.Probe> probes = good.isEmpty() ? all : good;
    String losses =
        all.stream()
            .map(Measurements::loss)
            .filter(text -> !text.isEmpty())
            .distinct()
            .collect(Collectors.joining("; "));
    return new Evidence(
        Kind.OPEN,
        label,
        label,
        1,
        List.of(),
        "",
        "",
        null,
        0,
        0,
        probes.size(),
        Interval.unknown(rate),
        ProcessInterval.of(label, probes.stream().map(RateSearch.Probe::p99Us).toList())
            .map(Estimate::interval)
            .map(found -> good.isEmpty() ? Interval.unknown(found.value()) : found)
            .orElse(null),
        Evidence.Costs.UNKNOWN,
        good.isEmpty() ? losses : "",
        good.isEmpty() || losses.isEmpty()
            ? ""
            : "%d of %d probes did not hold it: %s"
                .formatted(all.size() - good.size(), all.size(), losses),
        "",
        new Offer(search.shape(), ""));
  }

  /** What a probe violated that is no percentile; empty where there is nothing. */
  private static String loss(RateSearch.Probe probe) {
    return Stream.of(probe.violated().split(", ", -1))
        .filter(each -> !each.isEmpty() && !each.matches("p[0-9.]+ [0-9.]+ ms"))
        .collect(Collectors.joining(", "));
  }

  /** Of an open loop with the load that it was offered. */
  private static Evidence failed(Kind kind, Failure failure) {
    OfferedLoad offered = failure.point().offered();
    Interval rate = offered == null ? null : Interval.unknown(offered.rate());
    return of(kind, failure.point(), null, 0, rate, null, Evidence.Costs.UNKNOWN, "", "")
        .failed(failure.cause().label());
  }

  private static Evidence of(
      Kind kind,
      Point point,
      @Nullable Long payloadBytes,
      int processes,
      @Nullable Interval rate,
      @Nullable Interval p99,
      Evidence.Costs costs,
      String against,
      String leftOut) {
    OfferedLoad offered = point.offered();
    return new Evidence(
        kind,
        subject(point),
        point.directoryName(),
        point.inFlight(),
        options(point),
        point.operation(),
        point.dimensions().text(Dimension.PAYLOAD),
        bytes(point, payloadBytes),
        point.threadNum(),
        kind == Kind.FIRST_SECONDS ? point.requestNum() : 0,
        processes,
        rate,
        p99,
        costs,
        against,
        leftOut,
        "",
        offered == null ? Offer.NONE : offer(point, offered));
  }

  /** The row's own, or the sum of the payload's parts, which are sizes or counts of elements. */
  static @Nullable Long bytes(Point point, @Nullable Long known) {
    if (known != null) {
      return known;
    }
    long sum = 0;
    for (String part : point.dimensions().text(Dimension.PAYLOAD).split(",", -1)) {
      String size = part.substring(part.indexOf('=') + 1);
      long bytes = part.startsWith(ELEMENTS) ? ELEMENT_BYTES : 1;
      if (!size.matches("[0-9]{1,9}")) {
        return null;
      }
      sum += bytes * Long.parseLong(size);
    }
    return sum;
  }

  /**
   * The way that its calls take, where they do not go to their server directly, and from how many.
   */
  private static List<String> options(Point point) {
    List<String> words = new ArrayList<>();
    for (Dimension each : List.of(Dimension.PATH, Dimension.CLIENTS)) {
      if (point.dimensions().has(each)) {
        words.add("--" + each.name());
        words.add(point.dimensions().text(each));
      }
    }
    return words;
  }

  /** Without what a reader says himself, and without how long it was measured. */
  private static String subject(Point point) {
    Dimensions rest =
        point
            .dimensions()
            .with(Dimension.OPERATION, Dimension.OPERATION.defaultValue())
            .with(Dimension.PAYLOAD, Dimension.PAYLOAD.defaultValue())
            .with(Dimension.FULL_SPEED, "")
            .with(Dimension.LOAD_WARMUP, "");
    return new Series(0, point.technology(), point.variant(), rest).labelWithoutTime();
  }
}
