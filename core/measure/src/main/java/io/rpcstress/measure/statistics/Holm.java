package io.rpcstress.measure.statistics;

import java.util.Arrays;

/**
 * Holm's correction (Scandinavian Journal of Statistics 6, 1979): of all verdicts in a report, the
 * chance that any of them shows a difference that is not there stays below the level, however they
 * depend on each other. Without it one of twenty does. Pure functions; thread-safe.
 */
public final class Holm {

  /** The chance that is allowed to a whole report. */
  public static final double LEVEL = 1 - Bootstrap.CONFIDENCE_PERCENT / 100.0;

  private Holm() {}

  /**
   * The level at which each verdict is judged as if it were the only one: the step at which Holm's
   * procedure stops, so that an interval at this level leaves out 1 where a difference is shown.
   *
   * @param pValues of all verdicts of a report; those that are no number were not tested and do not
   *     count
   * @return {@link #LEVEL} where all show a difference
   */
  public static double cutoff(double... pValues) {
    double[] sorted = tested(pValues);
    for (int i = 0; i < sorted.length; i++) {
      double level = LEVEL / (sorted.length - i);
      if (sorted[i] > level) {
        return level;
      }
    }
    return LEVEL;
  }

  public static int family(double... pValues) {
    return tested(pValues).length;
  }

  private static double[] tested(double... pValues) {
    return Arrays.stream(pValues).filter(p -> !Double.isNaN(p)).sorted().toArray();
  }
}
