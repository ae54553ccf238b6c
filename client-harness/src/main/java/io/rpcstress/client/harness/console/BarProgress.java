package io.rpcstress.client.harness.console;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * A bar with the time left, for a person at a terminal. It is drawn between points, never while one
 * is measured: what draws a bar takes processor time of the host that is measured. Confined to one
 * thread.
 */
final class BarProgress implements Progress {

  private static final int BAR_CHARS = 20;

  /** A line is filled up to this, so that a shorter one leaves nothing of the one before. */
  private static final int LINE_CHARS = 79;

  private final PrintStream stderr;
  private final int processes;
  private final LongSupplier nanos;
  private final long begun;
  private int started;
  private boolean drawn;

  /**
   * A bar that is not drawn yet.
   *
   * @param nanos a clock, ns
   */
  BarProgress(PrintStream stderr, int processes, LongSupplier nanos) {
    this.stderr = stderr;
    this.processes = processes;
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  @Override
  public void point(Point point) {
    draw(point.directoryName() + " " + point.fileStem());
    started++;
  }

  private void draw(String what) {
    int filled = BAR_CHARS * started / Math.max(1, processes);
    String line =
        String.format(
            Locale.ROOT,
            "[%s%s] %d of %d processes%s: %s",
            "#".repeat(filled),
            " ".repeat(BAR_CHARS - filled),
            started,
            processes,
            TimeLeft.words(nanos.getAsLong() - begun, started, processes - started),
            what);
    stderr.printf("\r%-" + LINE_CHARS + "s", line);
    stderr.flush();
    drawn = true;
  }

  @Override
  public void run(Run run, Histogram latencies) {
    // Told when its process has ended; the next one redraws.
  }

  @Override
  public void warning(String line) {
    pause();
    stderr.println("warning: " + line);
  }

  @Override
  public void failed(PointFailure failure) {
    pause();
  }

  @Override
  public void pause() {
    if (drawn) {
      stderr.println();
      drawn = false;
    }
  }

  @Override
  public void close() {
    pause();
  }
}
