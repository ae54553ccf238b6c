package io.rpcstress.measure.statistics;

/**
 * An estimate with its bootstrap interval.
 *
 * @param value the estimate from all the data
 * @param low lower end; 0 where nothing can be said
 * @param high upper end; infinite where nothing can be said
 */
public record Interval(double value, double low, double high) {

  /** An estimate that stands on too little for an interval. */
  static Interval unknown(double value) {
    return new Interval(value, 0, Double.POSITIVE_INFINITY);
  }

  /** Whether there was enough data for an interval. */
  public boolean isKnown() {
    return Double.isFinite(high);
  }

  /** Whether it may well be this value. */
  public boolean spans(double other) {
    return low <= other && other <= high;
  }

  /** What a ratio of times says of its numerator. */
  public Verdict verdict() {
    if (spans(1) || Double.isNaN(value)) {
      return Verdict.NO_DIFFERENCE;
    }
    return low > 1 ? Verdict.SLOWER : Verdict.FASTER;
  }
}
