package io.rpcstress.rpcx.tls;

import io.netty.channel.Channel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Does what a handshake of TLS computes, some milliseconds each, off the event loops: calls of
 * established connections do not wait for those who only knock. All service centres of a process
 * share its threads, which end when there is nothing to do. Each connection has one task at a time,
 * so the queue is no longer than there are connections. Thread-safe.
 */
public final class Handshakes {
  private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  private static final long IDLE_MILLIS = 1_000;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_MILLIS,
          TimeUnit.MILLISECONDS,
          new LinkedBlockingQueue<>(),
          new DefaultThreadFactory("rpcx-handshake", true));

  static {
    POOL.allowCoreThreadTimeOut(true);
  }

  private Handshakes() {}

  /**
   * Runs what the engine of a connection delegates, in the order in which it came of all of them;
   * nothing of one that has been closed meanwhile, as those are whose handshake took too long.
   */
  public static Executor of(Channel connection) {
    return task ->
        POOL.execute(
            () -> {
              if (connection.isOpen()) {
                task.run();
              }
            });
  }
}
