package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.measure.statistics.Interval;
import java.util.Optional;
import java.util.OptionalDouble;

/** Estimates as tables show them: a value, its interval, and what the interval is over. */
public final class EstimateCells {

  private EstimateCells() {}

  /** A value that is known. */
  static OptionalDouble value(Estimate estimate) {
    double value = estimate.interval().value();
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** Both columns of an estimate that may not be there. */
  public static Columns<Optional<Estimate>> valueAndInterval(
      String name, String interval, int decimals) {
    return new Columns<Optional<Estimate>>()
        .add(name, decimals, found -> found.map(each -> each.interval().value()))
        .interval(interval, decimals, found -> found.map(Estimate::interval));
  }

  /** The three columns of a ratio; a value that is no number, and an interval of it, are empty. */
  public static Columns<Estimate> ratio(String name, String interval, int decimals) {
    return new Columns<Estimate>()
        .add(name, decimals, EstimateCells::value)
        .interval(interval, decimals, found -> Optional.of(found.interval()))
        .add("interval over", EstimateCells::over);
  }

  /** What an interval is over; empty without one. */
  static String over(Estimate estimate) {
    return estimate.interval().isKnown() ? estimate.unit().label() : "";
  }

  /** The same in percent. */
  static Estimate percent(Estimate share) {
    Interval of = share.interval();
    return new Estimate(
        new Interval(100 * of.value(), 100 * of.low(), 100 * of.high()), share.unit());
  }
}
