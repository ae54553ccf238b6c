package io.rpcstress.analysis.model;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A point of a timed loop: all its processes. Its numbers are of those that settled, and of none
 * where none did; they never mix with those of counted loops. Immutable.
 *
 * @param point of the first repetition
 * @param type the technology's number
 * @param processes in the order of repetition, one or more
 * @param latency of all good calls in the windows of the processes that settled: their histograms
 *     added
 */
public record SteadyCell(
    Point point, int type, List<SteadyProcess> processes, Percentiles latency) {

  private static final double MICROS_PER_MILLI = 1_000;

  /** Copies the list. */
  public SteadyCell {
    processes = List.copyOf(processes);
  }

  /** The technology in its variant and dimensions, without those of time. */
  public Series series() {
    return new Series(type, point.technology(), point.variant(), point.dimensions());
  }

  /** The processes that carry numbers. */
  public List<SteadyProcess> settled() {
    return processes.stream().filter(SteadyProcess::settled).toList();
  }

  /** Good calls a second, the mean over processes; the ends are known from two on. */
  public Optional<Interval> callsPerSecond() {
    double[] rates = settled().stream().mapToDouble(SteadyProcess::callsPerSecond).toArray();
    for (double rate : rates) {
      if (rate <= 0) {
        return Optional.empty();
      }
    }
    return rates.length == 0
        ? Optional.empty()
        : Optional.of(
            Bootstrap.ratioOfMeans(rates, new double[] {1, 1}, point.toString().hashCode()));
  }

  /** Processor time of the client for a good call, us. */
  public @Nullable Double clientCpuUs() {
    return inMicros(perCall(SteadyProcess::clientCpuMs));
  }

  /** Processor time of the server for a good call, us. */
  public @Nullable Double serverCpuUs() {
    return inMicros(perCall(SteadyProcess::serverCpuMs));
  }

  /** Bytes on the wire for a good call, both ways. */
  public @Nullable Double bytesPerCall() {
    return perCall(SteadyProcess::bytes);
  }

  /** Mean number of calls that were open at once. */
  public @Nullable Double callsUnderWay() {
    List<SteadyProcess> known = settled();
    double sum = 0;
    for (SteadyProcess each : known) {
      Double one = each.callsUnderWay();
      if (one == null) {
        return null;
      }
      sum += one;
    }
    return known.isEmpty() ? null : (Double) (sum / known.size());
  }

  /** What makes any process doubtful, sorted. */
  public List<String> flags() {
    TreeSet<String> all = new TreeSet<>();
    processes.forEach(each -> all.addAll(each.flags()));
    return List.copyOf(all);
  }

  private @Nullable Double perCall(Function<SteadyProcess, @Nullable Double> what) {
    double sum = 0;
    long calls = 0;
    for (SteadyProcess each : settled()) {
      Double one = what.apply(each);
      if (one == null) {
        return null;
      }
      sum += one;
      calls += each.callsOk();
    }
    return calls == 0 ? null : (Double) (sum / calls);
  }

  private static @Nullable Double inMicros(@Nullable Double millis) {
    return millis == null ? null : (Double) (millis * MICROS_PER_MILLI);
  }
}
