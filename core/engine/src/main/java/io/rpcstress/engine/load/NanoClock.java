package io.rpcstress.engine.load;

import java.util.concurrent.locks.LockSupport;

/** A monotonic clock, injected so that the rig is tested without waiting. Thread-safe. */
@FunctionalInterface
public interface NanoClock {

  /** The host's own: good for differences on this host only. */
  NanoClock SYSTEM = System::nanoTime;

  /** Nanoseconds from an arbitrary origin; never goes back. */
  long nanos();

  /** Waits until a time on this clock; returns at once where it is past. */
  default void await(long time) throws InterruptedException {
    for (long left; (left = time - nanos()) > 0; ) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(this, left);
    }
  }
}
