package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractStub;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A blocking stub for {@link #call}, as in the example; a future stub for {@link #start}. */
final class StubCaller<Q, R, B extends AbstractStub<B>, F extends AbstractStub<F>, M, A>
    implements AsyncCaller<Q, R> {

  private final UnaryMethod<Q, R, B, F, M, A> method;
  private final ManagedChannel channel;
  private final B stub;
  private final Duration deadline;
  private final StatusFailures failures;
  private final boolean deadlines;
  private final @Nullable Executor executor;

  /** Made by the first start: a closed loop pays for no class that it does not use. */
  private volatile @Nullable F futures;

  /**
   * A caller.
   *
   * @param deadlines whether calls carry it; one that does not is ended by an interruption only
   * @param executor where started calls end; null: on the channel's own. A blocking stub brings an
   *     executor of its own, the calling thread, so that none set here or on the channel serves it
   */
  StubCaller(
      UnaryMethod<Q, R, B, F, M, A> method,
      ManagedChannel channel,
      Duration deadline,
      boolean deadlines,
      @Nullable Executor executor) {
    this.method = method;
    this.channel = channel;
    this.stub = method.blocking().apply(channel);
    this.deadline = deadline;
    this.failures = new StatusFailures(deadline);
    this.deadlines = deadlines;
    this.executor = executor;
  }

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    try {
      M message = method.message().apply(request);
      return method.reply().apply(method.call().apply(by(stub), message));
    } catch (StatusRuntimeException e) {
      if (Thread.interrupted()) { // the stub turns an interruption into CANCELLED and the flag
        throw new InterruptedException("interrupted in a call");
      }
      throw failures.of(e);
    }
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    CompletableFuture<R> reply = new CompletableFuture<>();
    Futures.addCallback(
        method.start().apply(by(futures()), method.message().apply(request)),
        new FutureCallback<A>() {
          @Override
          public void onSuccess(@Nullable A answer) {
            reply.complete(method.reply().apply(answer));
          }

          @Override
          public void onFailure(Throwable e) {
            reply.completeExceptionally(failures.of(e));
          }
        },
        // On the thread that brings the reply: the channel's executor, or its event loop if tuned.
        MoreExecutors.directExecutor());
    return reply;
  }

  private <S extends AbstractStub<S>> S by(S one) {
    return deadlines ? one.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS) : one;
  }

  private F futures() {
    F made = futures;
    if (made == null) { // two threads may make two, which are as good as one
      made = method.futures().apply(channel);
      if (executor != null) {
        made = made.withExecutor(executor);
      }
      futures = made;
    }
    return made;
  }
}
