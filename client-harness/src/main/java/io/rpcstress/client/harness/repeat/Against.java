package io.rpcstress.client.harness.repeat;

import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.Objects;

/**
 * One technology against another at the same point, by runtime. The sample is the process.
 *
 * @param judged the one
 * @param reference the other
 * @param ratio runtime of the one by that of the other, with its interval
 */
public record Against(Repeated judged, Repeated reference, Interval ratio) {

  /** Compares two cells of one process each or more. */
  public static Against of(Repeated judged, Repeated reference) {
    // A string's hash is the same on every platform.
    long salt = Objects.hash(judged.cell().toString(), reference.cell().toString());
    return new Against(
        judged, reference, Bootstrap.ratioOfMeans(judged.timesMs(), reference.timesMs(), salt));
  }

  /** Whether there are processes enough for a verdict: two on either side. */
  public boolean carriesVerdict() {
    return ratio.isKnown();
  }

  /** What is shown; {@link Verdict#NO_DIFFERENCE} too where nothing can be. */
  public Verdict verdict() {
    return ratio.verdict();
  }
}
