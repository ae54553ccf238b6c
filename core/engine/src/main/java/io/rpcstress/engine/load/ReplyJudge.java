package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.concurrent.CompletionException;
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

  /**
   * Why a call had no answer. No exception: under overload a client sees a hundred thousand a
   * second.
   *
   * @param kind counted under this
   * @param message one line for a person
   */
  record CallFailure(FailureKind kind, String message) {

    static CallFailure of(CallException e) {
      String message = e.getMessage();
      return new CallFailure(e.kind(), message == null ? e.getClass().getSimpleName() : message);
    }

    /** Of a call that was started; {@code thrown} is null where neither reply nor failure came. */
    static CallFailure ofStarted(@Nullable Throwable thrown) {
      Throwable cause =
          thrown instanceof CompletionException && thrown.getCause() != null
              ? thrown.getCause()
              : thrown;
      if (cause instanceof CallException known) {
        return of(known);
      }
      String message = cause == null ? "neither a reply nor a failure" : cause.toString();
      return new CallFailure(FailureKind.INTERNAL, message);
    }
  }
}
