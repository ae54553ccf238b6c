package io.rpcstress.rpcx.server;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.rpcstress.rpcx.Limits;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Where handlers run that block: a virtual thread each where the JDK has them, else a pool. */
final class BlockingCalls {
  private static final long KEEP_ALIVE_SECONDS = 10;

  private BlockingCalls() {}

  /** Makes the threads; how many calls wait for them is limited by who asks. */
  static ExecutorService start() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              Limits.BLOCKING_THREADS,
              Limits.BLOCKING_THREADS,
              KEEP_ALIVE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              new DefaultThreadFactory("rpcx-blocking", true));
      pool.allowCoreThreadTimeOut(true);
      return pool;
    }
  }
}
