package io.rpcstress.client.harness.load;

/** A monotonic clock, injected so that the rig is tested without waiting. Thread-safe. */
@FunctionalInterface
public interface NanoClock {

  /** The host's own: good for differences on this host only. */
  NanoClock SYSTEM = System::nanoTime;

  /** Nanoseconds from an arbitrary origin; never goes back. */
  long nanos();
}
