package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.campaign.repeat.Repeated;
import io.rpcstress.client.harness.campaign.repeat.RuntimeRatio;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.statistics.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a sweep's technologies differ by so far, read from its raw files. */
public final class Comparisons {

  private static final Contender BASELINE = new Contender("rpcx", Point.EXAMPLE);

  /** Fewer processes of a technology have no interval. */
  private static final int MIN_PROCESSES = 2;

  private Comparisons() {}

  /**
   * The runtime of every technology by rpcx's, or the first one's where rpcx is not among them, at
   * every thread and request count. Processes that a flag takes out of verdicts do not count, and
   * cells that have failed are left out. An interval for each pair that both have two results or
   * more.
   */
  public static List<Interval> intervals(SweepGrid grid, Path folder, NextPoint next)
      throws IOException {
    RawFiles files = new RawFiles(folder);
    List<Interval> all = new ArrayList<>();
    for (int t = 0; t < grid.threads().size(); t++) {
      for (int r = 0; r < grid.requests().size(); r++) {
        Map<Contender, Repeated> cells = new LinkedHashMap<>();
        for (Contender each : grid.contenders()) {
          Point point = grid.point(each, grid.threads().value(t), grid.requests().value(r));
          cells.put(
              each,
              next.hasFailed(point)
                  ? new Repeated(point)
                  : measured(point, grid.repetitions(), files));
        }
        cells.forEach(
            (contender, each) -> {
              Repeated first = cells.get(reference(grid, contender));
              if (first != null && each != first && isEnough(first) && isEnough(each)) {
                all.add(RuntimeRatio.of(each, first).ratio());
              }
            });
      }
    }
    return all;
  }

  /**
   * The report's baseline in the same dimensions, so that what becomes narrow is what it judges.
   */
  private static Contender reference(SweepGrid grid, Contender other) {
    List<Contender> alike =
        grid.contenders().stream().filter(each -> each.own().equals(other.own())).toList();
    Contender baseline = BASELINE.with(other.own());
    return alike.contains(baseline) ? baseline : alike.get(0);
  }

  private static boolean isEnough(Repeated cell) {
    return cell.processes().size() >= MIN_PROCESSES;
  }

  private static Repeated measured(Point point, int repetitions, RawFiles files)
      throws IOException {
    Repeated cell = new Repeated(point);
    for (int repetition = 0; repetition < repetitions; repetition++) {
      Point each = point.repeated(repetition);
      if (files.isComplete(each)) {
        Path csv = files.csv(each);
        ProcessSample process =
            new ProcessSample(RunCsv.read(csv).runs(), RawFiles.histograms(csv));
        if (process.invalidating().isEmpty()) {
          cell.add(process);
        }
      }
    }
    return cell;
  }
}
