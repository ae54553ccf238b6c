package io.rpcstress.driver.mml;

import io.rpcstress.contract.mml.Message;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Replies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Calls of one operation, each to the next server in turn. Thread-safe. */
record MmlCaller<Q, R>(Servers servers, MmlMethod<Q, R, ?> method, Duration deadline)
    implements AsyncCaller<Q, R> {

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    CompletableFuture<Message> answer =
        servers.nextOrConnected().send(method.call().apply(request));
    return method.of(Replies.await(answer, deadline));
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    Link link = servers.next();
    if (link == null) {
      return CompletableFuture.failedFuture(
          new CallException(FailureKind.CONNECT, "no server is connected"));
    }
    CompletableFuture<Message> answer = link.send(method.call().apply(request));
    CompletableFuture<R> told = new CompletableFuture<>();
    var unused =
        Replies.within(answer, deadline)
            .whenComplete(
                (message, problem) -> {
                  if (problem != null) {
                    told.completeExceptionally(failure(problem));
                    return;
                  }
                  try {
                    told.complete(method.of(message));
                  } catch (CallException e) {
                    told.completeExceptionally(e);
                  }
                });
    return told;
  }

  private static Throwable failure(Throwable problem) {
    return problem instanceof CompletionException && problem.getCause() != null
        ? problem.getCause()
        : problem;
  }
}
