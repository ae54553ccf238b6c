package io.rpcstress.engine.load;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that waiting moves on, so that one thread lives ten seconds in no time. */
final class SimulatedClock implements NanoClock {
  private final AtomicLong now = new AtomicLong(123);

  @Override
  public long nanos() {
    return now.get();
  }

  @Override
  public void await(long time) {
    now.accumulateAndGet(time, Math::max);
  }

  void pass(long nanos) {
    now.addAndGet(nanos);
  }
}
