package io.rpcstress.engine.load;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.engine.load.ReplyJudge.CallFailure;
import io.rpcstress.measure.OfferedLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The open loop: calls are made when they are due, whatever became of those before. One run is
 *
 * <ol>
 *   <li>every connection that callers hold for themselves is made, before any clock runs;
 *   <li>the gate opens and the warm-up begins: the same load, counted apart;
 *   <li>from the warm-up's end on, the calls that are due are counted, each with the time since it
 *       was due (response) and since it was started (service);
 *   <li>the run ends with the last reply, or a deadline after the last call was due: by then every
 *       call had at least its deadline. What is still open or was never started is abandoned.
 * </ol>
 *
 * <p>A call that is due while all callers are busy waits, in turn, and its waiting is part of its
 * response time; see {@link OpenWorker}.
 */
public final class OpenLoop {

  private static final int SECOND_MILLIS = 1_000;

  private final ThreadFactory threads;
  private final NanoClock clock;
  private @Nullable Trace trace;
  private Runnable release = () -> {};
  private LongSupplier cpuNanos = () -> IntervalCpu.UNKNOWN;
  private int intervalMillis = SECOND_MILLIS;

  public OpenLoop(ThreadFactory threads) {
    this(threads, NanoClock.SYSTEM);
  }

  OpenLoop(ThreadFactory threads, NanoClock clock) {
    this.threads = threads;
    this.clock = clock;
  }

  /** The same loop, whose calls are due as those of a trace; null for a load that says it all. */
  public OpenLoop following(@Nullable Trace times) {
    trace = times;
    return this;
  }

  /** The same loop, whose clock starts when the gate returns, at which others wait, too. */
  public OpenLoop releasedBy(Runnable gate) {
    release = gate;
    return this;
  }

  /** The same loop, whose time series has the process' CPU time, ns; negative where unknown. */
  public OpenLoop readingCpu(LongSupplier nanos) {
    cpuNanos = nanos;
    return this;
  }

  /** The same loop, whose time series has intervals of this length: whole parts of a second, ms. */
  public OpenLoop inIntervalsOf(int millis) {
    intervalMillis = millis;
    return this;
  }

  /** How many calls of a load are counted: those that are due after the warm-up. */
  public static long calls(OfferedLoad load) {
    return Arrivals.count(load, null)[1];
  }

  /**
   * Runs once.
   *
   * @param callers as many as calls may be open at once; not yet connected
   * @param tolerated calls that may fail before the run is cut short; an exceeded deadline is not
   *     counted
   * @param whole reads counters around everything, connecting and warm-up included
   * @param window reads counters from the warm-up's end on; rehearsed before
   */
  public <Q, R> OpenLoopResult run(
      Callers<Q, R> callers, Q request, OfferedLoad load, long tolerated, Meter whole, Meter window)
      throws InterruptedException {
    long[] calls = Arrivals.count(load, trace);
    int seconds = load.warmupSeconds() + load.seconds();
    DueCalls due = DueCalls.of(load, trace, callers.mix());
    OpenSeries series = new OpenSeries(load.warmupSeconds(), load.seconds(), intervalMillis);
    IntervalCpu cpu = new IntervalCpu(seconds + 1, cpuNanos);
    whole.beforeGate();
    Way way = way(callers);
    try (RunControl control = new RunControl(way.threads(), tolerated, clock);
        OpenTally<Q, R> tally = new OpenTally<>(callers, control, series)) {
      start(callers, request, way, OpenWorker.MAX_OPEN, due, tally, control);
      if (load.warmupSeconds() == 0) { // then the first call that is made is counted
        window.beforeGate();
      }
      release.run();
      Instant startedAt = Instant.now();
      long opened = clock.nanos();
      long windowStart = opened + Arrivals.windowStart(load);
      long windowEnd = windowStart + TimeUnit.SECONDS.toNanos(load.seconds());
      due.between(opened, windowEnd);
      tally.window(opened, windowStart, windowEnd);
      control.openGate();
      long meterLate = awaitWindow(load, opened, control, cpu, window);
      boolean whollyEnded =
          control.awaitFinished(windowEnd + callers.options().deadline().toNanos());
      boolean broken = control.ended();
      long closed = clock.nanos();
      if (!whollyEnded) {
        control.end();
        control.leave();
      }
      tally.end();
      window.afterLastReply();
      whole.afterLastReply();
      long last = whollyEnded && !broken ? Math.max(windowEnd, tally.lastEnd()) : closed;
      return new OpenLoopResult(
          tally.result(startedAt.plusSeconds(load.warmupSeconds()), last - windowStart, calls[1]),
          tally.service(),
          tally.warmup(calls[0]),
          tally.achieved(),
          tally.series(cpu),
          way.async(),
          broken,
          windowStart,
          meterLate,
          tally.parts());
    }
  }

  /**
   * Calls as fast as replies come, before an open loop and in the very way in which that loop will
   * call: what compiles a technology's blocking call leaves the one that it starts without waiting
   * cold. As many calls as there are threads are open at most. None of them is counted in a result.
   *
   * @param callers as many as calls may be open at once; stay open
   * @param tolerated calls that may fail before it is cut short; an exceeded deadline is not
   *     counted, as in an open loop
   * @return what became of the calls; where one was abandoned, callers are not to be used any more
   */
  public <Q, R> LoadResult atFullSpeed(
      Callers<Q, R> callers, Q request, Duration time, long tolerated) throws InterruptedException {
    Way way = way(callers);
    OpenSeries unread = new OpenSeries(0, Math.toIntExact(time.toSeconds()) + 1, SECOND_MILLIS);
    DueCalls.AtOnce due = new DueCalls.AtOnce(clock);
    try (RunControl control = new RunControl(way.threads(), tolerated, clock);
        OpenTally<Q, R> tally = new OpenTally<>(callers, control, unread)) {
      start(callers, request, way, callers.options().threads(), due, tally, control);
      Instant startedAt = Instant.now();
      long opened = clock.nanos();
      long end = opened + time.toNanos();
      due.between(opened, end);
      tally.window(opened, opened, end);
      control.openGate();
      Duration waiting = callers.options().deadline().plus(RunControl.GRACE);
      if (!control.awaitFinished(end + waiting.toNanos())) {
        control.end();
        control.leave();
      }
      tally.end();
      long calls = Math.max(due.taken(), tally.ended());
      return tally.result(startedAt, clock.nanos() - opened, calls);
    }
  }

  /**
   * How calls are made.
   *
   * @param async whether one thread starts all of them
   * @param unopened why there is no session; null where there is one
   */
  private record Way(boolean async, int threads, @Nullable CallException unopened) {}

  /** Opens the session: only then it shows whether callers block. */
  private static <Q, R> Way way(Callers<Q, R> callers) {
    int threads = callers.options().threads();
    try {
      boolean async = callers.of(0) instanceof AsyncCaller<Q, R>;
      for (int i = 1; async && i < threads; i++) {
        callers.of(i);
      }
      return new Way(async, async ? 1 : threads, null);
    } catch (CallException e) {
      return new Way(false, threads, e);
    }
  }

  private <Q, R> void start(
      Callers<Q, R> callers,
      Q request,
      Way way,
      int mostOpen,
      DueCalls due,
      OpenTally<Q, R> tally,
      RunControl control)
      throws InterruptedException {
    if (way.unopened() != null) {
      tally.unopened(CallFailure.of(way.unopened()));
      return;
    }
    control.start(
        threads,
        OpenWorker.all(callers, request, way.async(), mostOpen, due, tally, control),
        RunControl.LONGEST_OPENING.plus(callers.options().connectTimeout()));
  }

  /**
   * Waits for the schedule's end; the meter of the counted calls is read when the warm-up is over,
   * and rehearsed in it.
   *
   * @return how long after the warm-up's end the meter was read, ns
   */
  private long awaitWindow(
      OfferedLoad load, long opened, RunControl control, IntervalCpu cpu, Meter window)
      throws InterruptedException {
    int warmup = load.warmupSeconds();
    long late = 0;
    cpu.read(0);
    if (warmup > 0) {
      awaitSeconds(1, warmup, opened, control, cpu, window);
      window.beforeGate();
      late = Math.max(0, clock.nanos() - opened - TimeUnit.SECONDS.toNanos(warmup));
    }
    awaitSeconds(warmup + 1, warmup + load.seconds(), opened, control, cpu, Meter.NONE);
    return late;
  }

  /**
   * Waits second by second, and reads the process' CPU time at each one's end; where all threads
   * end before, in the second that they end in.
   *
   * @param rehearsed at the end of each second behind which there is time enough
   */
  private void awaitSeconds(
      int first, int last, long opened, RunControl control, IntervalCpu cpu, Meter rehearsed)
      throws InterruptedException {
    long end = opened + TimeUnit.SECONDS.toNanos(last);
    boolean ended = false;
    for (int second = first; second <= last && !ended && !control.ended(); second++) {
      ended = control.awaitFinished(opened + TimeUnit.SECONDS.toNanos(second));
      cpu.read(second);
      if (!ended && !control.ended() && end - clock.nanos() >= Meter.MIN_LEFT_NANOS) {
        rehearsed.rehearse();
      }
    }
  }
}
