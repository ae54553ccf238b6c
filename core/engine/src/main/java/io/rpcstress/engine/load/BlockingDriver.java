package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;

/**
 * A technology as if its callers could do nothing but wait for their replies. With it an open loop
 * calls all technologies from threads alike, also those that could start calls without waiting.
 */
public final class BlockingDriver extends DecoratedDriver {

  public BlockingDriver(Driver driver) {
    super(driver);
  }

  @Override
  protected <Q, R> Caller<Q, R> decorated(
      Caller<Q, R> caller, Operation<Q, R> operation, int thread) {
    return new Waiting<>(caller);
  }

  private record Waiting<Q, R>(Caller<Q, R> caller) implements Caller<Q, R> {

    @Override
    public R call(Q request) throws CallException, InterruptedException {
      return caller.call(request);
    }

    @Override
    public void close() {
      caller.close();
    }
  }
}
