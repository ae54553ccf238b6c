package io.rpcstress.client.harness.load;

import io.rpcstress.measure.OfferedLoad;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * When the calls of an open loop are due, one after the other, ns from the start of the warm-up.
 * The same load gives the same times on every JDK. Not thread-safe.
 */
final class Arrivals {

  /** After the last call. */
  static final long NONE = Long.MAX_VALUE;

  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final OfferedLoad load;
  private final long end;
  private final Random random;
  private long made;
  private double drawn;

  Arrivals(OfferedLoad load) {
    this.load = load;
    this.end = windowStart(load) + TimeUnit.SECONDS.toNanos(load.seconds());
    this.random = new Random(load.seed()); // its algorithm is laid down, so a seed keeps its gaps
  }

  /** When the next call is due, or {@link #NONE}. */
  long next() {
    long due = due(made++);
    return due < end ? due : NONE;
  }

  private long due(long index) {
    return switch (load.shape()) {
      case CONSTANT -> index * NANOS_PER_SECOND / load.rate();
      case BURSTS -> index / load.rate() * NANOS_PER_SECOND;
      case POISSON -> {
        drawn -= StrictMath.log(1 - random.nextDouble()) / load.rate();
        yield (long) (drawn * NANOS_PER_SECOND);
      }
    };
  }

  /** From when on calls are counted, ns from the start of the warm-up. */
  static long windowStart(OfferedLoad load) {
    return TimeUnit.SECONDS.toNanos(load.warmupSeconds());
  }

  /**
   * Counts the calls of a load.
   *
   * @return those of the warm-up, then those that are counted
   */
  static long[] count(OfferedLoad load) {
    Arrivals arrivals = new Arrivals(load);
    long[] calls = new long[2];
    for (long due; (due = arrivals.next()) != NONE; ) {
      calls[due < windowStart(load) ? 0 : 1]++;
    }
    return calls;
  }
}
