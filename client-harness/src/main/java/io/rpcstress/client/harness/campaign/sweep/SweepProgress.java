package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.campaign.sweep.NextPoint.Todo;
import io.rpcstress.client.harness.metrics.MeasurementMetrics;
import io.rpcstress.client.harness.metrics.ProcessCounts;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far the sweep is, for the console and for scrapes. Confined to the thread that measures. */
public final class SweepProgress {

  private final SweepPlan plan;
  private final Path folder;
  private final Ledger ledger;
  private final @Nullable MeasurementMetrics metrics;
  private @Nullable Instant begun;
  private long measured;

  /** Of those the ones that a flag sent back among the open ones. */
  private long again;

  private @Nullable SweepGrid counted;
  private @Nullable SweepTally tally;
  private ProcessCounts sums = new ProcessCounts(0, 0, 0, 0, 0);

  /**
   * Nothing is counted yet.
   *
   * @param metrics where scrapes find it; null for none
   */
  public SweepProgress(
      SweepPlan plan, Path folder, Ledger ledger, @Nullable MeasurementMetrics metrics) {
    this.plan = plan;
    this.folder = folder;
    this.ledger = ledger;
    this.metrics = metrics;
  }

  /** Before a point. A grid grows by rounds: then all is counted again. */
  public void before(SweepGrid grid) throws IOException {
    if (begun == null) {
      begun = Instant.now(); // the servers that come first, and their warm-up, are no pace
    }
    SweepTally now = tally;
    if (now == null || !grid.equals(counted)) {
      now = new SweepTally(plan, grid, folder, ledger);
      tally = now;
      counted = grid;
    }
    count(now);
  }

  public void after(SweepGrid grid, Todo todo) throws IOException {
    SweepTally now = tally;
    if (now == null) {
      return;
    }
    for (Contender each : todo.contenders()) {
      Point point =
          grid.point(each, todo.threadNum(), todo.requestNum()).repeated(todo.repetition());
      now.look(point);
      again += ledger.state(point) == Ledger.State.OPEN ? 1 : 0;
    }
    measured += todo.contenders().size();
    count(now);
  }

  private void count(SweepTally now) {
    sums = now.sums();
    if (metrics != null) {
      metrics.tally(sums);
    }
  }

  private Duration elapsed() {
    return begun == null ? Duration.ZERO : Duration.between(begun, Instant.now());
  }

  /**
   * The place of a process among all, of which those that are measured again are further ones.
   *
   * @param ended of the step's processes, which are not counted yet
   */
  public String place(int ended) {
    long left = Math.max(0, sums.left() - ended);
    long all = sums.done() + sums.failed() + sums.skipped() + sums.left() + again;
    Duration rest = ProcessCounts.timeFor(left, measured + ended, elapsed(), Duration.ZERO);
    String time = rest == null ? "" : ", about " + SweepStatus.text(rest) + " left";
    return "%d of %d processes%s".formatted(all - left, all, time);
  }
}
