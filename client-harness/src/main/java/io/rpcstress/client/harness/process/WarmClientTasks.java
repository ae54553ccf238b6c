package io.rpcstress.client.harness.process;

import java.io.PrintStream;
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
    ParentWatch.start(tasks.lines::add);
    return tasks;
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
