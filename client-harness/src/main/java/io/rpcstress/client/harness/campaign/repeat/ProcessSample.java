package io.rpcstress.client.harness.campaign.repeat;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Run;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one process gave: one sample, however many runs it made, since runs in one JVM are not
 * independent. Its numbers are averages of the orders after 0; of order 0 where it made no other;
 * of a timed loop, of all windows. Immutable, but for the histogram, which nobody may change.
 */
public final class ProcessSample {

  private static final int DIGITS = 3;

  private final List<Run> all;
  private final List<Run> counted;
  private final Histogram latencies;

  public ProcessSample(List<Run> runs, List<Histogram> histograms) {
    all = List.copyOf(runs);
    // A counted loop's order 0 is cold, and counts only where it is alone.
    int first = all.size() == 1 || all.get(0).inAverages() ? 0 : 1;
    counted = all.subList(first, all.size());
    latencies = new Histogram(DIGITS);
    histograms.subList(first, all.size()).forEach(latencies::add);
  }

  public List<Run> runs() {
    return all;
  }

  public List<Run> counted() {
    return counted;
  }

  /** The flags of the runs that count that take their numbers out of verdicts. */
  public SortedSet<String> invalidating() {
    return flags(all, Flag::invalidates);
  }

  /** Whether its numbers count. */
  boolean isValid() {
    return flags(all, all.get(0).point().loadShape()::isLeftOutBy).isEmpty();
  }

  /** The flags of a process' runs that count, as words. */
  public static SortedSet<String> flags(List<Run> runs, Predicate<Flag> wanted) {
    return runs.stream()
        .filter(run -> run.inAverages() || runs.size() == 1)
        .flatMap(run -> run.flags().stream())
        .filter(word -> Flag.of(word).filter(wanted).isPresent())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public int repetition() {
    return all.get(0).point().repetition();
  }

  /** Latencies of the good calls of all counted runs, ns: histograms are added, never averaged. */
  Histogram latencies() {
    return latencies;
  }

  public Latency latency() {
    return Latency.of(latencies);
  }

  public double timeMs() {
    return mean(Run::timeTotalMs);
  }

  /**
   * What technologies are compared by, ms: the runtime of a run; of a timed loop, whose windows all
   * take the same, the time by good calls.
   */
  double comparedMs() {
    return all.get(0).point().timed() == null
        ? timeMs()
        : counted.stream().mapToDouble(Run::timeTotalMs).sum() / callsOk();
  }

  long callsOk() {
    return counted.stream().mapToLong(run -> run.calls().ok()).sum();
  }

  boolean hasFailedCalls() {
    return counted.stream().anyMatch(run -> run.calls().notOk() > 0);
  }

  /** The paper's Eq. 3. */
  public double tps() {
    return mean(Run::tps);
  }

  public double callsPerSecond() {
    return mean(Run::callsPerSecond);
  }

  /** Processor time of the client for a good call, us; null where it is not known of every run. */
  public @Nullable Double clientMicrosPerCall() {
    return Run.microsPerGoodCall(counted, cost -> cost.client().cpuMs());
  }

  public @Nullable Double serverMicrosPerCall() {
    return Run.microsPerGoodCall(counted, cost -> cost.server().cpuMs());
  }

  /** Of both, and of a broker or proxy where one carries the calls. */
  public @Nullable Double microsPerCall(boolean carried) {
    return Run.microsPerGoodCall(counted, cost -> cost.cpuMs(carried));
  }

  private double mean(ToDoubleFunction<Run> value) {
    return counted.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}
