package io.rpcstress.client.harness.fork;

import io.rpcstress.client.harness.point.PointFailure;
import io.rpcstress.client.harness.point.PointListener;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A point measured in a JVM of its own, so that one technology's classes and compiled code are not
 * another's. The child is the same command with {@code --no-fork --json}; it ends when this process
 * does, whatever ends it.
 */
public final class ForkedPoint {

  /** System property that tells a child to end when its standard input does. */
  public static final String CHILD = "rpcstress.child";

  private static final Duration ENDING = Duration.ofSeconds(10);

  private final List<String> command;
  private final Duration timeout;
  private final Consumer<String> stderr;

  /**
   * Nothing is started yet.
   *
   * @param jvmOptions the settings that every measured process gets
   * @param mainClass the program
   * @param arguments its arguments
   * @param timeout how long the whole execution may take (600 s in the paper)
   * @param stderr is told each line that the child writes to its stderr, by another thread
   */
  public ForkedPoint(
      List<String> jvmOptions,
      String mainClass,
      List<String> arguments,
      Duration timeout,
      Consumer<String> stderr) {
    List<String> words = new ArrayList<>();
    words.add(ProcessHandle.current().info().command().orElse("java"));
    words.addAll(jvmOptions);
    words.add("-D" + CHILD + "=true");
    words.add("-cp");
    words.add(System.getProperty("java.class.path", ""));
    words.add(mainClass);
    words.addAll(arguments);
    this.command = List.copyOf(words);
    this.timeout = timeout;
    this.stderr = stderr;
  }

  /**
   * Runs the child to its end, or ends it.
   *
   * @return whether every run succeeded; where not, the listener was told why
   * @throws IOException if no JVM could be started
   * @throws InterruptedException where this thread was interrupted; the child is ended first
   */
  public boolean run(PointListener listener) throws IOException, InterruptedException {
    Process child = new ProcessBuilder(command).start();
    Thread ending = new Thread(() -> end(child), "end-child");
    Runtime.getRuntime().addShutdownHook(ending);
    Heard heard = new Heard(listener);
    Thread errors = reader(child.getErrorStream(), heard::stderr, "child-stderr");
    Thread events = reader(child.getInputStream(), heard::event, "child-events");
    try {
      if (!child.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        end(child);
        events.join(ENDING.toMillis());
        heard.failUnlessFailed(
            new PointFailure(
                FailureCause.TIMEOUT,
                "not done after %d s, %d orders were complete"
                    .formatted(timeout.toSeconds(), heard.runs.get())));
        return false;
      }
      events.join(ENDING.toMillis());
      errors.join(ENDING.toMillis());
      int exit = child.exitValue();
      if (exit != 0) {
        heard.failUnlessFailed(
            new PointFailure(
                FailureCause.CRASHED,
                "the measuring process ended with %d after %d orders%s"
                    .formatted(exit, heard.runs.get(), heard.lastWords())));
      }
      return exit == 0 && !heard.failed;
    } finally {
      end(child);
      if (!Thread.currentThread().isInterrupted()) {
        removeHook(ending);
      }
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is running: this process ends, and the child with it.
    }
  }

  /** Ends the child and what it started, by their handles. */
  private static void end(Process child) {
    child.descendants().forEach(ProcessHandle::destroyForcibly);
    child.destroyForcibly();
    try {
      child.waitFor(ENDING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread reader(InputStream in, Consumer<String> lines, String name) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line; (line = reader.readLine()) != null; ) {
                  lines.accept(line);
                }
              } catch (IOException e) {
                // The child is gone; what it said in whole lines was heard.
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** What came from the child. The listener is told by one thread at a time. */
  private final class Heard implements PointListener {
    private final PointListener listener;
    private final AtomicInteger runs = new AtomicInteger();
    private volatile boolean failed;
    private volatile @Nullable String lastError;

    Heard(PointListener listener) {
      this.listener = listener;
    }

    void stderr(String line) {
      if (!line.isBlank()) {
        lastError = line;
      }
      stderr.accept(line);
    }

    synchronized void event(String line) {
      if (!line.startsWith("{")) { // a library that prints to stdout must not look like an event
        stderr(line);
        return;
      }
      try {
        PointEvents.read(line, this);
      } catch (IllegalArgumentException e) { // half a line of a child that died
        stderr(line);
      }
    }

    @Override
    public void run(Run run, Histogram latencies) {
      runs.incrementAndGet();
      listener.run(run, latencies);
    }

    @Override
    public void open(OpenRun open, Histogram response, Histogram service) {
      runs.incrementAndGet();
      listener.open(open, response, service);
    }

    @Override
    public void warning(String text) {
      listener.warning(text);
    }

    @Override
    public void failed(PointFailure failure) {
      failUnlessFailed(failure);
    }

    synchronized void failUnlessFailed(PointFailure failure) {
      if (!failed) {
        failed = true;
        listener.failed(failure);
      }
    }

    String lastWords() {
      String last = lastError;
      return last == null ? "" : ": " + last;
    }
  }
}
