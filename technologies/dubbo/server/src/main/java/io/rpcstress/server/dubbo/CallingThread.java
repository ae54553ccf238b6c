package io.rpcstress.server.dubbo;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.threadpool.ThreadPool;

/**
 * No threads: what is executed runs at once, on the calling thread. What {@code dispatcher} is for
 * the dubbo protocol, which Triple does not ask. Stateless; Dubbo finds it by its name.
 */
public final class CallingThread implements ThreadPool {
  /** As in {@code META-INF/dubbo}. */
  static final String NAME = "calling";

  @Override
  public Executor getExecutor(URL url) {
    return new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()) {
      @Override
      public void execute(Runnable task) {
        task.run();
      }
    };
  }
}
