package io.rpcstress.engine.load;

import io.rpcstress.measure.OfferedLoad;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Hands out the calls of an open loop in the order in which they are due. Thread-safe. */
abstract class DueCalls {

  /** The clock's times at which the first call is due, and from which on there are none. */
  private volatile long start;

  private volatile long end;

  void between(long from, long to) {
    start = from;
    end = to;
  }

  /**
   * Takes a call. Its taker makes it, however late.
   *
   * @param requests what the taker's calls ask; of a mix they learn which part this one is
   * @return when it is due on the clock; {@link Arrivals#NONE} where none is left
   */
  abstract long take(Requests<?> requests);

  static DueCalls of(OfferedLoad load, @Nullable Trace trace, @Nullable Mix<?> mix) {
    Arrivals arrivals = new Arrivals(load, trace, mix);
    ReentrantLock lock = new ReentrantLock(); // not synchronized: a taker may be a virtual thread
    return new DueCalls() {
      @Override
      long take(Requests<?> requests) {
        lock.lock();
        try {
          long next = arrivals.next();
          if (mix != null && next != Arrivals.NONE) {
            requests.setNextPart(arrivals.part());
          }
          return next == Arrivals.NONE ? next : super.start + next;
        } finally {
          lock.unlock();
        }
      }
    };
  }

  /** Calls that are due as soon as they are taken. */
  static final class AtOnce extends DueCalls {

    private final NanoClock clock;
    private final LongAdder taken = new LongAdder();

    AtOnce(NanoClock clock) {
      this.clock = clock;
    }

    @Override
    long take(Requests<?> requests) {
      long now = clock.nanos();
      if (super.end - now <= 0) {
        return Arrivals.NONE;
      }
      taken.increment();
      return now;
    }

    long taken() {
      return taken.sum();
    }
  }
}
