package io.rpcstress.driver.grpc;

import io.grpc.Channel;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Calls on a stream that stays open, and on a new one after it was lost: what was open then fails,
 * and is not sent again. Deadlines are kept here, since gRPC's would end the stream. Thread-safe.
 */
final class StreamCaller<Q, R, M, A> implements AsyncCaller<Q, R> {

  private final StreamMethod<Q, R, M, A> method;
  private final Channel channel;
  private final Duration deadline;
  private final ReentrantLock opening = new ReentrantLock();
  private volatile @Nullable CallStream<Q, R, M, A> stream;

  StreamCaller(StreamMethod<Q, R, M, A> method, Channel channel, Duration deadline) {
    this.method = method;
    this.channel = channel;
    this.deadline = deadline;
  }

  private CallStream<Q, R, M, A> stream() {
    CallStream<Q, R, M, A> open = stream;
    if (open != null && !open.ended()) {
      return open;
    }
    opening.lock();
    try {
      open = stream;
      if (open == null || open.ended()) {
        open = new CallStream<>(method, new StatusFailures(deadline));
        var unused = method.open().apply(channel, open); // which is handed to it before
        stream = open;
      }
      return open;
    } finally {
      opening.unlock();
    }
  }

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    CallStream<Q, R, M, A> on = stream();
    CallStream.Pending<R> reply = on.send(request);
    try {
      return reply.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      on.forget(reply);
      throw new DeadlineExceededException(deadline);
    } catch (InterruptedException e) {
      on.forget(reply);
      throw e;
    } catch (ExecutionException e) {
      throw failure(e.getCause() == null ? e : e.getCause());
    }
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    CallStream<Q, R, M, A> on = stream();
    CallStream.Pending<R> reply = on.send(request);
    CompletableFuture<R> result = new CompletableFuture<>();
    var unused =
        reply
            .orTimeout(deadline.toNanos(), TimeUnit.NANOSECONDS)
            .whenComplete(
                (answer, problem) -> {
                  if (problem == null) {
                    result.complete(answer);
                  } else {
                    on.forget(reply);
                    result.completeExceptionally(failure(problem));
                  }
                });
    return result;
  }

  private CallException failure(Throwable e) {
    if (e instanceof CallException known) {
      return known;
    }
    return e instanceof TimeoutException
        ? new DeadlineExceededException(deadline)
        : new CallException(FailureKind.INTERNAL, NetworkFailures.describe(e), e);
  }

  @Override
  public void close() {
    CallStream<Q, R, M, A> open = stream;
    if (open != null) {
      open.close();
    }
  }
}
