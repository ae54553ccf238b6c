package io.rpcstress.client.harness.process;

import io.rpcstress.engine.load.LiveCounts;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Passes what one point reports on to several listeners. */
public final class Listeners {

  private Listeners() {}

  /**
   * One listener out of several.
   *
   * @param live where calls are counted for who watches; null where nobody does
   */
  public static PointListener all(List<PointListener> listeners, @Nullable LiveCounts live) {
    List<PointListener> all = List.copyOf(listeners);
    return new PointListener() {
      @Override
      public void run(Run run, Histogram latencies) {
        all.forEach(l -> l.run(run, latencies));
      }

      @Override
      public void client(Run run, Histogram latencies) {
        all.forEach(l -> l.client(run, latencies));
      }

      @Override
      public void open(OpenRun open, Histogram response, Histogram service) {
        all.forEach(l -> l.open(open, response, service));
      }

      @Override
      public @Nullable LiveCounts live() {
        return live;
      }

      @Override
      public void series(List<SeriesRow> rows) {
        all.forEach(l -> l.series(rows));
      }

      @Override
      public void services(List<ServiceRow> rows) {
        all.forEach(l -> l.services(rows));
      }

      @Override
      public void parentCpu(double millis) {
        all.forEach(l -> l.parentCpu(millis));
      }

      @Override
      public void warning(String line) {
        all.forEach(l -> l.warning(line));
      }

      @Override
      public void failed(PointFailure failure) {
        all.forEach(l -> l.failed(failure));
      }
    };
  }
}
