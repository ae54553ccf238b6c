package io.rpcstress.server.grpc;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.rpcstress.server.base.CallCounter;
import java.util.function.Supplier;

/** How calls are answered that have one reply. */
final class UnaryAnswer {
  private UnaryAnswer() {}

  /** Answers a call, counted; an {@link IllegalArgumentException} refuses it. */
  static <A> void to(StreamObserver<A> caller, CallCounter calls, Supplier<A> operation) {
    A answer;
    try {
      answer = calls.counted(operation);
    } catch (IllegalArgumentException notAllowed) {
      caller.onError(refusal(notAllowed));
      return;
    }
    caller.onNext(answer);
    caller.onCompleted();
  }

  static StatusRuntimeException refusal(IllegalArgumentException why) {
    return Status.INVALID_ARGUMENT.withDescription(why.getMessage()).asRuntimeException();
  }
}
