package io.rpcstress.engine.load;

import io.rpcstress.measure.OfferedLoad;
import java.util.concurrent.locks.ReentrantLock;

/** The calls of an offered load. Thread-safe. */
final class OpenSchedule implements DueCalls {

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

  @Override
  public long take() {
    lock.lock();
    try {
      long next = arrivals.next();
      return next == Arrivals.NONE ? next : origin + next;
    } finally {
      lock.unlock();
    }
  }
}
