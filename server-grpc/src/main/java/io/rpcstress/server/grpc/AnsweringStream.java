package io.rpcstress.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rpcstress.server.base.CallCounter;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One client's stream of calls, answered in the order in which they came. gRPC's threads and a
 * drain take turns under the lock.
 */
final class AnsweringStream<M, A> implements StreamObserver<M> {

  private final ServerCallStreamObserver<A> out;
  private final Function<M, A> answers;
  private final BiFunction<M, String, A> refusals;
  private final CallCounter calls;
  private final OpenStreams open;
  private boolean ended;

  /** Whether anything arrived since this was last reset. */
  private boolean arrived;

  /** A stream that a client opens, with the answers to calls, and to those that are not allowed. */
  AnsweringStream(
      ServerCallStreamObserver<A> out,
      Function<M, A> answers,
      BiFunction<M, String, A> refusals,
      CallCounter calls,
      OpenStreams open) {
    this.out = out;
    this.answers = answers;
    this.refusals = refusals;
    this.calls = calls;
    this.open = open;
  }

  @Override
  public synchronized void onNext(M call) {
    arrived = true;
    if (ended) {
      return;
    }
    A answer;
    try {
      answer = calls.counted(() -> answers.apply(call));
    } catch (IllegalArgumentException notAllowed) {
      answer = refusals.apply(call, String.valueOf(notAllowed.getMessage()));
    }
    out.onNext(answer);
  }

  @Override
  public void onCompleted() {
    end();
  }

  /** The client is gone, or sent what is no call. */
  @Override
  public void onError(Throwable problem) {
    gone();
  }

  synchronized void gone() {
    ended = true;
    open.remove(this);
  }

  /** Ends it unless something arrived since the last check. */
  synchronized void endWhereQuiet() {
    if (arrived) {
      arrived = false;
    } else {
      end();
    }
  }

  synchronized void end() {
    if (!ended) {
      gone();
      if (!out.isCancelled()) {
        out.onCompleted();
      }
    }
  }
}
