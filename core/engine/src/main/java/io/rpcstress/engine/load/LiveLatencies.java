package io.rpcstress.engine.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One thread's latencies by their size since its clock started, for a live display: sixteen sizes
 * between a power of two and the next. Written by one thread with plain stores, without a fence or
 * a line of memory that threads share; read by another at any time.
 */
final class LiveLatencies {

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

  /**
   * A percentile of counts.
   *
   * @return the end of the size that it lies in, ns; -1 where nothing was counted
   */
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
