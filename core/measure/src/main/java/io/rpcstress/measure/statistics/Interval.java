package io.rpcstress.measure.statistics;

/**
 * An estimate with its interval. Immutable.
 *
 * @param value the estimate from all the data
 * @param low lower end; 0 or negative infinity where nothing is known
 * @param high upper end; infinite where nothing is known
 * @param pValue chance of data that lie as far from "no difference" (1 of a ratio, 0 of a
 *     difference) or farther, if there is none; two-sided, 0 to 1; no number where nothing can be
 *     said
 */
public record Interval(double value, double low, double high, double pValue) {

  public Interval(double value, double low, double high) {
    this(value, low, high, Double.NaN);
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
      return Verdict.NO_DIFFERENCE;
    }
    return low > 1 ? Verdict.SLOWER : Verdict.FASTER;
  }

  /**
   * What a ratio of times says of its numerator as one of many.
   *
   * @param cutoff largest p-value that still shows a difference: {@link Holm#cutoff}
   */
  public Verdict verdict(double cutoff) {
    if (Double.isNaN(value) || !(pValue <= cutoff)) {
      return Verdict.NO_DIFFERENCE;
    }
    return value > 1 ? Verdict.SLOWER : Verdict.FASTER;
  }
}
