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
    return Replies.within(link.send(method.call().apply(request)), deadline).thenApply(this::reply);
  }

  private R reply(Message message) {
    try {
      return method.of(message);
    } catch (CallException e) {
      throw new CompletionException(e);
    }
  }
}
