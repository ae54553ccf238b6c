package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.SeriesRow.Phase;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The timed closed loop: every thread waits for a reply before its next call, and all of them call
 * all the time. One run is
 *
 * <ol>
 *   <li>all threads start and wait at a gate; it opens, and each makes its connection;
 *   <li>the warm-up: all call, nothing is kept. Where the load says so, a few threads call alone in
 *       its first half: hundreds of them leave the compilers too little of a small processor. Where
 *       it is to go on until the process is steady, the calls of each window's length are counted
 *       and judged;
 *   <li>the windows, one right after the other: a call counts for the window that it ends in, so
 *       all threads start and stop measuring together;
 *   <li>after the last window no thread makes a further call; those that are open may return.
 * </ol>
 *
 * <p>The meter is read at each window's border by the thread that runs the load, while the others
 * keep calling; in the warm-up it is rehearsed at borders of its own. Latency is service time. A
 * call that outlives its deadline by {@link ClosedLoop#GRACE} ends the run, with what is open
 * abandoned.
 */
public final class TimedLoop {

  private static final Duration STARTING = Duration.ofSeconds(60);

  private final ThreadFactory threads;
  private final Steadiness steadiness;
  private final NanoClock clock;
  private final Duration grace;
  private @Nullable LiveCounts live;
  private LongSupplier cpuNanos = () -> IntervalCpu.UNKNOWN;

  /**
   * On the host's clock.
   *
   * @param steadiness asked where the warm-up goes on until the process is steady
   */
  public TimedLoop(ThreadFactory threads, Steadiness steadiness) {
    this(threads, steadiness, NanoClock.SYSTEM, ClosedLoop.GRACE);
  }

  TimedLoop(ThreadFactory threads, Steadiness steadiness, NanoClock clock, Duration grace) {
    this.threads = threads;
    this.steadiness = steadiness;
    this.clock = clock;
    this.grace = grace;
  }

  /**
   * The same loop, whose threads' counts are shown while they call.
   *
   * @param counts reads them; null where nothing is shown
   */
  public TimedLoop watchedBy(@Nullable LiveCounts counts) {
    live = counts;
    return this;
  }

  /**
   * The same loop, whose time series has the process' CPU time.
   *
   * @param nanos CPU time so far, ns; negative where unknown
   */
  public TimedLoop readingCpu(LongSupplier nanos) {
    cpuNanos = nanos;
    return this;
  }

  /**
   * Runs once.
   *
   * @param callers one per thread
   * @param request what every call asks
   * @param load how long
   * @param tolerated calls that may end badly before the run is cut short
   * @param whole reads counters around everything, connecting and warm-up included
   * @param window reads counters around each window
   * @throws InterruptedException where the calling thread was interrupted; the run is ended first
   */
  public <Q, R> TimedResult run(
      Callers<Q, R> callers, Q request, TimedLoad load, long tolerated, Meter whole, Meter window)
      throws InterruptedException {
    int threadNum = callers.options().threads();
    Duration deadline = callers.options().deadline();
    RunControl control = new RunControl(threadNum, tolerated);
    TimedGrid grid = new TimedGrid(load);
    AtomicBoolean stop = new AtomicBoolean(); // then no thread makes a further call
    IntervalLatencies intervals = new IntervalLatencies(grid, deadline.toNanos());
    List<TimedThread<Q, R>> work = new ArrayList<>(threadNum);
    Integer few = load.warmupThreads();
    CountDownLatch atOnce = new CountDownLatch(0);
    CountDownLatch later = new CountDownLatch(1);
    for (int i = 0; i < threadNum; i++) {
      CountDownLatch turn = few == null || i < few ? atOnce : later;
      work.add(new TimedThread<>(i, callers, request, control, clock, grid, stop, turn, intervals));
    }
    if (live != null) {
      work.forEach(TimedThread::watch);
    }
    ClosedWatch watch = new ClosedWatch(work, control, clock, deadline, grace);
    TimedBorders borders = new TimedBorders(grid, watch, control, cpuNanos, window, clock);
    try (RunThreads crew = new RunThreads(control)) {
      crew.start(threads, work, STARTING);
      whole.beforeGate();
      Instant startedAt = Instant.now();
      long opened = clock.nanos();
      grid.base(opened + load.warmup().toNanos());
      if (live != null) {
        live.begin(
            () -> work.stream().mapToLong(TimedThread::goodSoFar).sum(),
            () -> work.stream().mapToLong(TimedThread::badSoFar).sum(),
            sum -> work.forEach(each -> each.addLiveTo(sum)));
      }
      control.gate.countDown();
      borders.await(opened + load.fewFor().toNanos());
      later.countDown();
      borders.await(grid.start(0));
      Warmed warmed = warm(load, grid, borders, work, control);
      windows(grid, borders, control, window);
      stop.set(true);
      if (!watch.await(Long.MAX_VALUE)) {
        crew.leave();
      }
      long closed = clock.nanos();
      whole.afterLastReply();
      Collected all = new Collected(startedAt, opened, closed, grid, intervals);
      return all.of(work, control, borders, warmed);
    } finally {
      if (live != null) {
        live.end();
      }
      stop.set(true);
      later.countDown();
    }
  }

  /** How a warm-up ended. */
  private record Warmed(@Nullable Integer steadyFrom, boolean settled) {}

  /** Goes on until the process is steady, where that is asked, and says where the windows begin. */
  private <Q, R> Warmed warm(
      TimedLoad load,
      TimedGrid grid,
      TimedBorders borders,
      List<TimedThread<Q, R>> work,
      RunControl control)
      throws InterruptedException {
    if (load.warmupCap() == null) {
      return new Warmed(null, true);
    }
    double seconds = (double) load.window().toNanos() / TimeUnit.SECONDS.toNanos(1);
    double[] rates = new double[0];
    for (int slot = 0; slot < grid.judged() && !control.ended(); slot++) {
      borders.await(grid.start(slot + 1));
      rates = java.util.Arrays.copyOf(rates, slot + 1);
      for (TimedThread<Q, R> each : work) {
        rates[slot] += each.ok(slot) / seconds;
      }
      OptionalInt from = steadiness.firstSteadyWindow(rates);
      if (from.isPresent()) {
        grid.beginBehind(slot, clock.nanos());
        return new Warmed(from.getAsInt(), true);
      }
    }
    grid.beginBehind(grid.judged() - 1, clock.nanos());
    return new Warmed(null, false);
  }

  private static void windows(
      TimedGrid grid, TimedBorders borders, RunControl control, Meter window)
      throws InterruptedException {
    int first = grid.first();
    borders.await(grid.start(first));
    if (control.ended()) {
      return;
    }
    for (int slot = first; slot < first + grid.windows() && !control.ended(); slot++) {
      if (slot == first) {
        window.beforeGate();
      } else {
        window.nextWindow();
      }
      borders.await(grid.start(slot + 1));
    }
    window.afterLastReply();
  }

  /** Puts together what the threads counted. */
  private record Collected(
      Instant startedAt, long opened, long closed, TimedGrid grid, IntervalLatencies intervals) {

    <Q, R> TimedResult of(
        List<TimedThread<Q, R>> work, RunControl control, TimedBorders borders, Warmed warmed) {
      boolean broken = control.ended();
      int stuck = (int) control.finished.getCount();
      if (!broken) {
        work.forEach(TimedThread::spill);
      }
      List<LoadResult> windows = new ArrayList<>();
      Histogram all = new Histogram(Latencies.DIGITS);
      long ok = 0;
      long allLate = 0;
      Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
      for (int slot = 0; slot < grid.slots(); slot++) {
        int number = grid.window(slot);
        Map<FailureKind, Long> failed = new EnumMap<>(FailureKind.class);
        long good = 0;
        long late = 0;
        for (TimedThread<Q, R> each : work) {
          good += each.ok(slot);
          late += each.late(slot);
          each.addFailuresTo(slot, failed);
        }
        ok += good;
        failed.forEach((kind, calls) -> failures.merge(kind, calls, Long::sum));
        if (!broken && number >= 0 && number < grid.windows()) {
          Histogram one = intervals.window(number);
          all.add(one);
          allLate += late;
          long start = grid.start(slot);
          windows.add(
              new LoadResult(
                  startedAt.plusNanos(start - opened),
                  grid.start(slot + 1) - start,
                  counts(good, failed, 0),
                  late,
                  failed,
                  one,
                  control.firstFailure()));
        }
      }
      for (TimedThread<Q, R> each : work) {
        ok += each.outside();
        each.addFailuresOutsideTo(failures);
      }
      LoadResult whole =
          new LoadResult(
              startedAt,
              Math.max(1, closed - opened),
              counts(ok, failures, stuck),
              allLate,
              failures,
              all,
              control.firstFailure());
      return new TimedResult(
          windows,
          whole,
          warmed.steadyFrom(),
          broken ? List.of() : series(borders, warmed.steadyFrom()),
          warmed.settled());
    }

    /** Every interval from the gate to the last window's end. */
    private List<SeriesRow> series(TimedBorders borders, @Nullable Integer steadyFrom) {
      List<SeriesRow> series = new ArrayList<>();
      for (int i = 0; i < grid.early(); i++) {
        int place = grid.earlyPlace(i);
        SeriesRow row = row(grid.earlyStart(i), grid.earlyStart(i + 1), place, Phase.WARM_UP);
        add(row, place, borders.ofEarly(i), series);
      }
      for (int slot = 0; slot < grid.slots() && grid.window(slot) < grid.windows(); slot++) {
        Phase before = steadyFrom != null && slot >= steadyFrom ? Phase.STEADY : Phase.WARM_UP;
        Phase phase = grid.window(slot) >= 0 ? Phase.WINDOW : before;
        for (int part = 0; part < grid.parts(); part++) {
          int place = grid.place(slot, part);
          long from = grid.start(slot, part) - opened;
          long to = grid.start(slot, part + 1) - opened;
          add(row(from, to, place, phase), place, borders.ofSlot(slot, part), series);
        }
      }
      return series;
    }

    /** Null for an interval of less than a millisecond, which has no rate. */
    private @Nullable SeriesRow row(long fromNanos, long toNanos, int place, Phase phase) {
      long from = TimeUnit.NANOSECONDS.toMillis(fromNanos);
      long to = TimeUnit.NANOSECONDS.toMillis(toNanos);
      return to > from ? new SeriesRow(from, to, intervals.calls(place), phase) : null;
    }

    private void add(
        @Nullable SeriesRow row, int place, @Nullable Double cpuMillis, List<SeriesRow> series) {
      if (row == null) {
        return;
      }
      AtomicHistogram own = intervals.latencies(place);
      series.add(
          row.with(
              own == null ? null : Latency.percentile(own, SeriesRow.LOWER),
              own == null ? null : Latency.percentile(own, SeriesRow.HIGHER),
              cpuMillis));
    }

    private static CallCounts counts(long ok, Map<FailureKind, Long> failures, int abandoned) {
      return LoadResult.counts(ok + LoadResult.sum(failures) + abandoned, ok, failures);
    }
  }
}
