package io.rpcstress.client.harness.console;

import io.rpcstress.client.harness.point.PointFailure;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.HdrHistogram.Histogram;

/** A bar with the time left, for a person at a terminal. */
final class BarProgress implements Progress {

  private static final int WIDTH = 100;
  private static final int UPDATE_MILLIS = 250;

  private final PrintStream stderr;
  private final ProgressBar bar;

  BarProgress(PrintStream stderr, long runs) {
    this.stderr = stderr;
    this.bar =
        new ProgressBarBuilder()
            .setInitialMax(runs)
            .setTaskName("runs")
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .setConsumer(new ConsoleProgressBarConsumer(stderr, WIDTH))
            .build();
  }

  @Override
  public void point(Point point) {
    bar.setExtraMessage(point.directoryName() + " " + point.fileStem());
  }

  @Override
  public void run(Run run, Histogram latencies) {
    bar.step();
  }

  @Override
  public void warning(String line) {
    stderr.println();
    stderr.println("warning: " + line);
  }

  @Override
  public void failed(PointFailure failure) {
    stderr.println();
  }

  @Override
  public void pause() {
    stderr.println();
  }

  @Override
  public void close() {
    bar.close();
  }
}
