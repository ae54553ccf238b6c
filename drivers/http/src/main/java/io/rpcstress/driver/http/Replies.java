package io.rpcstress.driver.http;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.time.Duration;

/** What HTTP's ways to end a call are to the rig, for all clients alike. */
final class Replies {
  /** The longest body of a greeting: that of the longest one in its longest spelling. */
  static final int MAX_GREETING_BYTES =
      6 * (Greeting.MAX_NAME_BYTES + Greeting.PREFIX.length()) + 1024;

  private static final int OK = 200;

  /** By what an order is answered, as in its source. */
  private static final int CREATED = 201;

  private Replies() {}

  /**
   * Lets a reply pass that has the status of an answer.
   *
   * @throws CallException naming the status otherwise
   */
  static void checkStatus(int status) throws CallException {
    if (status != OK && status != CREATED) {
      throw new CallException(FailureKind.REFUSED, "HTTP status " + status);
    }
  }

  /** A reply whose body is longer than any answer, or that does not say how long it is. */
  static final class UnboundedException extends IOException {
    private static final long serialVersionUID = 1;

    UnboundedException(int maxBytes) {
      super("a reply of more than " + maxBytes + " bytes, or of unknown size");
    }
  }

  /** A call that the network ended, or the clock, or whose reply is not read. */
  static CallException failure(IOException e, Duration deadline) {
    if (e instanceof UnboundedException || e.getCause() instanceof UnboundedException) {
      return new CallException(FailureKind.PROTOCOL, NetworkFailures.describe(e), e);
    }
    if (NetworkFailures.neverConnected(e)) {
      return new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
    if (NetworkFailures.timedOut(e)) {
      return new DeadlineExceededException(deadline);
    }
    return new CallException(FailureKind.DISCONNECTED, NetworkFailures.describe(e), e);
  }
}
