package io.rpcstress.measure.statistics;

import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What sweeps on other days or machines say of one ratio together, where the ratio itself differs
 * from one to the next: random effects on logarithms after DerSimonian and Laird (Controlled
 * Clinical Trials 7, 1986). Pure functions; thread-safe.
 */
public final class RandomEffects {

  /** Fewer sweeps give no range of a next one. */
  public static final int MIN_SWEEPS = 3;

  /** A normal interval's half width by its standard error. */
  private static final double HALF_WIDTH = 1.959964;

  private RandomEffects() {}

  /**
   * The combined ratio, and the range in which that of a next sweep is expected: the interval of a
   * prediction, with Student's t of two degrees of freedom fewer than sweeps (Higgins, Thompson and
   * Spiegelhalter, Journal of the Royal Statistical Society A 172, 2009).
   *
   * @param sweeps one or more, each with a known interval
   * @return without a range of fewer than {@link #MIN_SWEEPS}
   */
  public static Interval next(List<Interval> sweeps) {
    double[] logs = sweeps.stream().mapToDouble(each -> StrictMath.log(each.value())).toArray();
    double[] variances = sweeps.stream().mapToDouble(RandomEffects::variance).toArray();
    double between = between(logs, variances);
    double[] weights = DoubleStream.of(variances).map(each -> 1 / (each + between)).toArray();
    double mean = mean(logs, weights);
    double error = Math.sqrt(between + 1 / DoubleStream.of(weights).sum());
    return around(mean, error, logs.length, logs.length - 2.0);
  }

  /**
   * The same of sweeps without intervals, such as rounds of one process each: their spread is that
   * between sweeps and within them together, and Student's t has one degree of freedom fewer than
   * sweeps.
   *
   * @param sweeps one or more, each above 0
   */
  public static Interval nextOfRatios(List<Double> sweeps) {
    double[] logs = sweeps.stream().mapToDouble(StrictMath::log).toArray();
    double squares = Logs.squaredError(logs);
    double error = Math.sqrt(squares / (logs.length - 1) * (1 + 1.0 / logs.length));
    return around(Logs.mean(logs), error, logs.length, logs.length - 1.0);
  }

  private static Interval around(double log, double error, int sweeps, double freedom) {
    double value = StrictMath.exp(log);
    if (sweeps < MIN_SWEEPS) {
      return Interval.unknown(value);
    }
    double reach = TDistribution.of(freedom).inverseSurvivalProbability(Interval.TAIL) * error;
    return new Interval(value, StrictMath.exp(log - reach), StrictMath.exp(log + reach));
  }

  private static double variance(Interval sweep) {
    double error = StrictMath.log(sweep.high() / sweep.low()) / 2 / HALF_WIDTH;
    return error * error;
  }

  /** Variance between sweeps beyond what their own variances explain. */
  private static double between(double[] logs, double[] variances) {
    double[] weights = DoubleStream.of(variances).map(each -> 1 / each).toArray();
    double mean = mean(logs, weights);
    double sum = 0;
    double squares = 0;
    double spread = 0;
    for (int i = 0; i < logs.length; i++) {
      sum += weights[i];
      squares += weights[i] * weights[i];
      spread += weights[i] * (logs[i] - mean) * (logs[i] - mean);
    }
    return logs.length < 2 ? 0 : Math.max(0, (spread - (logs.length - 1)) / (sum - squares / sum));
  }

  private static double mean(double[] values, double[] weights) {
    double sum = 0;
    double all = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * values[i];
      all += weights[i];
    }
    return sum / all;
  }
}
