package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXFuture;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.wire.Outgoing;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call: future, place in the write queue, and the one thread that may wait for it. One object
 * per call, because every object here is paid for a million times.
 */
final class PendingCall extends RPCXFuture<@Nullable Object> implements Outgoing {
  private final RemoteMethod method;
  private final long deadlineNanos;
  private long id;
  private @Nullable Connection connection;
  private byte @Nullable [] frame;
  private @Nullable Outgoing next;
  private volatile @Nullable Thread waiter;

  PendingCall(RemoteMethod method, long deadlineNanos) {
    this.method = method;
    this.deadlineNanos = deadlineNanos;
  }

  /** Says where the call is in flight; before it is added to the pool. */
  void startOn(Connection where) {
    connection = where;
  }

  void assignId(long drawn) {
    id = drawn;
  }

  void frame(byte[] bytes) {
    frame = bytes;
  }

  @Override
  public long id() {
    return id;
  }

  RemoteMethod method() {
    return method;
  }

  /** When the call expires, by System.nanoTime. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Ends the call with its result. */
  void succeed(@Nullable Object value) {
    if (complete(value)) {
      wake();
    }
  }

  /** Ends the call without a result. */
  void fail(RPCXException problem) {
    if (completeExceptionally(problem)) {
      wake();
    }
  }

  private void wake() {
    Thread thread = waiter;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Waits until the call ends; its deadline is watched by the event loop. One park, no spinning: at
   * hundreds of waiting threads every further wake-up costs more than the call itself.
   *
   * @return the result
   * @throws RPCXException if the call failed, with the stack trace of this thread
   */
  @Nullable Object await() {
    waiter = Thread.currentThread();
    while (!isDone()) {
      LockSupport.park(this);
      if (!isDone() && Thread.interrupted()) {
        cancel(true);
        Thread.currentThread().interrupt();
        throw new RPCXException(StatusCode.CANCELLED, "the calling thread was interrupted");
      }
    }
    return outcome(this);
  }

  /** Waits for the result of interceptors, which need not be a call. */
  static @Nullable Object await(CompletableFuture<@Nullable Object> result) {
    return result instanceof PendingCall call ? call.await() : outcome(result);
  }

  private static @Nullable Object outcome(CompletableFuture<@Nullable Object> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RPCXException problem) {
        throw new RPCXException(problem.status(), problem.reason(), problem.getCause());
      }
      throw e;
    } catch (CancellationException e) {
      throw new RPCXException(StatusCode.CANCELLED, "the call was cancelled", e);
    }
  }

  /** Ends the call, tells the server, and forgets the reply. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    Connection where = connection;
    if (cancelled && where != null) {
      where.cancel(this);
    }
    return cancelled;
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
    byte @Nullable [] bytes = frame;
    frame = null;
    Connection where = connection;
    if (where != null) {
      where.written(this);
    }
    // Nobody waits for a call any more that ended before it left.
    return isDone() && !method.oneWay() ? null : bytes;
  }
}
