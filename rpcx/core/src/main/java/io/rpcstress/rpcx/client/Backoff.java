package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Limits;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before the next attempt to connect: exponentially longer, with jitter, so that a
 * server that comes back is not met by all its clients at once. Not thread-safe.
 */
final class Backoff {
  private final long initialNanos;
  private final long maxNanos;
  private final DoubleSupplier random;
  private double currentNanos;

  /**
   * @param random draws from 0 (inclusive) to 1 (exclusive)
   */
  Backoff(Limits limits, DoubleSupplier random) {
    initialNanos = limits.backoffInitial().toNanos();
    maxNanos = limits.backoffMax().toNanos();
    this.random = random;
    currentNanos = initialNanos;
  }

  /** The wait after one more failure, in ns. */
  long nextNanos() {
    double wait = currentNanos;
    currentNanos = Math.min((double) maxNanos, wait * Limits.BACKOFF_FACTOR);
    double jitter = 1 + Limits.BACKOFF_JITTER * (2 * random.getAsDouble() - 1);
    return (long) (wait * jitter);
  }

  /** Forgets the failures. */
  void reset() {
    currentNanos = initialNanos;
  }
}
