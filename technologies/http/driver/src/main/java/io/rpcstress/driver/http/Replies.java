package io.rpcstress.driver.http;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.http.BoundedBody;
import io.rpcstress.contract.http.HttpRefusal;
import io.rpcstress.contract.json.StreamJson;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;

/** What HTTP's ways to end a call are to the rig, for all clients alike. */
final class Replies {
  /** The longest body of a greeting: that of the longest one in its longest spelling. */
  static final int MAX_GREETING_BYTES =
      6 * (Greeting.MAX_NAME_BYTES + Greeting.PREFIX.length()) + 1024;

  private static final int OK = 200;

  /** By what an order is answered, as in its source. */
  private static final int CREATED = 201;

  private Replies() {}

  static boolean isAnswer(int status) {
    return status == OK || status == CREATED;
  }

  /**
   * Lets a reply pass that has the status of an answer.
   *
   * @param body what came with it: of another status the line that says why, which of an order
   *     names the service that failed
   */
  static void checkStatus(int status, byte[] body) throws CallException {
    if (!isAnswer(status)) {
      throw new CallException(FailureKind.REFUSED, HttpRefusal.described(status, body));
    }
  }

  /** A call that the network ended, or the clock, or whose reply is not read. */
  static CallException failure(IOException e, Deadlines.Watch watch) {
    if (NetworkFailures.cause(e, Replies::isUnread) != null) {
      return new CallException(FailureKind.PROTOCOL, NetworkFailures.describe(e), e);
    }
    if (NetworkFailures.neverConnected(e)) {
      return new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
    if (watch.isExceeded() || NetworkFailures.timedOut(e)) {
      return new DeadlineExceededException(watch.deadline());
    }
    return new CallException(FailureKind.DISCONNECTED, NetworkFailures.describe(e), e);
  }

  private static boolean isUnread(Throwable e) {
    return e instanceof BoundedBody.TooLongException || e instanceof StreamJson.UnreadableException;
  }

  /** A call in which a library failed otherwise; before the deadline that is thrown as it is. */
  static CallException failure(RuntimeException e, Deadlines.Watch watch) {
    if (watch.isExceeded()) {
      return new DeadlineExceededException(watch.deadline());
    }
    throw e;
  }
}
