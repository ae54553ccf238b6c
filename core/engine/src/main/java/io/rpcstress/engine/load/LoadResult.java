package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.measure.CallCounts;
import java.time.Instant;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one run of a load shape gave.
 *
 * @param startedAt wall clock at the opening of the gate
 * @param nanos from the opening of the gate to the last reply, ns, at least 1
 * @param calls where the calls went; a deadline miss is timed out, not failed
 * @param late good calls that took longer than a right answer may to be accepted; 0 where there is
 *     no such limit
 * @param failures calls that failed or timed out, by kind
 * @param latencies of the good calls only, ns
 * @param firsts times to the first message of the good ones, ns; null where calls are no streams
 * @param firstFailure the first failure in words, and what ended the run where that is another one;
 *     null where every call was good
 */
public record LoadResult(
    Instant startedAt,
    long nanos,
    CallCounts calls,
    long late,
    Map<FailureKind, Long> failures,
    Histogram latencies,
    @Nullable Histogram firsts,
    @Nullable String firstFailure) {

  /** Copies the map; the histograms belong to the receiver. */
  public LoadResult {
    failures = Map.copyOf(failures);
  }

  /**
   * Where the calls of a run went.
   *
   * @param issued those that ended and those that were abandoned
   * @param failures calls that failed or timed out, by kind
   */
  static CallCounts counts(long issued, long ok, Map<FailureKind, Long> failures) {
    long timedOut = failures.getOrDefault(FailureKind.DEADLINE, 0L);
    long failed = sum(failures) - timedOut;
    return new CallCounts(issued, ok, failed, timedOut, issued - ok - failed - timedOut);
  }

  /** As rows have them: {@code connect=5}. */
  public static SortedSet<String> words(Map<FailureKind, Long> failures) {
    SortedSet<String> words = new TreeSet<>();
    failures.forEach((kind, calls) -> words.add(kind.label() + "=" + calls));
    return words;
  }

  static long sum(Map<FailureKind, Long> failures) {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Good calls that were open at once on average: Little's law over their latencies. */
  public double callsUnderWay() {
    return latencies.getTotalCount() == 0
        ? 0
        : latencies.getMean() * latencies.getTotalCount() / nanos;
  }
}
