package io.rpcstress.driver;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Calls under a deadline that a test made short, to see it exceeded. On a slow host connecting, or
 * a call that the server answers at once, may exceed it too: such a call is made again.
 */
public final class Answers {

  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private Answers() {}

  /**
   * The first reply that came within its deadline.
   *
   * @param call makes one call and waits for its end
   * @throws CallException what the last call ended with, if none was answered for a minute; or the
   *     first that ended otherwise than by its deadline or without a connection
   */
  public static String inTime(Callable<String> call) throws Exception {
    long began = System.nanoTime();
    while (true) {
      try {
        return call.call();
      } catch (CallException e) {
        requireLate(e, began);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof CallException cause)) {
          throw e;
        }
        requireLate(cause, began);
      }
    }
  }

  /**
   * The reply of a call that was started, within a minute.
   *
   * @throws CallException what the call ended with, if it failed
   */
  public static <R> R ended(CompletableFuture<R> reply) throws Exception {
    try {
      return reply.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CallException failure ? failure : e;
    }
  }

  private static void requireLate(CallException end, long began) throws CallException {
    boolean late = end.kind() == FailureKind.DEADLINE || end.kind() == FailureKind.CONNECT;
    if (!late || System.nanoTime() - began > PATIENCE_NANOS) {
      throw end;
    }
  }
}
