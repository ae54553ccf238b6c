package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.measure.statistics.Interval;

/**
 * A number with its interval, and what that was drawn from. Immutable.
 *
 * @param interval the number; its ends are not known where there is too little
 * @param unit what the interval was drawn from, or would have been
 */
public record Estimate(Interval interval, Unit unit) {

  /** No number at all. */
  static final Estimate NOTHING = alone(Double.NaN);

  /** The same as one of many: {@link Interval#at}. */
  Estimate at(double level) {
    return new Estimate(interval.at(level), unit);
  }

  /** A number of which no interval is known. */
  static Estimate alone(double value) {
    return new Estimate(Interval.unknown(value), Unit.RUN);
  }
}
