package io.rpcstress.driver;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives a deadline to replies that a driver matches to its calls by itself, and ends each call in
 * the words of the driver API.
 */
public final class Replies {

  private Replies() {}

  /**
   * Waits for a reply. A caller that gives up cancels it.
   *
   * @param reply ends with a value or a {@link CallException}
   * @param deadline how long to wait
   * @throws DeadlineExceededException if it did not come in time
   * @throws CallException as the reply failed; {@link FailureKind#INTERNAL} of any other exception
   * @throws InterruptedException if the calling thread was interrupted
   */
  public static <R> R await(CompletableFuture<R> reply, Duration deadline)
      throws CallException, InterruptedException {
    try {
      return reply.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      reply.cancel(false);
      throw new DeadlineExceededException(deadline);
    } catch (InterruptedException e) {
      reply.cancel(false);
      throw e;
    } catch (ExecutionException e) {
      throw asCallException(e.getCause());
    }
  }

  /**
   * Ends a reply by its deadline.
   *
   * @param reply ends with a value or a {@link CallException}
   * @param deadline from now
   * @return ends as the reply does, or with a {@link DeadlineExceededException}
   */
  public static <R> CompletableFuture<R> within(CompletableFuture<R> reply, Duration deadline) {
    return reply
        .orTimeout(deadline.toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(
            e -> {
              Throwable cause = e instanceof CompletionException ? e.getCause() : e;
              throw new CompletionException(
                  cause instanceof TimeoutException
                      ? new DeadlineExceededException(deadline)
                      : cause);
            });
  }

  /**
   * A thread-safe caller that sends each request by a function, and holds nothing of its own.
   *
   * @param send starts a call; its future ends with a value or a {@link CallException}, and a
   *     caller that gives up ends it otherwise
   * @param deadline of each call
   */
  public static <Q, R> AsyncCaller<Q, R> caller(
      Function<Q, CompletableFuture<R>> send, Duration deadline) {
    return new AsyncCaller<>() {
      @Override
      public R call(Q request) throws CallException, InterruptedException {
        return await(send.apply(request), deadline);
      }

      @Override
      public CompletableFuture<R> start(Q request) {
        return within(send.apply(request), deadline);
      }
    };
  }

  /** A thread's caller by one that other threads use, too: closing it leaves that one open. */
  public static <Q, R> AsyncCaller<Q, R> shared(AsyncCaller<Q, R> caller) {
    return new AsyncCaller<>() {
      @Override
      public R call(Q request) throws CallException, InterruptedException {
        return caller.call(request);
      }

      @Override
      public CompletableFuture<R> start(Q request) {
        return caller.start(request);
      }
    };
  }

  private static CallException asCallException(@Nullable Throwable cause) {
    return cause instanceof CallException known
        ? known
        : new CallException(FailureKind.INTERNAL, String.valueOf(cause), cause);
  }
}
