package io.rpcstress.client.harness.driver;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;

/**
 * A driver of another jar, used in this process: while it opens something, its libraries find their
 * parts through the thread's context class loader. A measuring process has the jar on its class
 * path and none of this.
 */
final class DriverOfJar implements Driver {

  private final Driver driver;
  private final ClassLoader loader;

  DriverOfJar(Driver driver, ClassLoader loader) {
    this.driver = driver;
    this.loader = loader;
  }

  @Override
  public Technology technology() {
    return driver.technology();
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Session session = inContext(() -> driver.open(target, options));
    return new Session() {
      @Override
      public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread)
          throws CallException {
        return inContext(() -> session.caller(operation, thread));
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }

  private interface Opening<T> {
    T open() throws CallException;
  }

  private <T> T inContext(Opening<T> opening) throws CallException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return opening.open();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
