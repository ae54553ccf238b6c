package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Ends a closed loop's run where a call is stuck. Confined to the thread that runs the load. */
final class ClosedWatch {

  private final List<? extends CallingThread<?, ?>> work;
  private final RunControl control;
  private final NanoClock clock;
  private final Duration deadline;
  private final Duration grace;

  /**
   * A watch over the threads of one run.
   *
   * @param grace how long after its deadline a call may still return by itself
   */
  ClosedWatch(
      List<? extends CallingThread<?, ?>> work,
      RunControl control,
      NanoClock clock,
      Duration deadline,
      Duration grace) {
    this.work = work;
    this.control = control;
    this.clock = clock;
    this.deadline = deadline;
    this.grace = grace;
  }

  /**
   * Waits for the last reply, a time, or the end of the run.
   *
   * @param until on the run's clock, ns; {@link Long#MAX_VALUE} for none
   * @return whether all threads have finished
   */
  boolean await(long until) throws InterruptedException {
    long callNanos = deadline.plus(grace).toNanos();
    long openingNanos = Math.max(callNanos, ClosedLoop.LONGEST_OPENING.toNanos());
    while (!control.ended()) {
      long now = clock.nanos();
      if (until != Long.MAX_VALUE && now - until >= 0) {
        return false;
      }
      for (CallingThread<?, ?> each : work) {
        if (each.isStuck(now, openingNanos, callNanos)) {
          control.end(
              FailureKind.DEADLINE,
              "thread %d did not come back within the deadline of %d ms and %d ms more"
                  .formatted(each.thread(), deadline.toMillis(), grace.toMillis()));
          return false;
        }
      }
      long wait = TimeUnit.MILLISECONDS.toNanos(RunThreads.WATCH_MILLIS);
      long left = until == Long.MAX_VALUE ? wait : Math.min(wait, until - now);
      if (control.finished.await(left, TimeUnit.NANOSECONDS)) {
        return true;
      }
    }
    return false;
  }
}
