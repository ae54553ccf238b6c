package io.rpcstress.client.harness.process;

import java.io.IOException;

/**
 * Ends a forked JVM when its parent is gone, however that went: a load without a reader is noise.
 */
public final class ParentWatch {

  /** What a process ends with whose parent is gone. */
  static final int PARENT_GONE = 130;

  private ParentWatch() {}

  /** Starts a daemon thread that waits for the end of standard input, which the parent holds. */
  public static void start() {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // The parent never writes; whatever comes is no end.
                }
              } catch (IOException e) {
                // As good as the end.
              }
              Runtime.getRuntime().halt(PARENT_GONE);
            },
            "parent-watch");
    thread.setDaemon(true);
    thread.start();
  }
}
