package io.rpcstress.server.dubbo;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
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
    return new Direct();
  }

  private static final class Direct extends AbstractExecutorService {
    private volatile boolean ended;

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {
      ended = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      ended = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return ended;
    }

    @Override
    public boolean isTerminated() {
      return ended;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
      return ended;
    }
  }
}
