package io.rpcstress.client.harness.console;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One line a point, for a log. */
final class LineProgress implements Progress {

  private final PrintStream stderr;
  private @Nullable Point current;
  private int runs;
  private double lastMillis;

  LineProgress(PrintStream stderr) {
    this.stderr = stderr;
  }

  @Override
  public synchronized void point(Point point) {
    finish();
    current = point;
    runs = 0;
  }

  @Override
  public synchronized void run(Run run, Histogram latencies) {
    runs++;
    lastMillis = run.timeTotalMs();
  }

  @Override
  public synchronized void warning(String line) {
    stderr.println("warning: " + line);
  }

  @Override
  public synchronized void failed(PointFailure failure) {
    current = null; // whoever keeps the point says why
  }

  @Override
  public synchronized void pause() {
    finish();
  }

  @Override
  public synchronized void close() {
    finish();
  }

  private void finish() {
    Point done = current;
    if (done != null && runs > 0) {
      String count = runs == 1 ? "1 run" : runs + " runs, the last";
      stderr.printf(Locale.ROOT, "%s: %s in %.3f ms%n", done, count, lastMillis);
    }
    current = null;
  }
}
