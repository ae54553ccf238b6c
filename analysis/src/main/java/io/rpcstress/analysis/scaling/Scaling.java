package io.rpcstress.analysis.scaling;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One technology's throughput over the calls under way at one load, with the law fitted to it where
 * it may be. Immutable.
 *
 * @param requests the request count; 0 of timed loops
 * @param points what was measured: one a process
 * @param counts how many places on the curve they are: of timed loops thread counts, since
 *     processes of one differ a little in the calls under way
 * @param fit empty where there is none to be printed
 * @param without why there is none; empty where there is one
 */
public record Scaling(
    Series series,
    RequestMode mode,
    int requests,
    List<Throughput> points,
    long counts,
    Optional<ScalabilityFit> fit,
    String without) {

  /**
   * What one process achieved.
   *
   * @param concurrency calls under way at a time as measured, by Little's law
   */
  public record Throughput(double concurrency, double callsPerSecond) {}

  public static List<Scaling> all(SweepData data) {
    List<Scaling> all = new ArrayList<>();
    for (Series series : data.series()) {
      Map<RequestMode, List<Cell>> byMode =
          data.of(series).stream()
              .filter(Scaling::allGood)
              .collect(
                  Collectors.groupingBy(
                      c -> c.point().requestMode(), TreeMap::new, Collectors.toList()));
      byMode.forEach((mode, cells) -> all.add(of(series, mode, cells)));
    }
    return all;
  }

  private static long counts(List<Throughput> some) {
    return some.stream().mapToDouble(Throughput::concurrency).distinct().count();
  }

  /** Every thread must have a call to make, and all calls be good. */
  private static boolean allGood(Cell cell) {
    Point point = cell.point();
    boolean allWork =
        point.requestMode() != RequestMode.TOTAL || point.requestNum() >= point.threadNum();
    return allWork && cell.callsNotOk() == 0 && cell.callsPerSecondAvg() > 0;
  }

  private static Scaling of(Series series, RequestMode mode, List<Cell> cells) {
    int requests = requests(cells);
    List<Cell> asked = cells.stream().filter(c -> c.point().requestNum() == requests).toList();
    TreeSet<String> against = new TreeSet<>();
    List<Throughput> points = new ArrayList<>();
    long unknown = 0;
    long out = 0;
    for (Cell cell : asked) {
      List<String> reasons = Flags.againstCapacity(cell);
      double concurrency = Explanation.of(cell).concurrency();
      if (!reasons.isEmpty()) {
        against.addAll(reasons);
        out++;
      } else if (Double.isNaN(concurrency)) {
        unknown++;
      } else {
        cell.processes().forEach(p -> points.add(new Throughput(concurrency, p.callsPerSecond())));
      }
    }
    String missing =
        (out == 0 ? "" : ", " + out + " withheld by " + String.join(" ", against))
            + (unknown == 0 ? "" : ", " + unknown + " without a mean latency");
    return of(series, mode, requests, points, counts(points), missing);
  }

  /**
   * With the law of points, if they carry one.
   *
   * @param missing what is not among them, as the end of a sentence; empty for nothing
   */
  private static Scaling of(
      Series series,
      RequestMode mode,
      int requests,
      List<Throughput> points,
      long counts,
      String missing) {
    Optional<ScalabilityFit> fit = Optional.empty();
    String without = "";
    if (counts < ScalabilityFit.MIN_COUNTS) {
      without = "too few counts: " + counts + ", " + ScalabilityFit.MIN_COUNTS + " needed";
    } else if (points.stream().allMatch(p -> p.concurrency() > ScalabilityFit.MAX_FIRST)) {
      without = "no point near one call under way, from which the law is read";
    } else {
      fit =
          ScalabilityFit.of(
              points.stream().mapToDouble(Throughput::concurrency).toArray(),
              points.stream().mapToDouble(Throughput::callsPerSecond).toArray());
      without =
          fit.isEmpty()
              ? "no fit was found"
              : fit.get().beatsConstant() ? "" : "a constant says as much: no law was seen";
    }
    return without.isEmpty()
        ? new Scaling(series, mode, requests, points, counts, fit, "")
        : new Scaling(series, mode, requests, points, counts, Optional.empty(), without + missing);
  }

  /** The request count with most thread counts; of those the largest, which is steadiest. */
  private static int requests(List<Cell> cells) {
    return Groups.of(cells.stream(), cell -> cell.point().requestNum()).entrySet().stream()
        .max(
            Comparator.comparingLong((Map.Entry<Integer, List<Cell>> e) -> threads(e.getValue()))
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse(0);
  }

  private static long threads(List<Cell> cells) {
    return cells.stream().map(cell -> cell.point().threadNum()).distinct().count();
  }

  public static List<Scaling> timed(SweepData data) {
    return Groups.of(data.steady().stream(), Cell::series).entrySet().stream()
        .map(each -> timed(each.getKey(), each.getValue()))
        .toList();
  }

  private static Scaling timed(Series series, List<Cell> cells) {
    List<Throughput> points = new ArrayList<>();
    TreeSet<Integer> threads = new TreeSet<>();
    TreeSet<String> flags = new TreeSet<>();
    long assumed = 0;
    long out = 0;
    long failed = 0;
    long unknown = 0;
    for (Cell cell : cells) {
      for (ProcessRuns each : cell.processes()) {
        double underWay = each.callsUnderWay();
        if (!cell.steadyIsShown()) {
          assumed++;
        } else if (!each.valid()) {
          flags.addAll(each.invalidating());
          out++;
        } else if (each.callsNotOk() > 0 || each.callsOk() == 0) {
          failed++;
        } else if (!(underWay > 0)) {
          unknown++;
        } else {
          points.add(new Throughput(underWay, each.callsPerSecond()));
          threads.add(cell.point().threadNum());
        }
      }
    }
    String missing =
        said(assumed, "whose steady state is assumed, not shown")
            + said(out, "left out by " + String.join(" ", flags))
            + said(failed, "with failed calls")
            + said(unknown, "without their calls under way");
    return of(series, RequestMode.TOTAL, 0, points, threads.size(), missing);
  }

  private static String said(long processes, String what) {
    return processes == 0
        ? ""
        : ", %d %s %s".formatted(processes, processes == 1 ? "process" : "processes", what);
  }
}
