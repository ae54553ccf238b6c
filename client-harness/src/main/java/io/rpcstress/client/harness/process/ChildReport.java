package io.rpcstress.client.harness.process;

import io.rpcstress.engine.point.ForwardingListener;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Run;
import io.rpcstress.usage.ThreadShortage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What came from one child, and how it ended. Confined to the thread that waited for it; used once.
 */
public final class ChildReport implements ForwardingListener {

  private final PointListener listener;
  private final Consumer<String> stderr;
  private int runs;
  private boolean failed;
  private @Nullable String lastError;

  public ChildReport(PointListener listener, Consumer<String> stderr) {
    this.listener = listener;
    this.stderr = stderr;
  }

  boolean report(ChildOutput output, @Nullable Integer exit, Duration timeout) throws IOException {
    output.tellErrors(this::stderr);
    output.tellEvents(this::event);
    return ended(exit, timeout);
  }

  public boolean ended(@Nullable Integer exit, Duration timeout) {
    if (exit == null) {
      failUnlessFailed(
          new PointFailure(
              FailureCause.TIMEOUT,
              "not done after %d s, %d orders were complete".formatted(timeout.toSeconds(), runs)));
      return false;
    }
    if (exit != 0) {
      failUnlessFailed(
          new PointFailure(
              FailureCause.CRASHED,
              "the measuring process ended with %d after %d orders%s"
                  .formatted(exit, runs, lastWords())));
    }
    return exit == 0 && !failed;
  }

  public void stderr(String line) {
    boolean isExplained = lastError != null && ThreadShortage.isIn(lastError);
    if (!line.isBlank() && !isExplained) { // a stack follows, and says less
      lastError = line;
    }
    stderr.accept(line);
  }

  /** Passes on a line of its stdout: an event, or what a library prints there. */
  public void event(String line) {
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
  public List<PointListener> listeners() {
    return List.of(listener);
  }

  @Override
  public Run passed(Run run) {
    runs++;
    return run;
  }

  @Override
  public void failed(PointFailure failure) {
    failUnlessFailed(failure);
  }

  private void failUnlessFailed(PointFailure failure) {
    if (!failed) {
      failed = true;
      listener.failed(failure);
    }
  }

  private String lastWords() {
    String last = lastError;
    if (last == null) {
      return "";
    }
    return ": " + last + (ThreadShortage.isIn(last) ? ": " + ThreadShortage.remedy() : "");
  }
}
