package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.campaign.sweep.NextPoint.Tally;
import io.rpcstress.client.harness.campaign.sweep.NextPoint.Todo;
import io.rpcstress.client.harness.metrics.MeasurementMetrics;
import io.rpcstress.client.harness.metrics.ProcessCounts;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far the sweep is, for the console and for scrapes. Confined to the thread that measures. */
public final class SweepProgress {

  private final SweepPlan plan;
  private final Ledger ledger;
  private final @Nullable MeasurementMetrics metrics;
  private @Nullable Instant begun;
  private long measured;

  /** Of those the ones that a flag sent back among the open ones. */
  private long again;

  private @Nullable SweepGrid counted;

  /** Of the results whose flags were read, which are read once. */
  private final Map<Point, Boolean> flagged = new HashMap<>();

  private ProcessCounts sums = new ProcessCounts(0, 0, 0, 0, 0);

  public SweepProgress(SweepPlan plan, Ledger ledger, @Nullable MeasurementMetrics metrics) {
    this.plan = plan;
    this.ledger = ledger;
    this.metrics = metrics;
  }

  /** Before a point. A grid grows by rounds: then all is counted again. */
  public void before(SweepGrid grid) throws IOException {
    if (begun == null) {
      begun = Instant.now(); // the servers that come first, and their warm-up, are no pace
    }
    if (!grid.equals(counted)) {
      count(grid);
    }
  }

  /** Counts all again only where a point may have ended its row: a sweep has tens of thousands. */
  public void after(SweepGrid grid, Todo todo) throws IOException {
    boolean all = grid.threads().isOpenEnded() || grid.requests().isOpenEnded();
    for (Point point : todo.points(grid)) {
      flagged.remove(point);
      switch (ledger.state(point)) {
        case DONE -> sums = sums.ended(true, metrics != null && isFlagged(point));
        case FAILED -> all = true;
        case OPEN -> again++;
      }
    }
    measured += todo.contenders().size();
    if (all) {
      count(grid);
    } else if (metrics != null) {
      metrics.tally(sums);
    }
  }

  private void count(SweepGrid grid) throws IOException {
    counted = grid;
    Tally now = plan.withRounds(grid.repetitions()).nextPoint(ledger).tally();
    long outOfVerdicts = 0;
    if (metrics != null) {
      for (Point result : now.results()) {
        outOfVerdicts += isFlagged(result) ? 1 : 0;
      }
    }
    sums = new ProcessCounts(now.done(), now.failed(), outOfVerdicts, now.skipped(), now.left());
    if (metrics != null) {
      metrics.tally(sums);
    }
  }

  private boolean isFlagged(Point result) throws IOException {
    Boolean known = flagged.get(result);
    if (known == null) {
      known = !Ledger.invalidating(ledger.runs(result)).isEmpty();
      flagged.put(result, known);
    }
    return known;
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
