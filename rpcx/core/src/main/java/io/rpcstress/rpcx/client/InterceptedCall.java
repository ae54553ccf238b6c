package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXFuture;
import io.rpcstress.rpcx.StatusCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a caller gets whose call stands behind interceptors, whatever future they made of it: ends
 * by the deadline of the method, all attempts included, and its cancel ends every attempt.
 * Thread-safe.
 */
final class InterceptedCall extends RPCXFuture<@Nullable Object>
    implements Expiring,
        ClientInterceptor.Reply,
        BiConsumer<@Nullable Object, @Nullable Throwable> {
  private final DeadlineWatch watch;
  private final long deadlineNanos;
  private final List<PendingCall> attempts = new ArrayList<>(1);
  private volatile @Nullable CompletableFuture<@Nullable Object> followed;

  InterceptedCall(DeadlineWatch watch, long waitNanos) {
    this.watch = watch;
    deadlineNanos = System.nanoTime() + waitNanos;
  }

  /** What is left of the deadline, in ns. */
  long remainingNanos() {
    return isDone() ? 0 : deadlineNanos - System.nanoTime();
  }

  /** An attempt was started. */
  void started(PendingCall attempt) {
    synchronized (attempts) {
      attempts.add(attempt);
    }
    if (isCancelled()) {
      boolean unused = attempt.cancel(true);
    }
  }

  /** Ends when the interceptors' future ends, at the latest by the deadline. */
  void follow(@Nullable CompletableFuture<@Nullable Object> result) {
    if (result == null) {
      fail(
          RPCXException.ofCall(
              StatusCode.INTERNAL, "an interceptor returned null instead of a future", null));
      return;
    }
    followed = result;
    if (!result.isDone()) {
      watch.add(this);
      watch.expect(deadlineNanos);
    }
    var unused = result.whenComplete(this);
  }

  @Override
  public void accept(@Nullable Object value, @Nullable Throwable problem) {
    Throwable cause =
        problem instanceof CompletionException && problem.getCause() != null
            ? problem.getCause()
            : problem;
    watch.remove(this);
    if (cause == null) {
      boolean unused = end(value);
    } else {
      boolean unused = endExceptionally(cause);
    }
  }

  private void fail(RPCXException problem) {
    watch.remove(this);
    if (endExceptionally(problem.asEndOfCall())) {
      endAttempts();
    }
  }

  /** Cancels what the interceptors have started. */
  void endAttempts() {
    CompletableFuture<@Nullable Object> result = followed;
    if (result != null) {
      boolean unused = result.cancel(true);
    }
    for (PendingCall attempt : startedAttempts()) {
      boolean unused = attempt.cancel(true);
    }
  }

  private PendingCall[] startedAttempts() {
    synchronized (attempts) {
      return attempts.toArray(new PendingCall[0]);
    }
  }

  /** The id of the last attempt, 0 before the first. */
  @Override
  public long id() {
    synchronized (attempts) {
      return attempts.isEmpty() ? 0 : attempts.get(attempts.size() - 1).id();
    }
  }

  /** What the server sent beside the result of the last attempt. */
  @Override
  public Map<String, String> metadata() {
    synchronized (attempts) {
      return attempts.isEmpty() ? Map.of() : attempts.get(attempts.size() - 1).replyMetadata();
    }
  }

  @Override
  protected void givenUp() {
    watch.remove(this);
    endAttempts();
  }

  /**
   * Waits until the call ends, at most until its deadline.
   *
   * @throws RPCXException if the call failed, with the stack trace of this thread
   */
  @Nullable Object await() {
    try {
      var unused = get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      boolean unused = cancel(true);
      Thread.currentThread().interrupt();
      throw RPCXException.ofCall(StatusCode.CANCELLED, "the calling thread was interrupted", null);
    } catch (TimeoutException e) {
      exceeded();
    } catch (ExecutionException e) {
      // Its cause is thrown below.
    }
    return PendingCall.outcome(this);
  }

  /** Attempts expire instead of being cancelled, so that interceptors see why they end. */
  private void exceeded() {
    RPCXException problem =
        RPCXException.withoutTrace(StatusCode.DEADLINE_EXCEEDED, "no reply within the deadline")
            .asEndOfCall();
    watch.remove(this);
    if (endExceptionally(problem)) {
      for (PendingCall attempt : startedAttempts()) {
        attempt.expire(problem);
      }
      endAttempts();
    }
  }

  @Override
  public long expire(long nowNanos) {
    long left = deadlineNanos - nowNanos;
    if (left > 0) {
      return left;
    }
    watch.remove(this);
    watch.execute(this::exceeded);
    return Long.MAX_VALUE;
  }

  /** Nothing of its own: attempts count where they are in flight. */
  @Override
  public int size() {
    return 0;
  }

  @Override
  public void close(RPCXException because) {
    fail(because);
  }
}
