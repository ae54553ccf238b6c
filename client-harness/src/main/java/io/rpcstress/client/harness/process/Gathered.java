package io.rpcstress.client.harness.process;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.Run;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what one process of a closed loop reports. Written by one thread, read when it has ended.
 */
public final class Gathered implements PointListener {

  private final List<Run> runs = new ArrayList<>();
  private final List<Histogram> latencies = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private @Nullable PointFailure failure;

  @Override
  public synchronized void run(Run run, Histogram histogram) {
    runs.add(run);
    latencies.add(histogram);
  }

  @Override
  public synchronized void warning(String line) {
    warnings.add(line);
  }

  @Override
  public synchronized void failed(PointFailure why) {
    failure = why;
  }

  /** Every run, in its order. */
  public synchronized List<Run> runs() {
    return List.copyOf(runs);
  }

  /** Of the same runs, ns. */
  public synchronized List<Histogram> latencies() {
    return List.copyOf(latencies);
  }

  /** What it warned of, in its order. */
  public synchronized List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Why there is no result; null where nothing failed. */
  public synchronized @Nullable PointFailure failure() {
    return failure;
  }

  /** Why it is no measurement, for a person. */
  public synchronized String why() {
    PointFailure known = failure;
    return known == null
        ? "%d runs, order 0 among them, are no measurement".formatted(runs.size())
        : known.cause().label() + ", " + known.detail();
  }
}
