package io.rpcstress.client.harness.campaign.repeat;

import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.statistics.Withheld.Side;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
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

  /** Those whose numbers count: flags leave some of a timed loop's out. */
  public List<ProcessSample> valid() {
    return processes.stream().filter(ProcessSample::isValid).toList();
  }

  /**
   * The runtimes of the valid processes, of a timed loop a good call's share of them, ms: the
   * samples that a verdict is drawn from.
   */
  public double[] timesMs() {
    return valid().stream().mapToDouble(ProcessSample::comparedMs).toArray();
  }

  /** What decides whether it can be judged. */
  Side side() {
    TimedLoad load = cell.timed();
    SortedSet<String> disturbing = new TreeSet<>();
    processes.forEach(process -> disturbing.addAll(process.invalidating()));
    return new Side(
        cell.directoryName(),
        valid().size(),
        disturbing,
        "",
        load != null && load.warmupCap() != null,
        valid().stream().anyMatch(ProcessSample::hasFailedCalls),
        !valid().isEmpty() && valid().stream().allMatch(process -> process.callsOk() > 0));
  }

  /** All that they made, whichever count. */
  public List<Run> runs() {
    return processes.stream().flatMap(each -> each.runs().stream()).toList();
  }

  /** The valid processes, or all where none is. */
  public List<ProcessSample> counted() {
    return valid().isEmpty() ? processes : valid();
  }

  /** Percentiles of the good calls of those that count: of their added histograms. */
  public Latency latency() {
    Histogram sum = new Histogram(DIGITS);
    counted().forEach(process -> sum.add(process.latencies()));
    return Latency.of(sum);
  }

  /** Null where one of those that count does not know the number, or there is none. */
  public @Nullable Spread spread(Function<ProcessSample, @Nullable Double> value) {
    List<ProcessSample> counted = counted();
    List<Double> known = counted.stream().map(value).filter(Objects::nonNull).sorted().toList();
    return known.isEmpty() || known.size() < counted.size() ? null : Spread.of(known);
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
