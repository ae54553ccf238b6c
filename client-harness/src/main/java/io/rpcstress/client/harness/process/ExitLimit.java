package io.rpcstress.client.harness.process;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Ends a measuring process that has said all and does not end: a shutdown hook of the JVM's own,
 * such as the one that writes a flight recording, may wait for good. Without a limit the results
 * that are there already would be lost when the point's time is over.
 */
public final class ExitLimit {

  /** Longer than it takes to write a large recording to a slow disk. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private ExitLimit() {}

  /** Begins to count, where this process is a forked one; the caller exits next. */
  public static void startInChild(int status) {
    if (System.getProperty(ForkedPoint.CHILD) == null) {
      return;
    }
    DaemonThread.start(
        "exit-limit",
        () -> {
          try {
            TimeUnit.MILLISECONDS.sleep(LONGEST.toMillis());
          } catch (InterruptedException e) {
            return;
          }
          try {
            tell(System.err);
          } finally {
            Runtime.getRuntime().halt(status);
          }
        });
  }

  private static void tell(PrintStream stderr) {
    stderr.printf(
        "the measuring process has not ended %d s after its last result and is killed now; its "
            + "results are kept, but a recording may be missing. Its threads:%n",
        LONGEST.toSeconds());
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      stderr.printf("%s %s%n", each.getKey().getName(), each.getKey().getState());
      for (StackTraceElement frame : each.getValue()) {
        stderr.printf("    at %s%n", frame);
      }
    }
    stderr.flush();
  }
}
