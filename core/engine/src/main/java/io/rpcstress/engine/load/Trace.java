package io.rpcstress.engine.load;

/** When calls came that an open loop makes again, from its first counted second on. Immutable. */
public final class Trace {
  private final long[] nanos;

  /**
   * Takes the times over, which may be many megabytes.
   *
   * @param nanos one or more, ascending, 0 or more; the caller's no more
   */
  public Trace(long[] nanos) {
    this.nanos = nanos;
  }

  public int calls() {
    return nanos.length;
  }

  /** When a call is due, counted from the first one in the file, ns. */
  public long nanos(int call) {
    return nanos[call];
  }
}
