package io.rpcstress.measure;

/**
 * The load that an open loop offers, whatever the server makes of it. Immutable.
 *
 * @param shape how the calls lie in time
 * @param rate calls/s, 1 or more; of a Poisson process and a trace, the mean
 * @param seconds how long calls are counted, 1 or more
 * @param warmupSeconds how long the same load goes before that, counted apart; 0 or more
 * @param seed what {@link ArrivalShape#POISSON} draws its gaps from, and {@link
 *     ArrivalShape#RANDOM_BURSTS} the second of each call; of any shape, a mix which part each call
 *     is
 */
public record OfferedLoad(ArrivalShape shape, int rate, int seconds, int warmupSeconds, long seed) {

  /** Calls that one run may be asked to make, warm-up included; more is likelier a typing error. */
  public static final long MAX_CALLS = 100_000_000;

  /** Seconds of random bursts, warm-up included: the size of each is kept. One day. */
  public static final int MAX_RANDOM_BURSTS = 86_400;

  /** Share of the offered rate below which a run is saturated. */
  public static final double MIN_ACHIEVED = 0.99;

  /** Share of the offered rate above which the replies to a warm-up's backlog are among them. */
  public static final double MAX_ACHIEVED = 1.05;

  public OfferedLoad {
    if (rate < 1 || seconds < 1 || warmupSeconds < 0) {
      throw new IllegalArgumentException(
          "rate %d/s for %d s after %d s: 1 or more for 1 or more after 0 or more expected"
              .formatted(rate, seconds, warmupSeconds));
    }
    long calls = rate * ((long) seconds + warmupSeconds);
    if (calls > MAX_CALLS) {
      throw new IllegalArgumentException(
          "%d calls/s for %d s are %d calls: %d at most expected"
              .formatted(rate, (long) seconds + warmupSeconds, calls, MAX_CALLS));
    }
    if (shape == ArrivalShape.RANDOM_BURSTS && (long) seconds + warmupSeconds > MAX_RANDOM_BURSTS) {
      throw new IllegalArgumentException(
          "%s for %d s: %d s at most expected"
              .formatted(shape.label(), (long) seconds + warmupSeconds, MAX_RANDOM_BURSTS));
    }
  }

  public OfferedLoad drawnFrom(long otherSeed) {
    return new OfferedLoad(shape, rate, seconds, warmupSeconds, otherSeed);
  }

  @Override
  public String toString() {
    return "%d calls/s %s for %d s".formatted(rate, shape.label(), seconds);
  }
}
