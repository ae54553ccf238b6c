package io.rpcstress.engine.load;

/** When calls came that an open loop makes again, from its first counted second on. Immutable. */
public final class Trace {
  private final long[] nanos;

  /**
   * Copies the times.
   *
   * @param nanos one or more, ascending, 0 or more
   */
  public Trace(long[] nanos) {
    this.nanos = nanos.clone();
  }

  public int calls() {
    return nanos.length;
  }

  long nanos(int call) {
    return nanos[call];
  }
}
