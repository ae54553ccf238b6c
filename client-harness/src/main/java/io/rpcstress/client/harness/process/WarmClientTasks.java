package io.rpcstress.client.harness.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What a {@link WarmClient}'s process hears from its parent and answers: for each point two lines
 * come, the file of its document and the file that its events go into, and a line goes back when it
 * is measured. The end of standard input ends the process, also within a point.
 */
public final class WarmClientTasks {

  /** The answer of a point whose runs all succeeded. */
  static final String MEASURED = "rpc-stress measured";

  /** The answer of a point that failed; its events say why. */
  static final String FAILED = "rpc-stress failed";

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private WarmClientTasks() {}

  public static WarmClientTasks ofParent() {
    WarmClientTasks tasks = new WarmClientTasks();
    Thread reader =
        new Thread(
            () -> {
              tasks.read(System.in);
              Runtime.getRuntime().halt(ParentWatch.PARENT_GONE);
            },
            "parent-watch");
    reader.setDaemon(true);
    reader.start();
    return tasks;
  }

  private void read(InputStream from) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
      for (String line; (line = reader.readLine()) != null; ) {
        lines.add(line);
      }
    } catch (IOException e) {
      // As good as the end.
    }
  }

  /** The next file that the parent names; waits for it. */
  public Path next() throws InterruptedException {
    return Path.of(lines.take());
  }

  /** Tells the parent that the point is over, and its file of events whole. */
  public void answer(PrintStream stdout, boolean measured) {
    stdout.println(measured ? MEASURED : FAILED);
    stdout.flush();
  }
}
