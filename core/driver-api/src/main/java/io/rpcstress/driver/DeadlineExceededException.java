package io.rpcstress.driver;

import java.time.Duration;

/**
 * A call whose deadline came before its reply. A result of its own kind: never a failure among the
 * others, never a latency.
 */
public final class DeadlineExceededException extends CallException {

  private static final long serialVersionUID = 1;

  /** A call that had this long. */
  public DeadlineExceededException(Duration deadline) {
    super(FailureKind.DEADLINE, "no reply within " + deadline.toMillis() + " ms");
  }

  /**
   * A call that had this long, where it is known what kept its reply.
   *
   * @param why in words, for a person
   */
  public DeadlineExceededException(Duration deadline, String why) {
    super(FailureKind.DEADLINE, "no reply within " + deadline.toMillis() + " ms: " + why);
  }
}
