package io.rpcstress.driver;

import org.jspecify.annotations.Nullable;

/** A call, or the connection it needs, that failed. Contains the kind of failure. */
public class CallException extends Exception {

  private static final long serialVersionUID = 1;

  private final FailureKind kind;

  /**
   * A failure.
   *
   * @param kind counted under this
   * @param message one line for a person, naming the address or status
   * @param cause what the technology threw, where it threw
   */
  public CallException(FailureKind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** A failure without a cause of its own. */
  public CallException(FailureKind kind, String message) {
    this(kind, message, null);
  }

  /** What the failure is counted under. */
  public FailureKind kind() {
    return kind;
  }
}
