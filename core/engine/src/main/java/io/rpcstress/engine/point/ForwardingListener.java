package io.rpcstress.engine.point;

import io.rpcstress.engine.load.LiveCounts;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Passes all that it receives on to another listener: rows as a subclass defines, the rest as it
 * comes.
 */
public interface ForwardingListener extends PointListener {

  PointListener listener();

  /** A run as it is passed on, of either loop; called once for each. */
  default Run passed(Run run) {
    return run;
  }

  @Override
  default void run(Run run, Histogram latencies) {
    listener().run(passed(run), latencies);
  }

  @Override
  default void client(Run run, Histogram latencies) {
    listener().client(run, latencies);
  }

  @Override
  default void open(OpenRun open, Histogram response, Histogram service) {
    listener().open(open.with(passed(open.run())), response, service);
  }

  @Override
  default void series(List<SeriesRow> rows) {
    listener().series(rows);
  }

  @Override
  default void services(List<ServiceRow> rows) {
    listener().services(rows);
  }

  @Override
  default void parentCpu(double millis) {
    listener().parentCpu(millis);
  }

  @Override
  default @Nullable LiveCounts live() {
    return listener().live();
  }

  @Override
  default void warning(String line) {
    listener().warning(line);
  }

  @Override
  default void failed(PointFailure failure) {
    listener().failed(failure);
  }
}
