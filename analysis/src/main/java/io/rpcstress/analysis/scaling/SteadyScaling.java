package io.rpcstress.analysis.scaling;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.scaling.Scaling.Throughput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One technology's throughput in timed loops over the calls under way, with the law fitted to it
 * where it may be. A process counts where it was shown steady, no flag leaves it out, and all its
 * calls were good. Immutable.
 *
 * @param series the technology, at one load beside its threads
 * @param points what was measured: one a process
 * @param counts thread counts that any of them is of: processes of one count differ a little in the
 *     calls under way, and are no further place on the curve
 * @param fit empty where there is none to be printed
 * @param without why there is none; empty where there is one
 */
public record SteadyScaling(
    Series series,
    List<Throughput> points,
    long counts,
    Optional<ScalabilityFit> fit,
    String without) {

  /** Copies the list. */
  public SteadyScaling {
    points = List.copyOf(points);
  }

  /** Of every technology of a sweep's timed loops, load by load. */
  public static List<SteadyScaling> all(SweepData data) {
    Map<Series, List<Cell>> bySeries =
        data.steady().stream()
            .collect(Collectors.groupingBy(Cell::series, LinkedHashMap::new, Collectors.toList()));
    List<SteadyScaling> all = new ArrayList<>();
    bySeries.forEach((series, cells) -> all.add(of(series, cells)));
    return all;
  }

  private static SteadyScaling of(Series series, List<Cell> cells) {
    List<Throughput> points = new ArrayList<>();
    TreeSet<Integer> threads = new TreeSet<>();
    TreeSet<String> flags = new TreeSet<>();
    long assumed = 0;
    long out = 0;
    long failed = 0;
    long unknown = 0;
    for (Cell cell : cells) {
      for (ProcessRuns each : cell.processes()) {
        Double underWay = each.callsUnderWay();
        if (!cell.steadyIsShown()) {
          assumed++;
        } else if (!each.valid()) {
          flags.addAll(each.invalidating());
          out++;
        } else if (each.callsNotOk() > 0 || each.callsOk() == 0) {
          failed++;
        } else if (underWay == null || !(underWay > 0)) {
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
    Law law = Law.of(points, threads.size(), missing);
    return new SteadyScaling(series, points, threads.size(), law.fit(), law.without());
  }

  private static String said(long processes, String what) {
    return processes == 0
        ? ""
        : ", %d %s %s".formatted(processes, processes == 1 ? "process" : "processes", what);
  }
}
