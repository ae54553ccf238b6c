package io.rpcstress.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rpcstress.server.base.CallCounter;

/**
 * One client's stream of calls, answered in the order in which they came. gRPC's threads and a
 * drain take turns under the lock.
 *
 * @param <M> the message that asks
 * @param <A> the message that answers
 */
final class AnsweringStream<M, A> implements StreamObserver<M> {

  /** What an operation makes of its calls. */
  interface Answers<M, A> {

    /** The answer to a call. */
    A to(M call);

    /** The answer to a call that is not allowed. */
    A refusal(M call, String why);
  }

  private final ServerCallStreamObserver<A> out;
  private final Answers<M, A> answers;
  private final CallCounter calls;
  private final OpenStreams open;
  private boolean ended;

  /** Whether anything arrived since this was last reset. */
  private boolean arrived;

  private AnsweringStream(
      ServerCallStreamObserver<A> out, Answers<M, A> answers, CallCounter calls, OpenStreams open) {
    this.out = out;
    this.answers = answers;
    this.calls = calls;
    this.open = open;
  }

  /** Takes a stream over that a client opens, in the service's method. */
  static <M, A> StreamObserver<M> over(
      StreamObserver<A> replies, Answers<M, A> answers, CallCounter calls, OpenStreams open) {
    ServerCallStreamObserver<A> out = (ServerCallStreamObserver<A>) replies;
    AnsweringStream<M, A> stream = new AnsweringStream<>(out, answers, calls, open);
    out.setOnCancelHandler(stream::gone);
    open.add(stream);
    return stream;
  }

  @Override
  public synchronized void onNext(M call) {
    arrived = true;
    if (ended) {
      return;
    }
    A answer;
    try {
      answer = calls.counted(() -> answers.to(call));
    } catch (IllegalArgumentException notAllowed) {
      answer = answers.refusal(call, String.valueOf(notAllowed.getMessage()));
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

  private synchronized void gone() {
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
