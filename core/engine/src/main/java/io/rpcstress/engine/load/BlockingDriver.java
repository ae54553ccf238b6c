package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;

/**
 * A technology as if its callers could do nothing but wait for their replies. With it an open loop
 * calls all technologies from threads alike, also those that could start calls without waiting.
 */
public final class BlockingDriver implements Driver {

  private final Driver driver;

  public BlockingDriver(Driver driver) {
    this.driver = driver;
  }

  @Override
  public Technology technology() {
    return driver.technology();
  }

  @Override
  public void requireUsable() {
    driver.requireUsable();
  }

  @Override
  public boolean isThroughBroker() {
    return driver.isThroughBroker();
  }

  @Override
  public boolean isInProcess() {
    return driver.isInProcess();
  }

  @Override
  public boolean hasServer() {
    return driver.hasServer();
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Session session = driver.open(target, options);
    return new Session() {
      @Override
      public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread)
          throws CallException {
        return new Waiting<>(session.caller(operation, thread));
      }

      @Override
      public void close() {
        session.close();
      }
    };
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
