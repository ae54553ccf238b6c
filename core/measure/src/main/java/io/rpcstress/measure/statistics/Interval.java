package io.rpcstress.measure.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * An estimate with its interval. Immutable.
 *
 * @param value the estimate from all the data
 * @param low lower end; 0 or negative infinity where nothing is known
 * @param high upper end; infinite where nothing is known
 * @param pValue chance of data that lie as far from "no difference" (1 of a ratio, 0 of a
 *     difference) or farther, if there is none; two-sided, 0 to 1; no number where nothing can be
 *     said
 * @param freedom degrees of freedom of a ratio's t interval; no number where it is none
 */
public record Interval(double value, double low, double high, double pValue, double freedom) {

  /** Chance that the truth lies beyond one end. */
  static final double TAIL = (1 - Bootstrap.CONFIDENCE_PERCENT / 100.0) / 2;

  public Interval(double value, double low, double high, double pValue) {
    this(value, low, high, pValue, Double.NaN);
  }

  public Interval(double value, double low, double high) {
    this(value, low, high, Double.NaN);
  }

  /** The same as one of many: it leaves out 1 where its p-value is below that level. */
  public Interval at(double level) {
    if (!isKnown() || Double.isNaN(freedom) || level == Holm.LEVEL) {
      return this;
    }
    TDistribution t = TDistribution.of(freedom);
    double widening =
        t.inverseSurvivalProbability(level / 2) / t.inverseSurvivalProbability(Holm.LEVEL / 2);
    double factor = StrictMath.pow(high / value, widening);
    return new Interval(value, value / factor, value * factor, pValue, freedom);
  }

  /**
   * The t interval of a positive value whose logarithm has that variance; none where that is 0:
   * that no spread was seen does not mean none.
   */
  static Interval of(double value, double log, double variance, double freedom) {
    if (!(variance > 0)) {
      return unknown(value);
    }
    TDistribution t = TDistribution.of(freedom);
    double error = Math.sqrt(variance);
    double factor = StrictMath.exp(t.inverseSurvivalProbability(TAIL) * error);
    double pValue = 2 * t.survivalProbability(Math.abs(log) / error);
    return new Interval(value, value / factor, value * factor, pValue, freedom);
  }

  /** Welch and Satterthwaite's degrees of freedom of a sum of two estimated variances. */
  static double welchFreedom(double first, int firstFreedom, double second, int secondFreedom) {
    double sum = first + second;
    return sum * sum / (first * first / firstFreedom + second * second / secondFreedom);
  }

  /** An estimate that stands on too little for an interval, or on values without any spread. */
  public static Interval unknown(double value) {
    return new Interval(value, 0, Double.POSITIVE_INFINITY);
  }

  public boolean isKnown() {
    return Double.isFinite(high);
  }

  /** Whether it may well be this value. */
  public boolean spans(double other) {
    return low <= other && other <= high;
  }

  /** The upper end by the lower one: 1.25 is a quarter; infinite where it is not known. */
  public double width() {
    return isKnown() && low > 0 ? high / low : Double.POSITIVE_INFINITY;
  }

  /** What a ratio of times says of its numerator, were it the only one that is asked. */
  public Verdict verdict() {
    if (spans(1) || Double.isNaN(value)) {
      return Verdict.TOO_CLOSE;
    }
    return low > 1 ? Verdict.SLOWER : Verdict.FASTER;
  }

  /**
   * What a ratio of times says of its numerator as one of many.
   *
   * @param cutoff above it no p-value shows a difference: {@link Holm#cutoff}
   */
  public Verdict verdict(double cutoff) {
    if (Double.isNaN(value) || !(pValue <= cutoff)) {
      return Verdict.TOO_CLOSE;
    }
    return value > 1 ? Verdict.SLOWER : Verdict.FASTER;
  }
}
