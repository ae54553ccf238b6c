package io.rpcstress.engine.load;

import io.rpcstress.measure.OfferedLoad;
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
 * <p>Callers that do not block are all called by one thread. Of others there are as many threads as
 * calls may be open at once; a call that is due while all are busy waits, in turn, and its waiting
 * is part of its response time.
 */
public final class OpenLoop {

  private final ThreadFactory threads;
  private final NanoClock clock;
  private @Nullable LiveCounts live;
  private Runnable release = () -> {};
  private LongSupplier cpuNanos = () -> IntervalCpu.UNKNOWN;

  /** On the host's clock. */
  public OpenLoop(ThreadFactory threads) {
    this(threads, NanoClock.SYSTEM);
  }

  OpenLoop(ThreadFactory threads, NanoClock clock) {
    this.threads = threads;
    this.clock = clock;
  }

  /**
   * The same loop, whose replies are shown while it runs, those of the warm-up too.
   *
   * @param counts receives each; null where nothing is shown
   */
  public OpenLoop watchedBy(@Nullable LiveCounts counts) {
    live = counts;
    return this;
  }

  /**
   * The same loop, whose clock starts when others have come as far.
   *
   * @param gate returns when they have; run by the thread that runs the loop
   */
  public OpenLoop releasedBy(Runnable gate) {
    release = gate;
    return this;
  }

  /**
   * The same loop, whose time series has the process' CPU time.
   *
   * @param nanos CPU time so far, ns; negative where unknown
   */
  public OpenLoop readingCpu(LongSupplier nanos) {
    cpuNanos = nanos;
    return this;
  }

  /** How many calls of a load are counted: those that are due after the warm-up. */
  public static long calls(OfferedLoad load) {
    return Arrivals.count(load)[1];
  }

  /**
   * Runs once.
   *
   * @param callers as many as calls may be open at once; not yet connected
   * @param request what every call asks
   * @param load when calls are due
   * @param tolerated calls that may fail before the run is cut short; an exceeded deadline is not
   *     counted
   * @param whole reads counters around everything, connecting and warm-up included
   * @param window reads counters from the warm-up's end on; rehearsed before
   * @throws InterruptedException where the calling thread was interrupted; the run is ended first
   */
  public <Q, R> OpenLoopResult run(
      Callers<Q, R> callers, Q request, OfferedLoad load, long tolerated, Meter whole, Meter window)
      throws InterruptedException {
    long[] calls = Arrivals.count(load);
    long deadline = callers.options().deadline().toNanos();
    OpenSchedule schedule = new OpenSchedule(load);
    whole.beforeGate();
    OpenCallers<Q, R> way = OpenCallers.open(callers);
    RunControl control = new RunControl(way.threads(), tolerated);
    OpenSeries series = new OpenSeries(load.warmupSeconds(), load.seconds());
    IntervalCpu cpu = new IntervalCpu(load.warmupSeconds() + load.seconds() + 1, cpuNanos);
    try (RunThreads crew = new RunThreads(control);
        OpenTally<Q, R> tally = new OpenTally<>(callers, control, series, live)) {
      crew.start(
          threads,
          way.workers(request, StartingWorker.MAX_OPEN, schedule, control, clock, tally),
          ClosedLoop.LONGEST_OPENING.plus(callers.options().connectTimeout()));
      beforeGate(load, window);
      release.run();
      Instant startedAt = Instant.now();
      long opened = clock.nanos();
      long windowStart = opened + Arrivals.windowStart(load);
      long windowEnd = windowStart + TimeUnit.SECONDS.toNanos(load.seconds());
      schedule.startAt(opened);
      tally.window(opened, windowStart, windowEnd);
      control.gate.countDown();
      long meterLate = awaitWindow(load, opened, control, cpu, window);
      boolean whollyEnded = control.awaitFinished(windowEnd + deadline, clock);
      boolean broken = control.ended();
      long closed = clock.nanos();
      if (!whollyEnded) {
        control.end();
        crew.leave();
      }
      tally.end();
      window.afterLastReply();
      whole.afterLastReply();
      long last = whollyEnded && !broken ? Math.max(windowEnd, tally.lastEnd()) : closed;
      return new OpenLoopResult(
          new LoadResult(
              startedAt.plusSeconds(load.warmupSeconds()),
              Math.max(1, last - windowStart),
              tally.counts(calls[1]),
              tally.late(),
              tally.failures(),
              tally.response(),
              control.firstFailure()),
          tally.service(),
          tally.warmup(calls[0]),
          tally.achieved(),
          tally.series(cpu),
          way.isAsync(),
          broken,
          windowStart,
          meterLate);
    }
  }

  /** Without a warm-up the first call that is made is counted. */
  private static void beforeGate(OfferedLoad load, Meter window) {
    if (load.warmupSeconds() == 0) {
      window.beforeGate();
    }
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
   * Waits second by second, each as {@link RunControl#awaitFinished} does, and reads the process'
   * CPU time at each one's end; where all threads end before, in the second that they end in.
   *
   * @param rehearsed at the end of each second behind which there is time enough
   */
  private void awaitSeconds(
      int first, int last, long opened, RunControl control, IntervalCpu cpu, Meter rehearsed)
      throws InterruptedException {
    long end = opened + TimeUnit.SECONDS.toNanos(last);
    boolean ended = false;
    for (int second = first; second <= last && !ended && !control.ended(); second++) {
      ended = control.awaitFinished(opened + TimeUnit.SECONDS.toNanos(second), clock);
      cpu.read(second);
      if (!ended && !control.ended() && end - clock.nanos() >= Meter.MIN_LEFT_NANOS) {
        rehearsed.rehearse();
      }
    }
  }
}
