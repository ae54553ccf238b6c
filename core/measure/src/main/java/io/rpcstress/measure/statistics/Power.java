package io.rpcstress.measure.statistics;

import java.util.Collection;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many processes a side a true difference needs to be seen, from the spread that processes
 * have. For a comparison of two sides of equal spread by Welch's t on logarithms, found in {@link
 * #POWER_PERCENT} of 100 sweeps. Pure functions; thread-safe.
 */
public final class Power {

  /** In so many of a hundred sweeps a difference of the size is to be found. */
  public static final int POWER_PERCENT = 80;

  /** More processes a side than this are not counted: then it is hopeless. */
  public static final int MAX_PROCESSES = 1_000;

  private static final int MIN_PROCESSES = 2;

  private Power() {}

  /**
   * Standard deviation of the logarithm between the processes of a group, over all groups together.
   *
   * @param groups positive values; those of fewer than two take no part
   * @return empty where no group has two values
   */
  public static OptionalDouble spread(Collection<double[]> groups) {
    double squares = 0;
    int freedom = 0;
    for (double[] group : groups) {
      if (group.length >= MIN_PROCESSES) {
        squares += Logs.squaredError(Logs.of(group));
        freedom += group.length - 1;
      }
    }
    return freedom == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / freedom));
  }

  /**
   * Processes a side that a ratio needs.
   *
   * @param spread standard deviation of the logarithm between processes, 0 or more
   * @param ratio true ratio of the two sides, above 1: 1.2 for a fifth
   * @param level of the test, above 0: {@link Holm#LEVEL} of a single verdict
   * @return 2 or more; empty if {@link #MAX_PROCESSES} are too few
   */
  public static OptionalInt processes(double spread, double ratio, double level) {
    for (int processes = MIN_PROCESSES; processes <= MAX_PROCESSES; processes++) {
      if (StrictMath.log(ratio) >= reach(spread, processes, level)) {
        return OptionalInt.of(processes);
      }
    }
    return OptionalInt.empty();
  }

  private static double reach(double spread, int processes, double level) {
    TDistribution t = TDistribution.of(2.0 * (processes - 1));
    double quantiles =
        t.inverseSurvivalProbability(level / 2)
            + t.inverseCumulativeProbability(POWER_PERCENT / 100.0);
    return quantiles * spread * Math.sqrt(2.0 / processes);
  }
}
