package io.rpcstress.driver.grpc;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import java.util.concurrent.CompletableFuture;

/** A thread's caller on a stream that other threads use, too: the session ends it. */
record SharedStreamCaller<Q, R>(AsyncCaller<Q, R> shared) implements AsyncCaller<Q, R> {

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    return shared.call(request);
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    return shared.start(request);
  }
}
