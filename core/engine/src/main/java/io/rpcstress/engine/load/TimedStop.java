package io.rpcstress.engine.load;

/** Tells the threads of a timed loop to make no further call. Thread-safe. */
final class TimedStop {

  private volatile boolean stopped;

  void stop() {
    stopped = true;
  }

  boolean isStopped() {
    return stopped;
  }
}
