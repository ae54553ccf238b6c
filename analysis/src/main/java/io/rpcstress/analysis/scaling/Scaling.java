package io.rpcstress.analysis.scaling;

import io.rpcstress.analysis.model.Cell;
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
 * One technology's throughput over threads at one request count, with the law fitted to it.
 * Immutable.
 *
 * @param series the technology
 * @param mode the request mode
 * @param requests the request count
 * @param points what was measured: one a process
 * @param fit empty with too few thread counts, or where none was found
 */
public record Scaling(
    Series series,
    RequestMode mode,
    int requests,
    List<Throughput> points,
    Optional<ScalabilityFit> fit) {

  /** Copies the list. */
  public Scaling {
    points = List.copyOf(points);
  }

  /**
   * What one process achieved.
   *
   * @param threads calling
   * @param callsPerSecond mean of its warm runs' good calls a second
   */
  public record Throughput(int threads, double callsPerSecond) {}

  /** Of every technology and request mode of a sweep. */
  public static List<Scaling> all(SweepData data) {
    List<Scaling> all = new ArrayList<>();
    for (Series series : data.series()) {
      Map<RequestMode, List<Cell>> byMode =
          data.of(series).stream()
              .filter(Scaling::isFit)
              .collect(
                  Collectors.groupingBy(
                      c -> c.point().requestMode(), TreeMap::new, Collectors.toList()));
      byMode.forEach((mode, cells) -> all.add(of(series, mode, cells)));
    }
    return all;
  }

  /** How many thread counts there are. */
  public long counts() {
    return points.stream().mapToInt(Throughput::threads).distinct().count();
  }

  /** Every thread must have a call to make, and all calls be good. */
  private static boolean isFit(Cell cell) {
    Point point = cell.point();
    boolean allWork =
        point.requestMode() != RequestMode.TOTAL || point.requestNum() >= point.threadNum();
    return allWork && cell.callsNotOk() == 0 && cell.callsPerSecondAvg() > 0;
  }

  private static Scaling of(Series series, RequestMode mode, List<Cell> cells) {
    int requests = requests(cells);
    List<Throughput> points =
        cells.stream()
            .filter(c -> c.point().requestNum() == requests)
            .flatMap(
                c ->
                    c.processes().stream()
                        .map(ProcessRuns::callsPerSecond)
                        .map(rate -> new Throughput(c.point().threadNum(), rate)))
            .toList();
    return new Scaling(
        series,
        mode,
        requests,
        points,
        ScalabilityFit.of(
            points.stream().mapToInt(Throughput::threads).toArray(),
            points.stream().mapToDouble(Throughput::callsPerSecond).toArray()));
  }

  /** The request count with most thread counts; of those the largest, which is steadiest. */
  private static int requests(List<Cell> cells) {
    Map<Integer, TreeSet<Integer>> threads = new TreeMap<>();
    for (Cell cell : cells) {
      threads
          .computeIfAbsent(cell.point().requestNum(), r -> new TreeSet<>())
          .add(cell.point().threadNum());
    }
    return threads.entrySet().stream()
        .max(
            Comparator.comparingInt((Map.Entry<Integer, TreeSet<Integer>> e) -> e.getValue().size())
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse(0);
  }
}
