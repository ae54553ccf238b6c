package io.rpcstress.server.base.netty;

import java.util.concurrent.atomic.AtomicLong;

/** What the frames that have not arrived whole hold, of all connections together. Thread-safe. */
public final class WaitingBytes {
  private final long max;
  private final AtomicLong bytes = new AtomicLong();

  /** None yet, and how many there may be. */
  public WaitingBytes(long max) {
    this.max = max;
  }

  /**
   * A connection holds more, or less, than before.
   *
   * @return whether all together hold no more than they may, or this connection holds less
   */
  public boolean changed(long by) {
    return bytes.addAndGet(by) <= max || by <= 0;
  }
}
