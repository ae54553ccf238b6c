package io.rpcstress.engine.load;

import java.util.concurrent.atomic.LongAdder;

/** Calls that are due as soon as somebody takes them, until a time. Thread-safe. */
final class CallsAtOnce implements DueCalls {

  private final NanoClock clock;
  private final LongAdder taken = new LongAdder();
  private volatile long end;

  CallsAtOnce(NanoClock clock) {
    this.clock = clock;
  }

  /** The clock's time from which on there are none. Set before the gate opens. */
  void endAt(long nanos) {
    end = nanos;
  }

  @Override
  public long take() {
    long now = clock.nanos();
    if (end - now <= 0) {
      return Arrivals.NONE;
    }
    taken.increment();
    return now;
  }

  /** How many were taken so far. */
  long taken() {
    return taken.sum();
  }
}
