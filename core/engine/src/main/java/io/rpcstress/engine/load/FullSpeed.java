package io.rpcstress.engine.load;

import io.rpcstress.measure.CallCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadFactory;

/**
 * Calls as fast as replies come, before an open loop and in the very way in which that loop will
 * call: what compiles a technology's blocking call leaves the one that it starts without waiting
 * cold. As many calls as there are threads are open at most. None of them is counted in a result.
 */
public final class FullSpeed {

  private final ThreadFactory threads;
  private final NanoClock clock;

  /** On the host's clock. */
  public FullSpeed(ThreadFactory threads) {
    this(threads, NanoClock.SYSTEM);
  }

  FullSpeed(ThreadFactory threads, NanoClock clock) {
    this.threads = threads;
    this.clock = clock;
  }

  /**
   * Calls for a time, then waits for the replies.
   *
   * @param callers as many as calls may be open at once; stay open
   * @param request what every call asks
   * @param tolerated calls that may fail before it is cut short; an exceeded deadline is not
   *     counted, as in an open loop
   * @return what became of the calls; where one was abandoned, callers are not to be used any more
   * @throws InterruptedException where the calling thread was interrupted; the threads end first
   */
  public <Q, R> LoadResult run(Callers<Q, R> callers, Q request, Duration time, long tolerated)
      throws InterruptedException {
    OpenCallers<Q, R> way = OpenCallers.open(callers);
    RunControl control = new RunControl(way.threads(), tolerated);
    OpenSeries unread = new OpenSeries(0, Math.toIntExact(time.toSeconds()) + 1);
    CallsAtOnce due = new CallsAtOnce(clock);
    try (RunThreads crew = new RunThreads(control);
        OpenTally<Q, R> tally = new OpenTally<>(callers, control, unread, null)) {
      crew.start(
          threads,
          way.workers(request, callers.options().threads(), due, control, clock, tally),
          ClosedLoop.LONGEST_OPENING.plus(callers.options().connectTimeout()));
      Instant startedAt = Instant.now();
      long opened = clock.nanos();
      long end = opened + time.toNanos();
      due.endAt(end);
      tally.window(opened, opened, end);
      control.gate.countDown();
      Duration waiting = callers.options().deadline().plus(ClosedLoop.GRACE);
      if (!control.awaitFinished(end + waiting.toNanos(), clock)) {
        control.end();
        crew.leave();
      }
      tally.end();
      CallCounts calls = tally.counts(Math.max(due.taken(), tally.ended()));
      return new LoadResult(
          startedAt,
          Math.max(1, clock.nanos() - opened),
          calls,
          tally.late(),
          tally.failures(),
          tally.response(),
          control.firstFailure());
    }
  }
}
