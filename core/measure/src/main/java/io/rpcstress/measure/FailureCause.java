package io.rpcstress.measure;

/** Why a point has no result. */
public enum FailureCause implements Labelled {
  UNREACHABLE,
  /** Another server than the point's answers there: of another technology, variant or JVM. */
  WRONG_SERVER,
  /** The measuring process runs on another JVM than the point's. */
  WRONG_JVM,
  /** More calls failed than the run tolerates. */
  CALLS_FAILED,
  /**
   * Of an open loop: what was due in the warm-up took so long that no counted call was answered.
   */
  OVERLOADED,
  /** A reply did not answer what was asked: such a technology gets no number. */
  WRONG_REPLY,
  /** One program execution took longer than it may (600 s in the paper). */
  TIMEOUT,
  CRASHED,
  /** Of several client hosts one was lost: its agent died, was cut off, or was silent. */
  CLIENT_LOST,
  /** The fault that the point is under could not be brought about. */
  FAULT_MISSED,
  UNWRITABLE,
  INTERRUPTED;

  public static FailureCause of(String label) {
    return Labelled.find(values(), label)
        .orElseThrow(
            () -> new IllegalArgumentException("'" + label + "' is not a cause of failure"));
  }
}
