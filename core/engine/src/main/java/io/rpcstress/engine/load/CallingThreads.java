package io.rpcstress.engine.load;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadFactory;

/** Makes the calling threads: platform threads, or virtual ones where the JDK has them. */
public final class CallingThreads {

  private CallingThreads() {}

  /** Daemon platform threads, named {@code caller-0} onwards. */
  public static ThreadFactory platform() {
    return new ThreadFactory() {
      private int made;

      @Override
      public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "caller-" + made++);
        thread.setDaemon(true); // an abandoned call must not keep the process alive
        return thread;
      }
    };
  }

  /** Whether a JDK of this number has virtual threads. */
  public static boolean hasVirtual(int feature) {
    return feature >= FIRST_WITH_VIRTUAL;
  }

  /** Virtual threads, found by reflection since the baseline is Java 17. */
  public static ThreadFactory virtual() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (NoSuchMethodException
        | ClassNotFoundException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new IllegalStateException("this JDK has no virtual threads: 21 or later expected", e);
    }
  }

  private static final int FIRST_WITH_VIRTUAL = 21;
}
