package io.rpcstress.client.harness.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Ends a forked JVM when its parent is gone, however that went: a load without a reader is noise.
 */
public final class ParentWatch {

  /** What a process ends with whose parent is gone. */
  private static final int PARENT_GONE = 130;

  private ParentWatch() {}

  /** Waits for the end of standard input, which the parent holds. */
  public static void start() {
    start(line -> {});
  }

  /** The same where the parent writes lines. */
  static void start(Consumer<String> lines) {
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
          Runtime.getRuntime().halt(PARENT_GONE);
        });
  }
}
