package io.rpcstress.client.harness.agent;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import java.util.List;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * What one host's client says of its share, told as rows of the whole point, with starts by this
 * host's clock. Confined to the thread that hears it.
 *
 * @param told who hears of the whole
 * @param whole the point of which it measures a share
 * @param offset of the host's clock, as it was last read
 */
record RowsOfHost(PointListener told, Point whole, Supplier<ClockOffset> offset)
    implements PointListener {

  private Run translated(Run run) {
    return run.of(whole).startedAt(offset.get().here(run.startedAt()));
  }

  @Override
  public void run(Run run, Histogram latencies) {
    told.run(translated(run), latencies);
  }

  @Override
  public void open(OpenRun open, Histogram response, Histogram service) {
    told.open(
        new OpenRun(
            translated(open.run()),
            open.service(),
            open.warmup(),
            open.offeredPerSecond(),
            open.achievedPerSecond(),
            open.starting()),
        response,
        service);
  }

  @Override
  public void series(List<SeriesRow> rows) {
    told.series(rows);
  }

  @Override
  public void services(List<ServiceRow> rows) {
    told.services(rows);
  }

  @Override
  public void parentCpu(double millis) {
    told.parentCpu(millis);
  }

  @Override
  public void warning(String line) {
    told.warning(HostAgent.printable(line));
  }

  @Override
  public void failed(PointFailure failure) {
    told.failed(
        new PointFailure(
            failure.cause(), HostAgent.printable(failure.detail()), failure.failures()));
  }
}
