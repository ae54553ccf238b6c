package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a reply answers its request, and in time. The same for every shape of load.
 * Thread-safe.
 */
final class ReplyJudge<Q, R> {

  private final Operation<Q, R> operation;
  private final long deadlineNanos;

  ReplyJudge(Callers<Q, R> callers) {
    operation = callers.operation();
    deadlineNanos = callers.options().deadline().toNanos();
  }

  /**
   * Why a call is none that was answered; null where it is.
   *
   * @param nanos from the call's start to its reply
   */
  @Nullable CallFailure failure(Q request, R reply, long nanos) {
    if (nanos > deadlineNanos) {
      return new CallFailure(FailureKind.DEADLINE, "a reply after the deadline");
    }
    return operation.isAnswer(request, reply)
        ? null
        : new CallFailure(FailureKind.WRONG_REPLY, operation.describeWrong(request, reply));
  }
}
