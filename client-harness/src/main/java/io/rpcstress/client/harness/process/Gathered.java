package io.rpcstress.client.harness.process;

import io.rpcstress.engine.load.PartResult;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Keeps what one point reports. Written by one thread at a time, read when it has ended. */
public class Gathered implements PointListener {

  private final List<Run> runs = new ArrayList<>();
  private final List<Histogram> latencies = new ArrayList<>();
  private final List<Run> clientRuns = new ArrayList<>();
  private final List<Histogram> clientLatencies = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private List<SeriesRow> series = List.of();
  private List<ServiceRow> services = List.of();
  private List<PartResult> parts = List.of();
  private @Nullable OpenRun open;
  private Histogram service = new Histogram(1);
  private double parentMs;
  private @Nullable PointFailure failure;

  @Override
  public synchronized void run(Run run, Histogram histogram) {
    runs.add(run);
    latencies.add(histogram);
  }

  @Override
  public synchronized void client(Run run, Histogram histogram) {
    clientRuns.add(run);
    clientLatencies.add(histogram);
  }

  @Override
  public synchronized void open(OpenRun run, Histogram response, Histogram fromStart) {
    runs.add(run.run());
    latencies.add(response);
    open = run;
    service = fromStart;
  }

  @Override
  public synchronized void series(List<SeriesRow> rows) {
    series = List.copyOf(rows);
  }

  @Override
  public synchronized void services(List<ServiceRow> rows) {
    services = List.copyOf(rows);
  }

  @Override
  public synchronized void parts(List<PartResult> results) {
    parts = List.copyOf(results);
  }

  @Override
  public synchronized void parentCpu(double millis) {
    parentMs = millis;
  }

  @Override
  public synchronized void warning(String line) {
    warnings.add(line);
  }

  @Override
  public synchronized void failed(PointFailure why) {
    failure = why;
  }

  public synchronized List<Run> runs() {
    return List.copyOf(runs);
  }

  /** Of the same runs' good calls, ns; of an open loop from when they were due. */
  public synchronized List<Histogram> latencies() {
    return List.copyOf(latencies);
  }

  /** Of several client processes each one's runs, order by order; empty of one. */
  public synchronized List<Run> clientRuns() {
    return List.copyOf(clientRuns);
  }

  synchronized List<Histogram> clientLatencies() {
    return List.copyOf(clientLatencies);
  }

  /** The run of an open loop; null before it came, and for a closed loop. */
  public synchronized @Nullable OpenRun openRun() {
    return open;
  }

  /** Of an open loop's good calls from when they were started, ns; not to be changed. */
  public synchronized Histogram service() {
    return service;
  }

  synchronized List<SeriesRow> series() {
    return series;
  }

  synchronized List<ServiceRow> services() {
    return services;
  }

  public synchronized List<PartResult> parts() {
    return parts;
  }

  synchronized double parentMs() {
    return parentMs;
  }

  public synchronized List<String> warnings() {
    return List.copyOf(warnings);
  }

  public synchronized boolean hasResult() {
    return failure == null && !runs.isEmpty();
  }

  /** Why there is no result; null where nothing failed. */
  public synchronized @Nullable PointFailure failure() {
    return failure;
  }

  public synchronized String why() {
    PointFailure known = failure;
    return known == null
        ? "%d runs, order 0 among them, are no measurement".formatted(runs.size())
        : known.cause().label() + ", " + known.detail();
  }
}
