package io.rpcstress.engine.point;

import io.rpcstress.engine.load.LiveCounts;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Puts into every row of a point which process its server was, as the server reported when the
 * point began, and how fresh; passes the rest on as it comes.
 *
 * @param listener called with the rows
 * @param fresh what got new servers, in the words of the rows
 * @param server what the server reported; null where it did not answer
 */
record ServerInRows(PointListener listener, String fresh, @Nullable ServerUsage server)
    implements PointListener {

  @Override
  public void run(Run run, Histogram latencies) {
    listener.run(with(run), latencies);
  }

  @Override
  public void open(OpenRun open, Histogram response, Histogram service) {
    listener.open(
        new OpenRun(
            with(open.run()),
            open.service(),
            open.warmup(),
            open.offeredPerSecond(),
            open.achievedPerSecond(),
            open.starting()),
        response,
        service);
  }

  @Override
  public void warning(String line) {
    listener.warning(line);
  }

  @Override
  public @Nullable LiveCounts live() {
    return listener.live();
  }

  @Override
  public void series(List<SeriesRow> rows) {
    listener.series(rows);
  }

  @Override
  public void services(List<ServiceRow> rows) {
    listener.services(rows);
  }

  @Override
  public void parentCpu(double millis) {
    listener.parentCpu(millis);
  }

  @Override
  public void failed(PointFailure failure) {
    listener.failed(failure);
  }

  private Run with(Run run) {
    return run.with(
        run.circumstances().toBuilder().fresh(fresh).server(started(), process()).build());
  }

  private @Nullable Instant started() {
    return server != null && ProcessUsage.isKnown(server.startedMillis())
        ? Instant.ofEpochMilli(server.startedMillis())
        : null;
  }

  private @Nullable String process() {
    return server != null && ProcessUsage.isKnown(server.processId())
        ? Long.toString(server.processId())
        : null;
  }
}
