package io.rpcstress.rpcx.wire;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;
import org.jspecify.annotations.Nullable;

/**
 * A thread of RPCX that brings replies or ends calls: code of the application that waits on it for
 * a call could wait for itself.
 */
public final class OwnThread extends FastThreadLocalThread {
  private OwnThread(@Nullable ThreadGroup group, Runnable task, String name) {
    super(group, task, name);
  }

  /** Whether the calling thread is one. */
  public static boolean isCurrent() {
    return Thread.currentThread() instanceof OwnThread;
  }

  /**
   * Makes such threads.
   *
   * @param name what their names begin with
   * @param daemon whether the process may end before them
   */
  public static DefaultThreadFactory factory(String name, boolean daemon) {
    return new DefaultThreadFactory(name, daemon) {
      @Override
      protected Thread newThread(Runnable task, String threadName) {
        return new OwnThread(threadGroup, task, threadName);
      }
    };
  }
}
