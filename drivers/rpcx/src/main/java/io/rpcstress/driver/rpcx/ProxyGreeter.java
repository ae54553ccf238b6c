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
import org.jspecify.annotations.Nullable;

/**
 * The proxies, which all threads share: one that waits for {@link #call}, one that returns futures
 * for {@link #start}, both on the same connections.
 */
final class ProxyGreeter implements AsyncCaller<String, String> {

  private final RPCX rpcx;
  private final RemoteGreeter greeter;
  private final Duration deadline;

  /** Made by the first start: a closed loop pays for no class that it does not use. */
  private volatile @Nullable StartedGreeter starting;

  ProxyGreeter(RPCX rpcx, RemoteGreeter greeter, Duration deadline) {
    this.rpcx = rpcx;
    this.greeter = greeter;
    this.deadline = deadline;
  }

  @Override
  public String call(String request) throws CallException, InterruptedException {
    try {
      return greeter.greet(request);
    } catch (RPCXException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted in a call");
      }
      throw failure(e);
    }
  }

  @Override
  public CompletableFuture<String> start(String request) {
    CompletableFuture<String> reply = new CompletableFuture<>();
    // On the event loop, which reads the next reply when this is done.
    CompletableFuture<String> unused =
        starting()
            .greet(request)
            .whenComplete(
                (answer, problem) -> {
                  if (problem == null) {
                    reply.complete(answer);
                  } else {
                    reply.completeExceptionally(
                        problem instanceof RPCXException known
                            ? failure(known)
                            : new CallException(
                                FailureKind.INTERNAL, NetworkFailures.describe(problem), problem));
                  }
                });
    return reply;
  }

  private StartedGreeter starting() {
    StartedGreeter made = starting;
    if (made == null) { // the client gives every thread the same one
      made = rpcx.client(StartedGreeter.class);
      starting = made;
    }
    return made;
  }

  private CallException failure(RPCXException e) {
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
