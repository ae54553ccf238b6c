package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.wire.Outgoing;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A call that is not answered before its event loop goes on: its handler runs on a thread of its
 * own, or returns a future. The reply comes back to the event loop through the connection's
 * coalescer.
 */
final class OffLoopCall
    implements Outgoing, Runnable, BiConsumer<@Nullable Object, @Nullable Throwable> {
  private final ServerConnection connection;
  private final PublishedMethod method;
  private final @Nullable Object[] arguments;
  private final long id;
  private final long deadlineNanos;
  private final boolean oneWay;
  private final Map<String, String> metadata;
  private volatile boolean cancelled;
  private volatile @Nullable CompletionStage<?> stage;
  private byte @Nullable [] reply;
  private boolean succeeded;
  private @Nullable Outgoing next;

  OffLoopCall(
      ServerConnection connection,
      PublishedMethod method,
      @Nullable Object[] arguments,
      long id,
      long deadlineNanos,
      boolean oneWay,
      Map<String, String> metadata) {
    this.connection = connection;
    this.method = method;
    this.arguments = arguments;
    this.id = id;
    this.deadlineNanos = deadlineNanos;
    this.oneWay = oneWay;
    this.metadata = metadata;
  }

  long id() {
    return id;
  }

  boolean oneWay() {
    return oneWay;
  }

  boolean succeeded() {
    return succeeded;
  }

  PublishedMethod method() {
    return method;
  }

  /** The caller has lost interest: what has not begun never will, and nobody is told the result. */
  void cancel() {
    cancelled = true;
    if (stage instanceof CompletableFuture<?> future) {
      future.cancel(true);
    }
  }

  @Override
  public void run() {
    if (cancelled) {
      connection.finish(this);
      return;
    }
    if (System.nanoTime() - deadlineNanos > 0) {
      reply =
          Replies.frame(
              Replies.failure(
                  id, StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the method began"));
      connection.finish(this);
      return;
    }
    Object value;
    CallContext.enter(deadlineNanos);
    try {
      value = method.invoke(arguments, metadata, connection.interceptors());
    } catch (Throwable t) {
      accept(null, t);
      return;
    } finally {
      CallContext.exit();
    }
    if (method.async() && value instanceof CompletionStage<?> future) {
      stage = future;
      if (cancelled) {
        cancel();
      }
      var unused = future.whenComplete(this);
    } else {
      accept(value, null);
    }
  }

  /** Takes the outcome, on whichever thread it comes. */
  @Override
  public void accept(@Nullable Object value, @Nullable Throwable problem) {
    if (problem == null) {
      RPCXReply result = Replies.result(id, method, value, connection.peerMaxFrameBytes());
      succeeded = Replies.succeeded(result);
      reply = Replies.frame(result);
    } else if (!cancelled) {
      Throwable cause = problem.getCause();
      reply =
          Replies.frame(
              Replies.problem(
                  id,
                  method,
                  problem instanceof CompletionException && cause != null ? cause : problem));
    }
    connection.finish(this);
  }

  @Override
  public @Nullable Outgoing next() {
    return next;
  }

  @Override
  public void next(@Nullable Outgoing following) {
    next = following;
  }

  @Override
  public byte @Nullable [] take() {
    connection.finished(this);
    return oneWay || cancelled ? null : reply;
  }
}
