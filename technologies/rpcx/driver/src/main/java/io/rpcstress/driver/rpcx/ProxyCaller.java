package io.rpcstress.driver.rpcx;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The proxies, which all threads share: one that waits for {@link #call}, one that returns futures
 * for {@link #start}, both on the same connections.
 */
final class ProxyCaller<Q, R> implements AsyncCaller<Q, R> {

  private final RPCX rpcx;
  private final Proxies<Q, R> proxies;
  private final Function<Q, R> waiting;
  private final Duration deadline;

  /** Made by the first start: a closed loop pays for no class that it does not use. */
  private volatile @Nullable Function<Q, CompletableFuture<R>> starting;

  ProxyCaller(RPCX rpcx, Proxies<Q, R> proxies, Duration deadline) {
    this.rpcx = rpcx;
    this.proxies = proxies;
    this.waiting = proxies.waiting().apply(rpcx);
    this.deadline = deadline;
  }

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    try {
      return waiting.apply(request);
    } catch (RPCXException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted in a call");
      }
      throw failure(e, deadline);
    }
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    CompletableFuture<R> reply = new CompletableFuture<>();
    // On the event loop, which reads the next reply when this is done.
    CompletableFuture<R> unused =
        starting()
            .apply(request)
            .whenComplete(
                (answer, problem) -> {
                  if (problem == null) {
                    reply.complete(answer);
                  } else {
                    reply.completeExceptionally(
                        problem instanceof RPCXException known
                            ? failure(known, deadline)
                            : new CallException(
                                FailureKind.INTERNAL, NetworkFailures.describe(problem), problem));
                  }
                });
    return reply;
  }

  private Function<Q, CompletableFuture<R>> starting() {
    Function<Q, CompletableFuture<R>> made = starting;
    if (made == null) { // the client gives every thread the same one
      made = proxies.starting().apply(rpcx);
      starting = made;
    }
    return made;
  }

  static CallException failure(RPCXException e, Duration deadline) {
    return switch (e.status()) {
      case DEADLINE_EXCEEDED -> new DeadlineExceededException(deadline);
      case UNAVAILABLE ->
          new CallException(
              NetworkFailures.neverConnected(e) ? FailureKind.CONNECT : FailureKind.DISCONNECTED,
              e.getMessage(),
              e);
      case DATA_LOSS -> new CallException(FailureKind.PROTOCOL, e.getMessage(), e);
      default -> new CallException(FailureKind.REFUSED, e.getMessage(), e);
    };
  }
}
