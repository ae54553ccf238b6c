package io.rpcstress.engine.load;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What calls gave since it was last taken, for a line a second. A load shape that can be watched
 * lets it read its own counts: a watcher takes nothing out of the result, and no calling thread
 * shares anything for it. One thread alone takes.
 */
public final class LiveCounts {

  private static final double PERCENTILE = 99;
  private static final double NANOS_PER_MILLI = 1e6;

  private volatile boolean running;
  private volatile @Nullable Totals totals;
  private long okBefore;
  private long errorsBefore;
  private long[] latenciesBefore = LiveLatencies.none();

  private record Totals(LongSupplier ok, LongSupplier errors, Consumer<long[]> latencies) {}

  /**
   * What was counted in one interval.
   *
   * @param ok good replies
   * @param errors calls that ended otherwise
   * @param p99Millis 99th percentile of the good replies' latencies, ms; null where there was no
   *     reply
   */
  public record Snapshot(long ok, long errors, @Nullable Double p99Millis) {}

  /**
   * The clock has started: from now on there is something to show, even where no reply comes. All
   * are called by the thread that takes.
   *
   * @param ok good replies so far
   * @param errors calls so far that ended otherwise
   * @param latencies adds the good replies' latencies so far, as {@link LiveLatencies} counts them
   */
  void begin(LongSupplier ok, LongSupplier errors, Consumer<long[]> latencies) {
    totals = new Totals(ok, errors, latencies);
    running = true;
  }

  public void end() {
    running = false;
  }

  public boolean isRunning() {
    return running;
  }

  public Snapshot take() {
    Totals now = totals;
    if (now == null) {
      return new Snapshot(0, 0, null);
    }
    long ok = now.ok().getAsLong();
    long errors = now.errors().getAsLong();
    long[] latencies = LiveLatencies.none();
    now.latencies().accept(latencies);
    long[] since = latencies.clone();
    for (int i = 0; i < since.length; i++) {
      since[i] -= latenciesBefore[i];
    }
    long p99 = LiveLatencies.percentile(since, PERCENTILE);
    Snapshot seen =
        new Snapshot(
            ok - okBefore,
            errors - errorsBefore,
            p99 < 0 ? null : (Double) (p99 / NANOS_PER_MILLI));
    okBefore = ok;
    errorsBefore = errors;
    latenciesBefore = latencies;
    return seen;
  }
}
