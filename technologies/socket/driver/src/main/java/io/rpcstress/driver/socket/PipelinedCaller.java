package io.rpcstress.driver.socket;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Replies;
import java.util.concurrent.CompletableFuture;

/** Calls one operation on a connection that carries many calls at once. Thread-safe. */
record PipelinedCaller<Q, R>(Pipeline pipeline, MessageFormat<Q, R> format)
    implements AsyncCaller<Q, R> {

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    return Replies.await(pipeline.send(format, request), pipeline.deadline());
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    return Replies.within(pipeline.send(format, request), pipeline.deadline());
  }
}
