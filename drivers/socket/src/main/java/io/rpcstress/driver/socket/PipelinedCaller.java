package io.rpcstress.driver.socket;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls one operation on a connection that carries many calls at once. Thread-safe. */
record PipelinedCaller<Q, R>(Pipeline pipeline, MessageFormat<Q, R> format)
    implements AsyncCaller<Q, R> {

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    CompletableFuture<R> reply = pipeline.send(format, request);
    try {
      return reply.get(pipeline.deadline().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      reply.cancel(false);
      throw new DeadlineExceededException(pipeline.deadline());
    } catch (InterruptedException e) {
      reply.cancel(false);
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CallException known
          ? known
          : new CallException(FailureKind.INTERNAL, String.valueOf(e.getCause()), e.getCause());
    }
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    return pipeline
        .send(format, request)
        .orTimeout(pipeline.deadline().toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(
            e -> {
              Throwable cause = e instanceof CompletionException ? e.getCause() : e;
              throw new CompletionException(
                  cause instanceof TimeoutException
                      ? new DeadlineExceededException(pipeline.deadline())
                      : cause);
            });
  }
}
