package io.rpcstress.client.harness.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a forked measuring process does by itself. It ends when its parent is gone, however that
 * went: a load without a reader is noise. And where it has said all and does not end, it ends
 * itself: a shutdown hook of the JVM's own, such as the one that writes a flight recording, may
 * wait for good, and the results that are there already would be lost when the point's time is
 * over.
 */
public final class ForkedChild {

  /** System property of a process whose standard input sweep.sh holds, and writes nothing to. */
  private static final String ATTENDED = "rpcstress.attended";

  /** Longer than it takes to write a large recording to a slow disk. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private static final int PARENT_GONE = 130;

  private ForkedChild() {}

  public static void endWithParent() {
    endWithParent(line -> {});
  }

  static void endWithParent(Consumer<String> lines) {
    atEndOfInput(lines, () -> Runtime.getRuntime().halt(PARENT_GONE));
  }

  private static void atEndOfInput(Consumer<String> lines, Runnable then) {
    DaemonThread.start(
        "parent-watch",
        () -> {
          try (BufferedReader reader =
              new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line; (line = reader.readLine()) != null; ) {
              lines.accept(line);
            }
          } catch (IOException e) {
            // As good as the end.
          }
          then.run();
        });
  }

  /**
   * Ends a process that sweep.sh attends, as SIGTERM would, when the script is gone: killed alone
   * it ends nothing, and no command would find what goes on without it.
   */
  public static void endWithScript() {
    if (System.getProperty(ATTENDED) != null) {
      atEndOfInput(
          line -> {},
          () -> {
            System.err.println(
                "sweep.sh is gone, so this ends; the same command goes on from here");
            System.exit(PARENT_GONE);
          });
    }
  }

  /** Begins to count, where this process is a forked one; the caller exits next. */
  public static void limitExit(int status) {
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
            printThreads(System.err);
          } finally {
            Runtime.getRuntime().halt(status);
          }
        });
  }

  private static void printThreads(PrintStream stderr) {
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
