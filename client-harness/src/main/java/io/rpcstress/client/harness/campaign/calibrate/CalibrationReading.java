package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one process gave once it was warm. Null means unknown.
 *
 * @param callsPerSecond good calls over the time of the warm runs
 * @param latencies of all warm calls, ns; not to be changed
 * @param warmSeconds how long the process made calls before those that count, its time to connect
 *     left out
 * @param judged whether the warm-up went on until the process was steady, or its cap
 * @param flags of the warm runs; a busy client is none here, since that is what was asked for
 */
public record CalibrationReading(
    double callsPerSecond,
    Histogram latencies,
    @Nullable Double clientCpuUs,
    @Nullable Double serverCpuUs,
    @Nullable Double clientBytes,
    double warmSeconds,
    double measuredSeconds,
    boolean judged,
    SortedSet<String> flags) {

  private static final double MILLIS_PER_SECOND = 1e3;

  /** Floors are measured with the processors busy, and on one host the JVM starts as well. */
  private static final Set<String> EXPECTED = Set.of(Flag.CLIENT_CPU.label());

  /**
   * Sums up a process: every window counts. Empty where no call was answered: that is no floor of
   * 0.
   *
   * @param load without its time to connect
   */
  public static Optional<CalibrationReading> of(
      List<Run> windows, List<Histogram> latencies, TimedLoad load) {
    if (windows.stream().allMatch(window -> window.calls().ok() == 0)) {
      return Optional.empty();
    }
    return Optional.of(of(windows, latencies, load, warmMillis(windows.get(0), load)));
  }

  /** Of a warm-up that went on until the process was steady, as far as it was not, ms. */
  private static double warmMillis(Run first, TimedLoad load) {
    Duration cap = load.warmupCap();
    Integer steadyFrom = first.circumstances().steadyFrom();
    if (cap == null) {
      return load.warmup().toMillis();
    }
    return steadyFrom == null
        ? cap.toMillis()
        : Math.min(
            cap.toMillis(), load.warmup().plus(load.window().multipliedBy(steadyFrom)).toMillis());
  }

  private static CalibrationReading of(
      List<Run> warm, List<Histogram> latencies, TimedLoad load, double warmMillis) {
    Histogram all = new Histogram(latencies.get(0).getNumberOfSignificantValueDigits());
    latencies.forEach(all::add);
    double millis = warm.stream().mapToDouble(Run::timeTotalMs).sum();
    long calls = warm.stream().mapToLong(run -> run.calls().ok()).sum();
    SortedSet<String> flags = new TreeSet<>();
    warm.forEach(run -> flags.addAll(run.flags()));
    flags.removeAll(EXPECTED);
    return new CalibrationReading(
        calls / (millis / MILLIS_PER_SECOND),
        all,
        Run.microsPerGoodCall(warm, cost -> cost.client().cpuMs()),
        Run.microsPerGoodCall(warm, cost -> cost.server().cpuMs()),
        Run.perGoodCall(
            warm,
            cost -> {
              Long bytes = cost.client().allocBytes();
              return bytes == null ? null : (Double) (double) (long) bytes;
            }),
        warmMillis / MILLIS_PER_SECOND,
        millis / MILLIS_PER_SECOND,
        load.warmupCap() != null,
        flags);
  }
}
