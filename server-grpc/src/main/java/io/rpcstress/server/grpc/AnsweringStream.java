package io.rpcstress.server.grpc;

import com.google.protobuf.MessageLite;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rpcstress.server.base.CallCounter;

/**
 * One client's stream of calls, answered in the order in which they came. While the client does not
 * take its answers, no further call is read, so that a stream's memory is bounded: a call, and the
 * answers up to gRPC's mark of 32 KiB. gRPC's threads and a drain take turns under the lock.
 *
 * @param <M> the message that asks
 * @param <A> the message that answers
 */
final class AnsweringStream<M, A extends MessageLite> implements StreamObserver<M> {

  /** What an operation makes of its calls. */
  interface Answers<M, A> {

    /**
     * The answer to a call.
     *
     * @throws IllegalArgumentException if the contract does not allow what is asked
     */
    A to(M call);

    /** The answer to a call that is not allowed. */
    A refusal(M call, String why);
  }

  private final ServerCallStreamObserver<A> out;
  private final Answers<M, A> answers;
  private final CallCounter calls;
  private final OpenStreams open;
  private final UnreadReplies.Unread unread;

  /** Whether the next call was not asked for yet, since the last answers are not taken. */
  private boolean waiting = true;

  private boolean ended;

  /** Whether anything arrived since this was last reset. */
  private boolean heard;

  private AnsweringStream(
      ServerCallStreamObserver<A> out,
      Answers<M, A> answers,
      CallCounter calls,
      OpenStreams open,
      UnreadReplies.Unread unread) {
    this.out = out;
    this.answers = answers;
    this.calls = calls;
    this.open = open;
    this.unread = unread;
  }

  /**
   * Takes a stream over that a client opens, in the service's method.
   *
   * @param unread what its answers hold
   */
  static <M, A extends MessageLite> StreamObserver<M> over(
      StreamObserver<A> replies,
      Answers<M, A> answers,
      CallCounter calls,
      OpenStreams open,
      UnreadReplies.Unread unread) {
    ServerCallStreamObserver<A> out = (ServerCallStreamObserver<A>) replies;
    AnsweringStream<M, A> stream = new AnsweringStream<>(out, answers, calls, open, unread);
    out.disableAutoRequest();
    out.setOnReadyHandler(stream::readOn);
    out.setOnCloseHandler(unread::taken);
    out.setOnCancelHandler(
        () -> {
          stream.gone();
          unread.taken();
        });
    open.add(stream);
    return stream;
  }

  @Override
  public synchronized void onNext(M call) {
    heard = true;
    if (ended) {
      return;
    }
    A answer;
    try {
      answer = answers.to(call);
      if (unread.holds(answer)) {
        calls.served();
      } else {
        calls.failed();
        answer = answers.refusal(call, "too many answers are not taken: try again");
      }
    } catch (IllegalArgumentException notAllowed) {
      calls.failed();
      answer = answers.refusal(call, String.valueOf(notAllowed.getMessage()));
    }
    out.onNext(answer);
    waiting = true;
    readOn();
  }

  /** Asks for the next call, if the client takes its answers. */
  private synchronized void readOn() {
    if (waiting && !ended && out.isReady()) {
      unread.taken();
      waiting = false;
      out.request(1);
    }
  }

  /** The client has asked its last call. */
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

  /** Ends it unless something arrived since this was last asked. */
  synchronized void endWhereQuiet() {
    if (heard) {
      heard = false;
    } else {
      end();
    }
  }

  /** Ends it behind its last answer. */
  synchronized void end() {
    if (!ended) {
      gone();
      if (!out.isCancelled()) {
        out.onCompleted();
      }
    }
  }
}
