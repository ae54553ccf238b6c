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
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
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
 *   <li>the warm-up: all call, nothing is kept. Where the load requires it, a few threads call
 *       alone in its first half: hundreds of them leave the compilers too little of a small
 *       processor. Where it is to go on until the process is steady, the calls of each window's
 *       length are counted and judged;
 *   <li>the windows, one right after the other: a call counts for the window that it ends in, so
 *       all threads start and stop measuring together;
 *   <li>after the last window no thread makes a further call; those that are open may return.
 * </ol>
 *
 * <p>The meter is read at each window's border by the thread that runs the load, while the others
 * keep calling; in the warm-up it is rehearsed at borders of its own. Latency is service time.
 */
public final class TimedLoop {

  private final ThreadFactory threads;
  private final Function<double[], OptionalInt> steadiness;
  private final NanoClock clock;
  private final Duration grace;
  private LongSupplier cpuNanos = () -> IntervalCpu.UNKNOWN;

  /**
   * On the host's clock.
   *
   * @param steadiness judges a warm-up that goes on until the process is steady
   */
  public TimedLoop(ThreadFactory threads, Function<double[], OptionalInt> steadiness) {
    this(threads, steadiness, NanoClock.SYSTEM, RunControl.GRACE);
  }

  TimedLoop(
      ThreadFactory threads,
      Function<double[], OptionalInt> steadiness,
      NanoClock clock,
      Duration grace) {
    this.threads = threads;
    this.steadiness = steadiness;
    this.clock = clock;
    this.grace = grace;
  }

  /** The same loop, whose time series has the process' CPU time, ns; negative where unknown. */
  public TimedLoop readingCpu(LongSupplier nanos) {
    cpuNanos = nanos;
    return this;
  }

  /**
   * Runs once.
   *
   * @param tolerated calls that may end badly before the run is cut short
   * @param whole reads counters around everything, connecting and warm-up included
   * @param window reads counters around each window
   */
  public <Q, R> TimedResult run(
      Callers<Q, R> callers, Q request, TimedLoad load, long tolerated, Meter whole, Meter window)
      throws InterruptedException {
    int threadNum = callers.options().threads();
    try (RunControl control = new RunControl(threadNum, tolerated, clock)) {
      return new Once<>(callers, request, load, control, window).run(whole);
    }
  }

  /** One run. */
  private final class Once<Q, R> {

    private final TimedLoad load;
    private final RunControl control;
    private final Meter window;
    private final TimedGrid grid;
    private final TimedBorders borders;
    private final IntervalLatencies intervals;
    private final @Nullable MixedLatencies<Q> mixed;

    /** Times to the first message; null where calls are no streams. */
    private final @Nullable IntervalLatencies firsts;

    private final List<TimedThread<Q, R>> work = new ArrayList<>();

    /** Then no thread makes a further call. */
    private final AtomicBoolean stop = new AtomicBoolean();

    /** Holds the threads that do not call in the warm-up's first half. */
    private final CountDownLatch later = new CountDownLatch(1);

    private @Nullable Integer steadyFrom;
    private boolean settled = true;

    Once(Callers<Q, R> callers, Q request, TimedLoad load, RunControl control, Meter window) {
      this.load = load;
      this.control = control;
      this.window = window;
      this.grid = new TimedGrid(load);
      this.borders = new TimedBorders(grid, control, cpuNanos, window);
      this.intervals = new IntervalLatencies(grid, callers.options().deadline().toNanos());
      this.mixed = MixedLatencies.of(callers, intervals, grid);
      this.firsts =
          callers.operation().isStream()
              ? new IntervalLatencies(grid, callers.options().deadline().toNanos())
              : null;
      Integer few = load.warmupThreads();
      CountDownLatch atOnce = new CountDownLatch(0);
      for (int i = 0; i < callers.options().threads(); i++) {
        CountDownLatch turn = few == null || i < few ? atOnce : later;
        work.add(
            new TimedThread<>(
                i, callers, request, control, grace, grid, stop, turn, intervals, mixed, firsts));
      }
    }

    TimedResult run(Meter whole) throws InterruptedException {
      try {
        control.start(threads, work, RunControl.STARTING);
        whole.beforeGate();
        Instant startedAt = Instant.now();
        long opened = clock.nanos();
        grid.base(opened + load.warmup().toNanos());
        control.openGate();
        borders.await(opened + load.fewFor().toNanos());
        later.countDown();
        borders.await(grid.start(0));
        warm();
        windows();
        stop.set(true);
        int abandoned = 0;
        if (!control.awaitFinished(RunControl.NEVER)) {
          abandoned = control.unfinished(); // once interrupted, they have finished
          control.leave();
        }
        long closed = clock.nanos();
        whole.afterLastReply();
        return result(startedAt, opened, closed, abandoned);
      } finally {
        stop.set(true);
        later.countDown();
      }
    }

    /** Goes on until the process is steady, where the load requires it, and sets the windows. */
    private void warm() throws InterruptedException {
      if (load.warmupCap() == null) {
        return;
      }
      double seconds = (double) load.window().toNanos() / TimeUnit.SECONDS.toNanos(1);
      double[] rates = new double[0];
      for (int slot = 0; slot < grid.judged() && !control.ended(); slot++) {
        borders.await(grid.start(slot + 1));
        rates = Arrays.copyOf(rates, slot + 1);
        for (TimedThread<Q, R> each : work) {
          rates[slot] += each.ok(slot) / seconds;
        }
        OptionalInt from = steadiness.apply(rates);
        if (from.isPresent()) {
          grid.beginBehind(slot, clock.nanos());
          steadyFrom = from.getAsInt();
          return;
        }
      }
      grid.beginBehind(grid.judged() - 1, clock.nanos());
      settled = false;
    }

    private void windows() throws InterruptedException {
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
    private TimedResult result(Instant startedAt, long opened, long closed, int abandoned) {
      boolean broken = control.ended();
      if (!broken) {
        work.forEach(TimedThread::spill);
      }
      List<LoadResult> windows = new ArrayList<>();
      Histogram all = new Histogram(Latencies.DIGITS);
      long late = 0;
      for (int i = 0; i < grid.windows() && !broken; i++) {
        Histogram latencies = intervals.window(i);
        long start = grid.start(grid.first() + i);
        Slots slots = new Slots();
        slots.add(grid.first() + i);
        LoadResult one =
            slots.result(
                startedAt.plusNanos(start - opened),
                grid.start(grid.first() + i + 1) - start,
                0,
                latencies,
                firsts == null ? null : firsts.window(i));
        all.add(latencies);
        late += slots.late;
        windows.add(one);
      }
      Slots slots = new Slots();
      for (int slot = TimedGrid.BEFORE; slot <= grid.slots(); slot++) {
        slots.add(slot);
      }
      slots.late = late;
      LoadResult whole =
          slots.result(startedAt, Math.max(1, closed - opened), abandoned, all, null);
      return new TimedResult(
          windows,
          whole,
          steadyFrom,
          broken ? List.of() : series(opened),
          settled,
          MixedLatencies.results(mixed));
    }

    /** What all threads counted in some slots. */
    private final class Slots {

      private long ok;
      private long late;
      private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);

      void add(int slot) {
        for (TimedThread<Q, R> each : work) {
          ok += each.ok(slot);
          late += each.late(slot);
          each.addFailuresTo(slot, failures);
        }
      }

      LoadResult result(
          Instant at,
          long nanos,
          int abandoned,
          Histogram latencies,
          @Nullable Histogram ofFirsts) {
        CallCounts counts =
            LoadResult.counts(ok + LoadResult.sum(failures) + abandoned, ok, failures);
        return new LoadResult(
            at, nanos, counts, late, failures, latencies, ofFirsts, control.firstFailure());
      }
    }

    /**
     * Every interval from the gate to the last window's end, but for those of less than a
     * millisecond, which have no rate.
     */
    private List<SeriesRow> series(long opened) {
      List<SeriesRow> series = new ArrayList<>();
      for (int i = 0; i < grid.intervals(); i++) {
        int slot = grid.slotOf(i);
        long from = TimeUnit.NANOSECONDS.toMillis(grid.border(i) - opened);
        long to = TimeUnit.NANOSECONDS.toMillis(grid.border(i + 1) - opened);
        if (grid.window(slot) >= grid.windows() || to <= from) {
          continue;
        }
        Phase before = steadyFrom != null && slot >= steadyFrom ? Phase.STEADY : Phase.WARM_UP;
        int place = grid.placeOf(i);
        AtomicHistogram own = intervals.latencies(place);
        series.add(
            new SeriesRow(
                from,
                to,
                intervals.calls(place),
                grid.window(slot) >= 0 ? Phase.WINDOW : before,
                own == null ? null : Latency.percentile(own, SeriesRow.LOWER),
                own == null ? null : Latency.percentile(own, SeriesRow.HIGHER),
                borders.cpuMillis(i)));
      }
      return series;
    }
  }
}
