package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;

/**
 * Decides whether a call that failed is made again: only if its request was never sent, was refused
 * by the server, or belongs to a method that is declared idempotent; not more often than allowed;
 * and only within a budget that answered calls earn, so that an outage is not multiplied. A call
 * that succeeds pays nothing for it. Thread-safe.
 */
final class Retries {
  private final int maxAttempts;
  private double saved = Limits.MAX_SAVED_RETRIES;
  private long answeredBefore;

  /**
   * @param maxAttempts of a call, the first one included
   */
  Retries(int maxAttempts) {
    this.maxAttempts = maxAttempts;
  }

  /** Whether a call has had fewer attempts than it may have. */
  boolean isLeft(PendingCall call) {
    return call.attempts() < maxAttempts;
  }

  /**
   * Whether a call may be made again, but for the budget.
   *
   * @param unsent whether its request never left
   */
  boolean allowed(PendingCall call, RPCXException problem, boolean unsent) {
    if (!isLeft(call) || call.deadlineNanos() - System.nanoTime() <= 0) {
      return false;
    }
    return switch (problem.status()) {
      case UNAVAILABLE -> unsent || call.method().idempotent();
      case OVERLOADED -> call.method().idempotent();
      default -> false;
    };
  }

  /**
   * Takes one attempt out of the budget.
   *
   * @param answered calls that the service has answered so far
   * @return whether there was one
   */
  synchronized boolean spend(long answered) {
    saved =
        Math.min(
            Limits.MAX_SAVED_RETRIES,
            saved + (double) (answered - answeredBefore) / Limits.CALLS_PER_RETRY);
    answeredBefore = answered;
    if (saved < 1) {
      return false;
    }
    saved--;
    return true;
  }
}
