package io.rpcstress.engine.load;

import io.rpcstress.measure.OfferedLoad;
import java.util.concurrent.locks.ReentrantLock;

/** Hands out the calls of an open loop in the order in which they are due. Thread-safe. */
final class OpenSchedule {

  private final ReentrantLock lock = new ReentrantLock();
  private final Arrivals arrivals;
  private volatile long origin;

  OpenSchedule(OfferedLoad load) {
    arrivals = new Arrivals(load);
  }

  /** The clock's time at which the first call is due. Set before the gate opens. */
  void startAt(long nanos) {
    origin = nanos;
  }

  /**
   * Takes a call. Whoever takes it makes it, however late.
   *
   * @return when it is due on the clock; {@link Arrivals#NONE} where none is left
   */
  long take() {
    lock.lock();
    try {
      long next = arrivals.next();
      return next == Arrivals.NONE ? next : origin + next;
    } finally {
      lock.unlock();
    }
  }
}
