package io.rpcstress.driver.tcp;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;

/** Calls one operation and waits for each reply. */
record LineCaller<Q, R>(Exchange exchange, LineFormat<Q, R> format) implements Caller<Q, R> {

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    return exchange.call(format, request);
  }

  @Override
  public void close() {
    exchange.close();
  }
}
