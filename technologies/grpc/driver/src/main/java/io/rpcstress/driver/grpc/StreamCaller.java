package io.rpcstress.driver.grpc;

import io.grpc.Channel;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Replies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
    return Replies.await(stream().send(request), deadline);
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    return Replies.within(stream().send(request), deadline);
  }

  @Override
  public void close() {
    CallStream<Q, R, M, A> open = stream;
    if (open != null) {
      open.close();
    }
  }
}
