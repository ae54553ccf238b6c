package io.rpcstress.driver.amqp;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import java.util.concurrent.CompletableFuture;

/**
 * A caller that several threads have; what it holds ends with its session. Thread-safe.
 *
 * @param all the one that they share
 */
record SharedCaller<Q, R>(AmqpCaller<Q, R> all) implements AsyncCaller<Q, R> {

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    return all.call(request);
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    return all.start(request);
  }
}
