package io.rpcstress.engine.load;

import java.util.function.LongSupplier;

/**
 * What the clock of every latency is worth.
 *
 * @param granularityNanos smallest step seen between two readings, ns
 * @param costNanos one reading, ns, on average
 */
public record ClockReading(long granularityNanos, long costNanos) {

  /** Coarser steps than this, ns, show in latencies, which are recorded in us. */
  public static final long COARSEST_NANOS = 1_000;

  /** Half a millisecond: short enough that many rounds pass without being interrupted. */
  private static final int READINGS = 20_000;

  private static final int ROUNDS = 50;

  /** Enough for the smallest step: one round of 20,000 may fall into one step of a coarse clock. */
  private static final int ROUNDS_FOR_STEP = 2;

  /** Reads a clock a million times; of the rounds the cheapest counts: others were disturbed. */
  public static ClockReading of(LongSupplier clock) {
    return of(clock, ROUNDS);
  }

  /** The smallest step alone, in a few ms: {@link Long#MAX_VALUE} for a clock that did not move. */
  public static long granularityNanos(LongSupplier clock) {
    return of(clock, ROUNDS_FOR_STEP).granularityNanos;
  }

  private static ClockReading of(LongSupplier clock, int rounds) {
    long smallest = Long.MAX_VALUE;
    long cheapest = Long.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      long first = clock.getAsLong();
      long last = first;
      for (int i = 0; i < READINGS; i++) {
        long now = clock.getAsLong();
        if (now > last && now - last < smallest) {
          smallest = now - last;
        }
        last = now;
      }
      cheapest = Math.min(cheapest, (last - first) / READINGS);
    }
    return new ClockReading(smallest, cheapest);
  }
}
