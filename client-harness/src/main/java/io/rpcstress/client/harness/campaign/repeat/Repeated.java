package io.rpcstress.client.harness.campaign.repeat;

import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One cell, measured by several processes. Confined to one thread. */
public final class Repeated {

  private static final int DIGITS = 3;

  private final Point cell;
  private final List<ProcessSample> processes = new ArrayList<>();

  public Repeated(Point cell) {
    this.cell = cell.cell();
  }

  public void add(ProcessSample process) {
    processes.add(process);
  }

  public Point cell() {
    return cell;
  }

  /** Those that have a result, as they were measured. */
  public List<ProcessSample> processes() {
    return Collections.unmodifiableList(processes);
  }

  /**
   * The runtimes of the processes, of a timed loop a good call's share of them, ms: the samples
   * that a verdict is drawn from.
   */
  public double[] timesMs() {
    return processes.stream().mapToDouble(ProcessSample::comparedMs).toArray();
  }

  /** Percentiles of all processes' good calls: their histograms are added and asked again. */
  public Latency latency() {
    Histogram sum = new Histogram(DIGITS);
    processes.forEach(process -> sum.add(process.latencies()));
    return Latency.of(sum);
  }

  /** Null where one of the processes does not know the number, or there is none. */
  public @Nullable Spread spread(Function<ProcessSample, @Nullable Double> value) {
    List<Double> known = processes.stream().map(value).filter(Objects::nonNull).sorted().toList();
    return known.isEmpty() || known.size() < processes.size() ? null : Spread.of(known);
  }

  /**
   * How a number spreads.
   *
   * @param percent standard deviation in percent of the mean; null of a single value
   */
  public record Spread(double mean, double median, @Nullable Double percent) {

    private static final double PERCENT = 100;

    private static Spread of(List<Double> sorted) {
      int n = sorted.size();
      double mean = sorted.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      double median = (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
      double squares = sorted.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
      return new Spread(
          mean, median, n < 2 ? null : (Double) (PERCENT * Math.sqrt(squares / (n - 1)) / mean));
    }
  }
}
