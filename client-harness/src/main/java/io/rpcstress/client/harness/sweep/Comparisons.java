package io.rpcstress.client.harness.sweep;

import io.rpcstress.client.harness.repeat.ProcessSample;
import io.rpcstress.client.harness.repeat.Repeated;
import io.rpcstress.client.harness.repeat.RuntimeRatio;
import io.rpcstress.client.harness.sweep.SweepGrid.Contender;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.statistics.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a sweep's technologies differ by so far, read from its raw files. */
public final class Comparisons {

  /** Fewer processes of a technology have no interval. */
  private static final int MIN_PROCESSES = 2;

  private Comparisons() {}

  /**
   * The runtime of every technology by the first one's, at every thread and request count.
   *
   * @param grid of closed loops, without an open end
   * @param folder the sweep's
   * @return an interval for each pair that both have two results or more
   * @throws IOException if a raw file cannot be read
   */
  public static List<Interval> intervals(SweepGrid grid, Path folder) throws IOException {
    RawFiles files = new RawFiles(folder);
    List<Interval> all = new ArrayList<>();
    for (int t = 0; t < grid.threads().size(); t++) {
      for (int r = 0; r < grid.requests().size(); r++) {
        List<Repeated> cells = new ArrayList<>();
        for (Contender each : grid.contenders()) {
          Point point = grid.point(each, grid.threads().value(t), grid.requests().value(r));
          cells.add(measured(point, grid.repetitions(), files));
        }
        Repeated first = cells.get(0);
        for (Repeated each : cells.subList(1, cells.size())) {
          if (isEnough(first) && isEnough(each)) {
            all.add(RuntimeRatio.of(each, first).ratio());
          }
        }
      }
    }
    return all;
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
        cell.add(new ProcessSample(RunCsv.read(csv).runs(), RawFiles.histograms(csv)));
      }
    }
    return cell;
  }
}
