package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What one probe told. Told by one thread at a time, and read when it has ended. */
final class ProbeListener implements PointListener {

  private final Consumer<String> warnings;
  private volatile @Nullable OpenRun open;
  private volatile @Nullable PointFailure failure;
  private volatile @Nullable Histogram response;
  private volatile @Nullable Histogram service;

  ProbeListener(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  @Override
  public void run(Run run, Histogram latencies) {
    throw new IllegalStateException("a probe is of an open loop");
  }

  @Override
  public void open(OpenRun run, Histogram responses, Histogram services) {
    response = responses;
    service = services;
    open = run;
  }

  @Override
  public void warning(String line) {
    warnings.accept(line);
  }

  @Override
  public void failed(PointFailure why) {
    failure = why;
  }

  /** The result; null where there is none. */
  @Nullable OpenRun open() {
    return open;
  }

  /** What ended the probe; null where nothing did. */
  @Nullable PointFailure failure() {
    return failure;
  }

  /** Times from when calls were due, us. */
  Histogram response() {
    return known(response);
  }

  /** Times from when calls were started, us. */
  Histogram service() {
    return known(service);
  }

  private static Histogram known(@Nullable Histogram histogram) {
    if (histogram == null) {
      throw new IllegalStateException("no histogram came with the result");
    }
    return histogram;
  }
}
