package io.rpcstress.client.harness.console;

import io.rpcstress.measure.CallCounts;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A percentile for a person. A row's percentiles are of its good calls; where so many exceeded
 * their deadline, or were abandoned, that the percentile of all is among those, it is no number of
 * the good ones.
 */
final class LatencyText {

  /** What stands where the percentile is beyond what any call was given. */
  static final String BEYOND = "> deadline";

  private static final double ALL = 100;

  private LatencyText() {}

  /**
   * The cell.
   *
   * @param percentile from 0 to 100, 100 for the slowest call
   * @param micros of the good calls, us; null where too few were beyond it
   * @return empty where it is unknown
   */
  static String of(double percentile, @Nullable Double micros, CallCounts calls) {
    long late = calls.timedOut() + calls.abandoned();
    double share = ALL * late / Math.max(1, calls.ok() + late);
    if (share > ALL - percentile) {
      return BEYOND;
    }
    return micros == null ? "" : String.format(Locale.ROOT, "%.1f", micros);
  }
}
