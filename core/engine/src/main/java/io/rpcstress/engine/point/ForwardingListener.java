package io.rpcstress.engine.point;

import io.rpcstress.engine.load.PartResult;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Passes all that it receives on to other listeners: rows as a subclass defines, the rest as it
 * comes.
 */
public interface ForwardingListener extends PointListener {

  List<PointListener> listeners();

  /** A run as it is passed on, of either loop; called once for each. */
  default Run passed(Run run) {
    return run;
  }

  @Override
  default void run(Run run, Histogram latencies) {
    Run row = passed(run);
    listeners().forEach(each -> each.run(row, latencies));
  }

  @Override
  default void client(Run run, Histogram latencies) {
    listeners().forEach(each -> each.client(run, latencies));
  }

  @Override
  default void open(OpenRun open, Histogram response, Histogram service) {
    OpenRun row = open.with(passed(open.run()));
    listeners().forEach(each -> each.open(row, response, service));
  }

  @Override
  default void gateOpens() {
    listeners().forEach(PointListener::gateOpens);
  }

  @Override
  default void series(List<SeriesRow> rows) {
    listeners().forEach(each -> each.series(rows));
  }

  @Override
  default void parts(List<PartResult> parts) {
    listeners().forEach(each -> each.parts(parts));
  }

  @Override
  default void services(List<ServiceRow> rows) {
    listeners().forEach(each -> each.services(rows));
  }

  @Override
  default void parentCpu(double millis) {
    listeners().forEach(each -> each.parentCpu(millis));
  }

  @Override
  default void warning(String line) {
    listeners().forEach(each -> each.warning(line));
  }

  @Override
  default void failed(PointFailure failure) {
    listeners().forEach(each -> each.failed(failure));
  }
}
