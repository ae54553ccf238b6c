package io.rpcstress.measure;

/** Why a point has no result. */
public enum FailureCause {
  UNREACHABLE("unreachable"),
  /** Another server than the point's answers there: of another technology, variant or JVM. */
  WRONG_SERVER("wrong-server"),
  /** The measuring process runs on another JVM than the point's. */
  WRONG_JVM("wrong-jvm"),
  /** More calls failed than the run tolerates. */
  CALLS_FAILED("calls-failed"),
  /**
   * Of an open loop: what was due in the warm-up took so long that no counted call was answered.
   */
  OVERLOADED("overloaded"),
  /** A reply did not answer what was asked: such a technology gets no number. */
  WRONG_REPLY("wrong-reply"),
  /** One program execution took longer than it may (600 s in the paper). */
  TIMEOUT("timeout"),
  CRASHED("crashed"),
  /** Of several client hosts one was lost: its agent died, was cut off, or was silent. */
  CLIENT_LOST("client-lost"),
  /** The fault that the point is under could not be brought about. */
  FAULT_MISSED("fault-missed"),
  UNWRITABLE("unwritable"),
  INTERRUPTED("interrupted");

  private final String label;

  FailureCause(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public static FailureCause of(String label) {
    for (FailureCause cause : values()) {
      if (cause.label.equals(label)) {
        return cause;
      }
    }
    throw new IllegalArgumentException("'" + label + "' is not a cause of failure");
  }
}
