package io.rpcstress.client.harness.metrics;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long the rest takes, at the pace so far. */
public final class RemainingTime {

  private RemainingTime() {}

  /**
   * An estimate.
   *
   * @param elapsed from the session's beginning to the end of the last of them
   * @param sinceLast from then until now; more than a process takes on average counts as that much
   * @return null where no process has ended yet
   */
  public static @Nullable Duration of(long ended, Duration elapsed, Duration sinceLast, long left) {
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
