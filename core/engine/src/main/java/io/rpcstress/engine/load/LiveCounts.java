package io.rpcstress.engine.load;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * What calls gave since somebody last asked, for a line a second. A load shape that can be watched
 * counts into it beside its own counts, or lets it read those, and never reads it: a watcher takes
 * nothing out of the result. Wait-free for those who count; one thread alone takes.
 */
public final class LiveCounts {

  private static final int DIGITS = 2;
  private static final double PERCENTILE = 99;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Recorder latencies = new Recorder(DIGITS);
  private final LongAdder errors = new LongAdder();
  private volatile boolean running;
  private volatile @Nullable Totals totals;
  private @Nullable Histogram recycled;

  /**
   * What was counted in one interval.
   *
   * @param ok good replies
   * @param errors calls that ended otherwise
   * @param p99Millis 99th percentile of the good replies' latencies, ms; null where there was no
   *     reply
   */
  public record Snapshot(long ok, long errors, @Nullable Double p99Millis) {}

  /** Totals since the clock started, and what they were when somebody last asked. */
  private static final class Totals {
    private final LongSupplier ok;
    private final LongSupplier errors;
    private final Consumer<long[]> latencies;
    private long okBefore;
    private long errorsBefore;
    private long[] latenciesBefore = LiveLatencies.none();

    Totals(LongSupplier ok, LongSupplier errors, Consumer<long[]> latencies) {
      this.ok = ok;
      this.errors = errors;
      this.latencies = latencies;
    }

    Snapshot take() {
      long okNow = ok.getAsLong();
      long errorsNow = errors.getAsLong();
      long[] latenciesNow = LiveLatencies.none();
      latencies.accept(latenciesNow);
      long[] since = latenciesNow.clone();
      for (int i = 0; i < since.length; i++) {
        since[i] -= latenciesBefore[i];
      }
      long p99 = LiveLatencies.percentile(since, PERCENTILE);
      Snapshot seen =
          new Snapshot(
              okNow - okBefore,
              errorsNow - errorsBefore,
              p99 < 0 ? null : (Double) (p99 / NANOS_PER_MILLI));
      okBefore = okNow;
      errorsBefore = errorsNow;
      latenciesBefore = latenciesNow;
      return seen;
    }
  }

  /**
   * The clock has started, of a load whose threads count for themselves: they share nothing. All
   * are asked by the thread that takes.
   *
   * @param ok good replies so far
   * @param errors calls so far that ended otherwise
   * @param latencies adds the good replies' latencies so far, as {@link LiveLatencies} counts them
   */
  void begin(LongSupplier ok, LongSupplier errors, Consumer<long[]> latencies) {
    totals = new Totals(ok, errors, latencies);
    begin();
  }

  /** The clock has started: from now on there is something to show, even where no reply comes. */
  public void begin() {
    running = true;
  }

  public void end() {
    running = false;
  }

  public boolean isRunning() {
    return running;
  }

  /**
   * A good reply.
   *
   * @param nanos its latency, ns; of an open loop from when the call was due
   */
  public void ok(long nanos) {
    latencies.recordValue(Math.max(0, nanos));
  }

  public void error() {
    errors.increment();
  }

  /** What was counted since this was last called. */
  public Snapshot take() {
    Totals own = totals;
    if (own != null) {
      return own.take();
    }
    Histogram interval = latencies.getIntervalHistogram(recycled);
    recycled = interval;
    long ok = interval.getTotalCount();
    return new Snapshot(
        ok,
        errors.sumThenReset(),
        ok == 0 ? null : (Double) (interval.getValueAtPercentile(PERCENTILE) / NANOS_PER_MILLI));
  }
}
