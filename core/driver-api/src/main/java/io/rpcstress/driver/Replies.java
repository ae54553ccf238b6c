package io.rpcstress.driver;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Gives a deadline to replies that a driver matches to its calls by itself, and ends each call in
 * the words of the driver API.
 */
public final class Replies {

  private Replies() {}

  /**
   * Waits for a reply. Whoever gives up cancels it.
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

  private static CallException asCallException(@Nullable Throwable cause) {
    return cause instanceof CallException known
        ? known
        : new CallException(FailureKind.INTERNAL, String.valueOf(cause), cause);
  }
}
