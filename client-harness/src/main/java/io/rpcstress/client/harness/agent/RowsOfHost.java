package io.rpcstress.client.harness.agent;

import io.rpcstress.engine.load.PartResult;
import io.rpcstress.engine.point.ForwardingListener;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.ServiceRow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * What one host's client says of its share, told as rows of the whole point, with starts by this
 * host's clock. Throws {@link IllegalStateException} for more runs than were ordered, and for rows
 * that could not be read again. Confined to the thread that hears it.
 */
final class RowsOfHost implements ForwardingListener {

  /** More than a client has of one point. */
  private static final int MAX_WARNINGS = 100;

  private final PointListener listener;
  private final Point whole;
  private final int maxRuns;
  private final Supplier<ClockOffset> offset;
  private int runs;
  private int warnings;

  RowsOfHost(PointListener listener, Point whole, int maxRuns, Supplier<ClockOffset> offset) {
    this.listener = listener;
    this.whole = whole;
    this.maxRuns = maxRuns;
    this.offset = offset;
  }

  @Override
  public List<PointListener> listeners() {
    return List.of(listener);
  }

  @Override
  public Run passed(Run run) {
    if (++runs > maxRuns) {
      throw new IllegalStateException(
          "its client sent more than the %d runs ordered".formatted(maxRuns));
    }
    return complete(
        () -> {
          Run told = run.of(whole).startedAt(offset.get().here(run.startedAt()));
          ReadableRow.check(told);
          return told;
        });
  }

  @Override
  public void open(OpenRun open, Histogram response, Histogram service) {
    OpenRun told =
        complete(
            () -> {
              OpenRun row = open.with(passed(open.run()));
              ReadableRow.check(row);
              return row;
            });
    listener.open(told, response, service);
  }

  /** Whoever reads a row from text does not see that parts of it are missing. */
  private static <R> R complete(Supplier<R> row) {
    try {
      return row.get();
    } catch (NullPointerException e) {
      throw new IllegalStateException("a row of which parts are missing", e);
    }
  }

  @Override
  public void services(List<ServiceRow> rows) {
    ReadableRow.check(rows);
    listener.services(rows);
  }

  /** Other hosts measure no mix. */
  @Override
  public void parts(List<PartResult> parts) {}

  /** Of those beyond a limit nobody hears. */
  @Override
  public void warning(String line) {
    if (++warnings <= MAX_WARNINGS) {
      listener.warning(HostAgent.printable(line));
    }
  }

  @Override
  public void failed(PointFailure failure) {
    Map<String, Long> kinds = new TreeMap<>();
    failure
        .failures()
        .forEach((kind, count) -> kinds.merge(HostAgent.printable(kind), count, Long::sum));
    listener.failed(
        new PointFailure(failure.cause(), HostAgent.printable(failure.detail()), kinds));
  }
}
