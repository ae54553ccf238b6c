package io.rpcstress.server.mml;

import java.util.concurrent.atomic.AtomicLong;

/** What the frames that have not arrived whole hold, of all connections together. Thread-safe. */
final class WaitingBytes {
  private final long max;
  private final AtomicLong bytes = new AtomicLong();

  /** None yet, and how many there may be. */
  WaitingBytes(long max) {
    this.max = max;
  }

  /**
   * A connection holds more, or less, than before.
   *
   * @return whether all together hold no more than they may, or this connection holds less
   */
  boolean changed(long by) {
    return bytes.addAndGet(by) <= max || by <= 0;
  }
}
