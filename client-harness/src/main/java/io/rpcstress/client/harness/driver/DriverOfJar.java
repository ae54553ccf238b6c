package io.rpcstress.client.harness.driver;

import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * A driver of another jar, used in this process: in whatever it is asked, its libraries find their
 * parts through the thread's context class loader. Its callers are its own: nothing is added to a
 * call. A measuring process has the jar on its class path and none of this.
 */
final class DriverOfJar {

  private DriverOfJar() {}

  /**
   * The same driver, whose sessions are opened and extended in the context of its jar. A proxy, so
   * that each method of the interface is passed on, also one that has a default.
   */
  static Driver of(Driver driver, ClassLoader loader) {
    return inContext(Driver.class, driver, loader);
  }

  private static <T> T inContext(Class<T> type, T target, ClassLoader loader) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Thread thread = Thread.currentThread();
          ClassLoader before = thread.getContextClassLoader();
          thread.setContextClassLoader(loader);
          try {
            Object result = method.invoke(target, arguments);
            return result instanceof Session session
                ? inContext(Session.class, session, loader)
                : result;
          } catch (InvocationTargetException e) {
            throw e.getTargetException();
          } finally {
            thread.setContextClassLoader(before);
          }
        };
    return type.cast(
        Proxy.newProxyInstance(Driver.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
