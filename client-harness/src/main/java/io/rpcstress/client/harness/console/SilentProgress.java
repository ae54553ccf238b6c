package io.rpcstress.client.harness.console;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import org.HdrHistogram.Histogram;

/** Shows nothing. */
final class SilentProgress implements Progress {

  @Override
  public void point(Point point) {}

  @Override
  public void pause() {}

  @Override
  public void run(Run run, Histogram latencies) {}

  @Override
  public void warning(String line) {}

  @Override
  public void failed(PointFailure failure) {}

  @Override
  public void close() {}
}
