package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.wire.ByteBudget;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the requests of one connection hold that have left the event loop, in bytes: what came over
 * the line, and the objects that became of it, until their calls end. Counted for the connection
 * and in the server's budget. Thread-safe.
 */
final class RequestBytes {
  /** About what an object of an argument takes beside its content. */
  private static final int OBJECT_BYTES = 32;

  private final ByteBudget budget;
  private final long most;
  private final int share;
  private final AtomicLong held = new AtomicLong();

  /**
   * @param budget of {@link #budget}, for all connections
   */
  RequestBytes(ByteBudget budget, Limits limits) {
    this.budget = budget;
    most = Math.max(budget.max() - budget.max() / 4, longest(limits));
    share = OwnShare.of(budget, limits);
  }

  /** What all connections may hold together. */
  static ByteBudget budget(Limits limits) {
    return new ByteBudget(Math.max(limits.maxReceivingBytes(), longest(limits)));
  }

  /** What one request may hold. */
  private static long longest(Limits limits) {
    return limits.maxFrameBytes() + objects(limits.maxObjects());
  }

  /** What objects hold. */
  static long objects(int count) {
    return (long) count * OBJECT_BYTES;
  }

  /**
   * Takes room. A little is there for each connection, whatever the others hold; the last quarter
   * is for others, unless one request needs it.
   *
   * @return whether it was taken
   */
  boolean take(long bytes) {
    long own = held.addAndGet(bytes);
    if (own <= share) {
      budget.add(bytes);
      return true;
    }
    if (own <= most && budget.reserve(bytes)) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  /** What this connection's requests hold now. */
  long held() {
    return held.get();
  }

  /** Gives room back. */
  void giveBack(long bytes) {
    held.addAndGet(-bytes);
    budget.release(bytes);
  }
}
