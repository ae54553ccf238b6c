package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;

/** A technology whose callers do something else beside, or less. They start no calls. */
public abstract class DecoratedDriver implements Driver {

  private final Driver driver;

  protected DecoratedDriver(Driver driver) {
    this.driver = driver;
  }

  /** What a thread calls in place of a caller, which it closes with itself. */
  protected abstract <Q, R> Caller<Q, R> decorated(
      Caller<Q, R> caller, Operation<Q, R> operation, int thread);

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
  public String broker() {
    return driver.broker();
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
        return decorated(session.caller(operation, thread), operation, thread);
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }
}
