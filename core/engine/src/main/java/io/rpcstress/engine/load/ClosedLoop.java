package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The closed loop: every thread waits for a reply before its next call. One run is
 *
 * <ol>
 *   <li>all threads start and wait at a gate;
 *   <li>the gate opens and the clock runs; in order 0 each thread first makes its connection;
 *   <li>each thread makes its share of the calls;
 *   <li>the clock stops at the last reply, the counters are read, the threads are released.
 * </ol>
 */
public final class ClosedLoop {

  private final ThreadFactory threads;
  private final NanoClock clock;
  private final Duration grace;

  public ClosedLoop(ThreadFactory threads) {
    this(threads, NanoClock.SYSTEM, RunControl.GRACE);
  }

  ClosedLoop(ThreadFactory threads, NanoClock clock, Duration grace) {
    this.threads = threads;
    this.clock = clock;
    this.grace = grace;
  }

  /** Runs once; more bad calls than are tolerated cut the run short. */
  public <Q, R> LoadResult run(
      Callers<Q, R> callers,
      Q request,
      RequestMode mode,
      int requestNum,
      long tolerated,
      Meter meter)
      throws InterruptedException {
    int threadNum = callers.options().threads();
    try (RunControl control = new RunControl(threadNum, tolerated, clock)) {
      Histogram firsts =
          callers.operation().isStream() ? new ConcurrentHistogram(Latencies.DIGITS) : null;
      List<CountedThread<Q, R>> work = new ArrayList<>(threadNum);
      for (int i = 0; i < threadNum; i++) {
        long share = mode.callsOf(i, threadNum, requestNum);
        work.add(new CountedThread<>(i, share, callers, request, control, grace, firsts));
      }
      control.start(threads, work, RunControl.STARTING);
      meter.beforeGate();
      Instant startedAt = Instant.now();
      long opened = clock.nanos();
      control.openGate();
      if (!control.awaitFinished(RunControl.NEVER)) {
        control.leave();
      }
      long closed = clock.nanos();
      meter.afterLastReply();
      return collect(
          work, control, mode.calls(threadNum, requestNum), startedAt, opened, closed, firsts);
    }
  }

  private <Q, R> LoadResult collect(
      List<CountedThread<Q, R>> work,
      RunControl control,
      long issued,
      Instant startedAt,
      long opened,
      long closed,
      @Nullable Histogram firsts) {
    long ok = 0;
    long late = 0;
    long last = Long.MIN_VALUE;
    Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
    Histogram latencies = new Histogram(Latencies.DIGITS);
    for (CountedThread<Q, R> each : work) {
      ok += each.ok();
      late += each.late();
      each.addFailuresTo(failures);
      each.addLatenciesTo(latencies);
      if (each.worked()) {
        last = Math.max(last, each.endedAt() - opened);
      }
    }
    boolean whole = !control.ended() && last != Long.MIN_VALUE;
    return new LoadResult(
        startedAt,
        Math.max(1, whole ? last : closed - opened),
        LoadResult.counts(issued, ok, failures),
        late,
        failures,
        latencies,
        firsts,
        control.firstFailure());
  }
}
