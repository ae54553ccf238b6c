package io.rpcstress.client.harness.console;

import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.Point;
import java.io.PrintStream;

/** Shows on stderr how far a measurement is. */
public interface Progress extends PointListener, AutoCloseable {

  /** A point begins. */
  void point(Point point);

  /** Something else will be printed: leaves the terminal's line. */
  void pause();

  @Override
  void close();

  /**
   * A bar with the time left on a terminal, one line a point otherwise, nothing where silent. All
   * of them are shown between points: nothing is drawn while one is measured.
   */
  static Progress on(PrintStream stderr, int processes, boolean silent) {
    if (silent) {
      return new SilentProgress();
    }
    return Terminal.isStderr()
        ? new BarProgress(stderr, processes, System::nanoTime)
        : new LineProgress(stderr);
  }
}
