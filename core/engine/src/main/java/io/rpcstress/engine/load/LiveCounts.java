package io.rpcstress.engine.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

  /**
   * One thread's latencies by their size since its clock started, for a live display: sixteen sizes
   * between a power of two and the next. Written by one thread with plain stores, without a fence
   * or a line of memory that threads share; read by another at any time.
   */
  static final class LiveLatencies {

    /** Sizes between two powers of two: a percentile is 6 % above what it is, at most. */
    private static final int PARTS_BITS = 4;

    private static final int PARTS = 1 << PARTS_BITS;

    /** What is faster than 2 us stands with what takes that long. */
    private static final int LOWEST_BIT = 11;

    /** What is slower than about 18 minutes stands with what takes that long. */
    private static final int HIGHEST_BIT = 39;

    private static final int SIZES = (HIGHEST_BIT - LOWEST_BIT + 1) * PARTS;

    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[SIZES];

    /** Counts of no thread, to which {@link #addTo} adds. */
    static long[] none() {
      return new long[SIZES];
    }

    /** By the one thread that writes. */
    void record(long nanos) {
      int size = size(nanos);
      COUNTS.setOpaque(counts, size, counts[size] + 1);
    }

    void addTo(long[] sum) {
      for (int size = 0; size < SIZES; size++) {
        sum[size] += (long) COUNTS.getOpaque(counts, size);
      }
    }

    private static int size(long nanos) {
      long within = Math.min(Math.max(nanos, 1L << LOWEST_BIT), (1L << (HIGHEST_BIT + 1)) - 1);
      int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(within);
      int part = (int) (within >>> (bit - PARTS_BITS)) & (PARTS - 1);
      return (bit - LOWEST_BIT) * PARTS + part;
    }

    /** The end of the size that a percentile lies in, ns; -1 where nothing was counted. */
    static long percentile(long[] counts, double percentile) {
      long all = 0;
      for (long each : counts) {
        all += each;
      }
      if (all <= 0) {
        return -1;
      }
      long wanted = Math.max(1, (long) Math.ceil(all * percentile / 100));
      long below = 0;
      int size = -1;
      while (below < wanted) {
        size++;
        below += counts[size];
      }
      int bit = size / PARTS + LOWEST_BIT;
      return (PARTS + size % PARTS + 1L) << (bit - PARTS_BITS);
    }
  }
}
