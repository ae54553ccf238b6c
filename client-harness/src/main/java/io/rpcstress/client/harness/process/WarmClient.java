package io.rpcstress.client.harness.process;

import io.rpcstress.client.harness.plan.Documents;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.Children.Child;
import io.rpcstress.engine.point.PointListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One JVM that measures point after point of one technology, so that only the first of them meets
 * it cold. Its points are one sample of several correlated ones: good for exploring, and no
 * repetition of each other.
 *
 * <p>As with {@link ForkedPoint}, this process waits and computes nothing while the other measures,
 * which ends when this one does. Used by one thread; {@link #close} may be called by another.
 */
public final class WarmClient implements AutoCloseable {

  private static final int CRASHED = 1;

  private final Children children;
  private final ChildOutput output;
  private final Process process;
  private final Consumer<String> stderr;
  private boolean usable = true;

  /** What it prints; the empty one when it has ended. */
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

  private WarmClient(Children children, Child child, Consumer<String> stderr) {
    this.children = children;
    this.output = child.output();
    this.process = child.process();
    this.stderr = stderr;
  }

  public static WarmClient start(PointTask like, Consumer<String> stderr)
      throws IOException, InterruptedException {
    Children children = new Children(stderr);
    WarmClient client;
    try {
      Child child = children.start(output -> ForkedPoint.measuringSeveral(like, output));
      client = new WarmClient(children, child, stderr);
    } catch (IOException e) {
      children.close();
      throw e;
    }
    DaemonThread.start("warm-client", client::listen);
    return client;
  }

  private void listen() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line; (line = reader.readLine()) != null; ) {
        answers.add(Optional.of(line));
      }
    } catch (IOException e) {
      // It has ended, or was.
    }
    answers.add(Optional.empty());
  }

  public boolean run(PointTask task, PointListener listener)
      throws IOException, InterruptedException {
    Path document = output.keepTask(Documents.of(task));
    Files.writeString(output.events(), ""); // none of the point before is told again
    ChildReport report = new ChildReport(listener, stderr);
    Duration timeout = task.calls().timeout();
    Integer exit;
    try {
      tell(document + "\n" + output.events() + "\n");
      exit = answer(report, timeout);
    } catch (InterruptedException e) {
      close();
      throw e;
    }
    usable = exit != null && process.isAlive();
    output.tellEvents(report::event);
    return report.ended(exit, timeout);
  }

  /** Whether it can measure another point: it ended the last one, in whatever way, and lives. */
  public boolean isUsable() {
    return usable;
  }

  private void tell(String lines) {
    try {
      OutputStream to = process.getOutputStream();
      to.write(lines.getBytes(StandardCharsets.UTF_8));
      to.flush();
    } catch (IOException e) {
      // It has ended, which its stdout says.
    }
  }

  /** How the point ended, as the exit code of a process of its own; null where time is over. */
  private @Nullable Integer answer(ChildReport report, Duration timeout)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (true) {
      Optional<String> line = answers.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        return null;
      }
      if (line.isEmpty()) {
        int exit = process.waitFor();
        children.checkNotEnding();
        output.tellErrors(report::stderr);
        return exit == 0 ? CRASHED : exit;
      }
      if (line.get().equals(WarmClientTasks.MEASURED)) {
        return 0;
      }
      if (line.get().equals(WarmClientTasks.FAILED)) {
        return CRASHED;
      }
      report.stderr(line.get()); // a library that prints to stdout
    }
  }

  /** Ends the process, and passes on what it wrote to its stderr. */
  @Override
  public void close() {
    ForkedPoint.end(process);
    try {
      output.tellErrors(stderr);
    } catch (IOException e) {
      // Nothing of it is a result.
    }
    children.close();
  }

  /**
   * What a {@link WarmClient}'s process hears from its parent and answers: for each point two lines
   * come, the file of its document and the file that its events go into, and a line goes back when
   * it is measured. The end of standard input ends the process, also within a point.
   */
  public static final class WarmClientTasks {

    static final String MEASURED = "rpc-stress measured";

    /** The answer of a point that failed; its events say why. */
    static final String FAILED = "rpc-stress failed";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private WarmClientTasks() {}

    public static WarmClientTasks ofParent() {
      WarmClientTasks tasks = new WarmClientTasks();
      ForkedChild.endWithParent(tasks.lines::add);
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
}
