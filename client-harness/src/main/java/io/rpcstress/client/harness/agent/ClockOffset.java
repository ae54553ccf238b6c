package io.rpcstress.client.harness.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;

/**
 * How far another host's clocks are ahead of this one's, by a question and its answer: the other
 * host is taken to have read its clocks in the middle of the round trip. It cannot be further from
 * the truth than half of that.
 */
record ClockOffset(long nanos, Duration wall, long roundTripNanos) {

  private static final double NANOS_PER_MILLI = 1e6;

  /** No other host: its clocks are this one's. */
  static final ClockOffset NONE = new ClockOffset(0, Duration.ZERO, 0);

  /**
   * The offset by one round trip.
   *
   * @param sent this host's monotonic clock at the question, ns
   * @param answered its monotonic clock at the answer, ns
   * @param there the other host's monotonic clock in between, ns
   */
  static ClockOffset of(long sent, Instant sentWall, long answered, long there, Instant thereWall) {
    long half = (answered - sent) / 2;
    return new ClockOffset(
        there - (sent + half),
        Duration.between(sentWall.plusNanos(half), thereWall),
        answered - sent);
  }

  /**
   * The one of several round trips that was the shortest: it knows best.
   *
   * @param some one or more
   */
  static ClockOffset best(Collection<ClockOffset> some) {
    return some.stream().min(Comparator.comparingLong(ClockOffset::roundTripNanos)).orElseThrow();
  }

  /** An instant of this host's monotonic clock as the other's has it, ns. */
  long there(long here) {
    return here + nanos;
  }

  /** An instant of the other's wall clock as this host's has it. */
  Instant here(Instant there) {
    return there.minus(wall);
  }

  /** How far from the truth it can be, ms. */
  double uncertainMs() {
    return roundTripNanos / (2 * NANOS_PER_MILLI);
  }
}
