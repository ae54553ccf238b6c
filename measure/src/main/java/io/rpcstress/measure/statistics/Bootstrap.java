package io.rpcstress.measure.statistics;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * Percentile bootstrap (Efron 1979) with a stored seed: the same data give the same interval.
 * Stateless; thread-safe.
 */
public final class Bootstrap {

  /** Where the random numbers start. Any number will do; it must stay the same. */
  public static final long SEED = 20_230_728L;

  /** How often the data are drawn anew. */
  public static final int RESAMPLES = 2_000;

  /** How often the truth is inside, in percent, were the samples independent. */
  public static final int CONFIDENCE_PERCENT = 95;

  private static final double LOW = (1 - CONFIDENCE_PERCENT / 100.0) / 2;
  private static final Quantile QUANTILE = Quantile.withDefaults();

  private Bootstrap() {}

  /**
   * Mean of one sample by the mean of another. Fewer than two values on a side give no interval.
   *
   * @param numerator positive values, at least one
   * @param denominator positive values, at least one
   * @param salt mixed with the seed, so that no two points share their draws by chance
   */
  public static Interval ratioOfMeans(double[] numerator, double[] denominator, long salt) {
    double ratio = mean(numerator) / mean(denominator);
    if (numerator.length < 2 || denominator.length < 2) {
      return Interval.unknown(ratio);
    }
    UniformRandomProvider random = random(salt);
    double[] ratios = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      ratios[i] = drawnMean(numerator, random) / drawnMean(denominator, random);
    }
    return of(ratio, ratios);
  }

  /**
   * Geometric mean of ratios. Fewer than two give no interval.
   *
   * @param ratios positive, at least one
   */
  public static Interval geometricMean(double[] ratios, long salt) {
    double[] logs = Arrays.stream(ratios).map(StrictMath::log).toArray();
    double value = StrictMath.exp(mean(logs));
    if (ratios.length < 2) {
      return Interval.unknown(value);
    }
    UniformRandomProvider random = random(salt);
    double[] means = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      means[i] = StrictMath.exp(drawnMean(logs, random));
    }
    return of(value, means);
  }

  private static Interval of(double value, double[] drawn) {
    double[] ends = QUANTILE.evaluate(drawn, LOW, 1 - LOW);
    return new Interval(value, ends[0], ends[1]);
  }

  private static UniformRandomProvider random(long salt) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(SEED ^ salt);
  }

  private static double drawnMean(double[] values, UniformRandomProvider random) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[random.nextInt(values.length)];
    }
    return sum / values.length;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }
}
