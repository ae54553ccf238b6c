package io.rpcstress.client.harness.process;

import io.rpcstress.engine.point.ParentCpu;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A point measured in a JVM of its own, so that one technology's classes and compiled code are not
 * another's. The child is the same command with {@code --no-fork --json}; it ends when this process
 * does, whatever ends it.
 *
 * <p>While the child runs, this process waits and computes nothing: it is on the host that is
 * measured, and would take the processors that the child is measured on. What the child says goes
 * into files, and is decoded when it has ended.
 */
public final class ForkedPoint {

  /** System property that tells a child to end when its standard input does. */
  public static final String CHILD = "rpcstress.child";

  private static final Duration ENDING = Duration.ofSeconds(10);

  private final List<String> jvmOptions;
  private final Program program;
  private final List<String> arguments;
  private final Duration timeout;
  private final Consumer<String> stderr;
  private final boolean watched;

  /**
   * Nothing is started yet, and nobody watches the child: its stderr is passed on when it has
   * ended.
   *
   * @param jvmOptions the settings that every measured process gets
   * @param program what the JVM runs
   * @param arguments its arguments
   * @param timeout how long the whole execution may take (600 s in the paper)
   * @param stderr is told each line that the child writes to its stderr, once it has ended
   */
  public ForkedPoint(
      List<String> jvmOptions,
      Program program,
      List<String> arguments,
      Duration timeout,
      Consumer<String> stderr) {
    this(jvmOptions, program, arguments, timeout, stderr, false);
  }

  private ForkedPoint(
      List<String> jvmOptions,
      Program program,
      List<String> arguments,
      Duration timeout,
      Consumer<String> stderr,
      boolean watched) {
    this.jvmOptions = List.copyOf(jvmOptions);
    this.program = program;
    this.arguments = List.copyOf(arguments);
    this.timeout = timeout;
    this.stderr = stderr;
    this.watched = watched;
  }

  /**
   * The same where a person watches: the child writes to this process' stderr by itself.
   *
   * @param log is told each line of it once the child has ended, for a file
   */
  public ForkedPoint watched(Consumer<String> log) {
    return new ForkedPoint(jvmOptions, program, arguments, timeout, log, true);
  }

  private ProcessBuilder builder(ChildOutput output) {
    List<String> words = new ArrayList<>();
    words.add(ProcessHandle.current().info().command().orElse("java"));
    words.addAll(jvmOptions);
    words.add("-D" + CHILD + "=true");
    words.add("-D" + ParentCpu.PARENT + "=" + ProcessHandle.current().pid());
    if (watched) {
      words.add("-D" + ChildErrors.COPY + "=" + output.errors());
    }
    words.addAll(program.words());
    words.addAll(arguments);
    return new ProcessBuilder(words)
        .redirectOutput(output.events().toFile())
        .redirectError(watched ? Redirect.INHERIT : Redirect.to(output.errors().toFile()));
  }

  /**
   * Runs the child to its end, or ends it.
   *
   * @return whether every run succeeded; where not, the listener was given the cause
   * @throws IOException if no JVM could be started
   * @throws InterruptedException where this thread was interrupted; the child is ended first
   */
  public boolean run(PointListener listener) throws IOException, InterruptedException {
    try (ChildOutput output = new ChildOutput()) {
      Process child = builder(output).start();
      Ending ending = new Ending(child, output);
      Runtime.getRuntime().addShutdownHook(ending);
      try {
        boolean ended = child.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        end(child);
        if (ending.begun) {
          throw new InterruptedException("this process is ended, and its child with it");
        }
        return told(new Heard(listener), output, ended ? child.exitValue() : null);
      } finally {
        end(child);
        if (!Thread.currentThread().isInterrupted()) {
          removeHook(ending);
        }
      }
    }
  }

  /**
   * Passes on what the child said, and how it ended.
   *
   * @param exit null where its time was over
   */
  private boolean told(Heard heard, ChildOutput output, @Nullable Integer exit) throws IOException {
    output.tellErrors(heard::stderr);
    output.tellEvents(heard::event);
    if (exit == null) {
      heard.failUnlessFailed(
          new PointFailure(
              FailureCause.TIMEOUT,
              "not done after %d s, %d orders were complete"
                  .formatted(timeout.toSeconds(), heard.runs)));
      return false;
    }
    if (exit != 0) {
      heard.failUnlessFailed(
          new PointFailure(
              FailureCause.CRASHED,
              "the measuring process ended with %d after %d orders%s"
                  .formatted(exit, heard.runs, heard.lastWords())));
    }
    return exit == 0 && !heard.failed;
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

  /** This process is ended: the child goes first, and its last words are not lost. */
  private final class Ending extends Thread {
    private final Process child;
    private final ChildOutput output;
    private volatile boolean begun;

    Ending(Process child, ChildOutput output) {
      super("end-child");
      this.child = child;
      this.output = output;
    }

    @Override
    public void run() {
      begun = true;
      end(child);
      try {
        output.tellErrors(stderr);
      } catch (IOException e) {
        // Nobody is left to read it.
      }
      output.close();
    }
  }

  /** What came from the child. Confined to the thread that waited for it. */
  private final class Heard implements PointListener {
    private final PointListener listener;
    private int runs;
    private boolean failed;
    private @Nullable String lastError;

    Heard(PointListener listener) {
      this.listener = listener;
    }

    void stderr(String line) {
      if (!line.isBlank()) {
        lastError = line;
      }
      stderr.accept(line);
    }

    void event(String line) {
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
      runs++;
      listener.run(run, latencies);
    }

    @Override
    public void open(OpenRun open, Histogram response, Histogram service) {
      runs++;
      listener.open(open, response, service);
    }

    @Override
    public void series(List<SeriesRow> rows) {
      listener.series(rows);
    }

    @Override
    public void parentCpu(double millis) {
      listener.parentCpu(millis);
    }

    @Override
    public void warning(String text) {
      listener.warning(text);
    }

    @Override
    public void failed(PointFailure failure) {
      failUnlessFailed(failure);
    }

    void failUnlessFailed(PointFailure failure) {
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
