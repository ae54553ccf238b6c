package io.rpcstress.client.harness.calibrate;

import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Run;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one process gave once it was warm.
 *
 * @param callsPerSecond good calls over the time of the warm runs
 * @param latencies of all warm calls, ns; nobody changes it
 * @param clientCpuUs CPU time of the client a call, us; null where unknown
 * @param serverCpuUs CPU time of the server a call, us; null where unknown
 * @param clientBytes allocated by the client a call, bytes; null where unknown
 * @param flags of the warm runs; a busy client is none here, since that is what was asked for
 */
public record Reading(
    double callsPerSecond,
    Histogram latencies,
    @Nullable Double clientCpuUs,
    @Nullable Double serverCpuUs,
    @Nullable Double clientBytes,
    SortedSet<String> flags) {

  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double MICROS_PER_MILLI = 1e3;

  /** Floors are measured with the processors busy, and on one host the JVM starts as well. */
  private static final Set<String> EXPECTED = Set.of(Flag.CLIENT_CPU.label());

  /**
   * Sums up a process. Order 0 and the runs that began before it was warm are left out; where the
   * link is so slow that none is left, the last run counts.
   *
   * @param runs of one process, in their order
   * @param latencies of the same runs
   * @param warmMillis how long runs after order 0 warm the process up, ms
   * @return empty where there is no run but order 0
   */
  public static Optional<Reading> of(List<Run> runs, List<Histogram> latencies, double warmMillis) {
    int first = 1;
    for (double spent = 0; first < runs.size() - 1 && spent < warmMillis; first++) {
      spent += runs.get(first).timeTotalMs();
    }
    if (runs.size() <= first) {
      return Optional.empty();
    }
    List<Run> warm = runs.subList(first, runs.size());
    Histogram all = new Histogram(latencies.get(first).getNumberOfSignificantValueDigits());
    latencies.subList(first, latencies.size()).forEach(all::add);
    double millis = warm.stream().mapToDouble(Run::timeTotalMs).sum();
    long calls = warm.stream().mapToLong(run -> run.calls().ok()).sum();
    SortedSet<String> flags = new TreeSet<>();
    warm.forEach(run -> flags.addAll(run.flags()));
    flags.removeAll(EXPECTED);
    return Optional.of(
        new Reading(
            calls / (millis / MILLIS_PER_SECOND),
            all,
            micros(Run.perGoodCall(warm, Cost::clientCpuMs)),
            micros(Run.perGoodCall(warm, Cost::serverCpuMs)),
            Run.perGoodCall(
                warm,
                cost -> {
                  Long bytes = cost.clientAllocBytes();
                  return bytes == null ? null : (Double) (double) (long) bytes;
                }),
            flags));
  }

  private static @Nullable Double micros(@Nullable Double millis) {
    return millis == null ? null : (Double) (millis * MICROS_PER_MILLI);
  }
}
