package io.rpcstress.client.harness.metrics;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the processes that a command or a sweep is made of.
 *
 * @param flagged of those done: how many carry a flag that keeps them out of verdicts
 * @param skipped never to be tried, because an earlier one failed
 * @param left to come, the present one included
 */
public record ProcessCounts(long done, long failed, long flagged, long skipped, long left) {

  /** The same once a process has ended. */
  public ProcessCounts ended(boolean hasResult, boolean isFlagged) {
    return new ProcessCounts(
        done + (hasResult ? 1 : 0),
        failed + (hasResult ? 0 : 1),
        flagged + (hasResult && isFlagged ? 1 : 0),
        skipped,
        Math.max(0, left - 1));
  }

  /** The same with more to come. */
  public ProcessCounts with(int further) {
    return new ProcessCounts(done, failed, flagged, skipped, left + further);
  }

  /**
   * How long the rest takes, at the pace so far.
   *
   * @param elapsed from the session's beginning to the end of the last of those that have ended
   * @param sinceLast from then until now; more than a process takes on average counts as that much
   * @return null where no process has ended yet
   */
  public static @Nullable Duration timeFor(
      long left, long ended, Duration elapsed, Duration sinceLast) {
    if (ended == 0) {
      return null;
    }
    if (left == 0) {
      return Duration.ZERO;
    }
    Duration each = elapsed.dividedBy(ended);
    return each.multipliedBy(left).minus(sinceLast.compareTo(each) < 0 ? sinceLast : each);
  }
}
