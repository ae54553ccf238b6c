package io.rpcstress.server.thrift;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that calls have taken, those of connections that were cut and do not know it yet among
 * them. Thread-safe.
 */
final class Room {
  private final long max;
  private final AtomicLong taken = new AtomicLong();

  /** So many bytes, all of them free. */
  Room(long max) {
    this.max = max;
  }

  /** Takes memory; false where there is none before others let go of theirs. */
  boolean take(long bytes) {
    if (taken.addAndGet(bytes) <= max) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  /** What was taken is no longer there. */
  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }
}
