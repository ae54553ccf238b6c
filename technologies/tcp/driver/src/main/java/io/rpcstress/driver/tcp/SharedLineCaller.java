package io.rpcstress.driver.tcp;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import java.util.concurrent.CompletableFuture;

/** Calls one operation on a connection that carries many calls at once. */
record SharedLineCaller<Q, R>(SharedConnection connection, LineFormat<Q, R> format)
    implements AsyncCaller<Q, R> {

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    return connection.call(format, request);
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    return connection.start(format, request);
  }
}
