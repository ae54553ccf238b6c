package io.rpcstress.driver.amqp;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Replies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread's calls, on a channel of its own. Where that ended, the next call has a new one made, by
 * another thread: it waits for that no longer than for a reply. Thread-safe.
 */
final class AmqpCaller<Q, R> implements AsyncCaller<Q, R> {

  /** Makes a conversation. */
  interface Beginning {

    /** A new one. */
    Conversation begin() throws CallException;
  }

  private final Beginning beginning;
  private final MessageFormat<Q, R> format;
  private final Duration deadline;
  private final Executor connecting;
  private CompletableFuture<Conversation> conversation = new CompletableFuture<>();

  /** One without a conversation; {@link #connect} is to be called before it is used. */
  AmqpCaller(
      Beginning beginning, MessageFormat<Q, R> format, Duration deadline, Executor connecting) {
    this.beginning = beginning;
    this.format = format;
    this.deadline = deadline;
    this.connecting = connecting;
  }

  /** Makes its first channel. */
  AmqpCaller<Q, R> connect() throws CallException {
    conversation = CompletableFuture.completedFuture(beginning.begin());
    return this;
  }

  /** The conversation now, whether or not it is open. */
  @Nullable Conversation current() {
    CompletableFuture<Conversation> now = conversation();
    return now.isDone() && !now.isCompletedExceptionally() ? now.join() : null;
  }

  private synchronized CompletableFuture<Conversation> conversation() {
    return conversation;
  }

  /** The one that is open, or that is being made. */
  private synchronized CompletableFuture<Conversation> opened() {
    boolean over =
        conversation.isDone()
            && (conversation.isCompletedExceptionally() || !conversation.join().isOpen());
    if (over) {
      Supplier<Conversation> again =
          () -> {
            try {
              return beginning.begin();
            } catch (CallException e) {
              throw new CompletionException(e);
            }
          };
      conversation = CompletableFuture.supplyAsync(again, connecting);
    }
    return conversation;
  }

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    try {
      return read(Replies.await(send(request), deadline));
    } catch (DeadlineExceededException e) {
      throw explained(e);
    }
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    return Replies.within(send(request), deadline)
        .handle(
            (body, failure) -> {
              if (failure != null) {
                Throwable why =
                    failure instanceof CompletionException ? failure.getCause() : failure;
                throw new CompletionException(
                    why instanceof DeadlineExceededException late ? explained(late) : why);
              }
              try {
                return read(body);
              } catch (CallException e) {
                throw new CompletionException(e);
              }
            });
  }

  private CallException explained(DeadlineExceededException late) {
    Conversation now = current();
    return now == null ? late : now.explained(late);
  }

  private R read(byte[] body) throws CallException {
    try {
      return format.reply().apply(body);
    } catch (IllegalArgumentException e) {
      throw new CallException(FailureKind.PROTOCOL, String.valueOf(e.getMessage()), e);
    }
  }

  private CompletableFuture<byte[]> send(Q request) {
    CompletableFuture<byte[]> reply = new CompletableFuture<>();
    CompletableFuture<Conversation> now = opened();
    if (now.isDone() && !now.isCompletedExceptionally()) {
      ask(now.join(), request, reply);
    } else {
      var unused =
          now.whenComplete(
              (made, failure) -> {
                if (failure != null) {
                  reply.completeExceptionally(
                      failure instanceof CompletionException ? failure.getCause() : failure);
                } else if (!reply.isDone()) {
                  ask(made, request, reply);
                }
              });
    }
    return reply;
  }

  private void ask(Conversation open, Q request, CompletableFuture<byte[]> reply) {
    open.ask(format.body().apply(request), format.contentType().apply(request), reply);
  }

  @Override
  public void close() {
    Conversation now = current();
    if (now != null) {
      connecting.execute(now::close); // a broker that is gone would keep this waiting
    }
  }
}
