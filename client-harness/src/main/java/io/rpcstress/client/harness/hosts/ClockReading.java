package io.rpcstress.client.harness.hosts;

import java.util.function.LongSupplier;

/**
 * What the clock of every latency is worth.
 *
 * @param granularityNanos smallest step seen between two readings, ns
 * @param costNanos one reading, ns, on average
 */
public record ClockReading(long granularityNanos, long costNanos) {

  /** Half a millisecond: short enough that many rounds pass without being interrupted. */
  private static final int READINGS = 20_000;

  private static final int ROUNDS = 50;

  /** Reads a clock a million times; of the rounds the cheapest counts: others were disturbed. */
  public static ClockReading of(LongSupplier clock) {
    long smallest = Long.MAX_VALUE;
    long cheapest = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
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
