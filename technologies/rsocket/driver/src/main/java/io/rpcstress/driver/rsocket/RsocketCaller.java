package io.rpcstress.driver.rsocket;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Replies;
import java.util.concurrent.CompletableFuture;

/** Calls on a connection that others share. Thread-safe. */
final class RsocketCaller<Q, R> implements AsyncCaller<Q, R> {
  private final Link link;
  private final PayloadFormat<Q, R> format;

  RsocketCaller(Link link, PayloadFormat<Q, R> format) {
    this.link = link;
    this.format = format;
  }

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    return Replies.await(send(request), link.deadline());
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    return Replies.within(send(request), link.deadline());
  }

  private CompletableFuture<R> send(Q request) {
    Reply<R> reply = new Reply<>(format);
    try {
      link.open()
          .requestResponse(link.payload(format.data(request), format.metadata(request)))
          .subscribe(reply);
    } catch (CallException e) {
      reply.completeExceptionally(e);
    }
    return reply;
  }
}
