package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A number with its interval, and what that was drawn from. Immutable.
 *
 * @param interval the number; its ends are not known where there is too little
 * @param unit what the interval was drawn from, or would have been
 */
public record Estimate(Interval interval, Unit unit) {

  public static final Estimate NOTHING = alone(Double.NaN);

  /**
   * The mean of something over a cell's valid processes. Its interval is known from two processes
   * on, and is over server starts where the rows name several.
   *
   * @return without a number where none is left, or one does not know or has 0
   */
  public static Estimate of(Cell cell, ToDoubleFunction<ProcessRuns> what) {
    return mean(Sample.of(cell, what), cell.point().toString().hashCode());
  }

  /** Good calls a second, as {@link #of}. */
  public static Estimate callsPerSecond(Cell cell) {
    return of(cell, ProcessRuns::callsPerSecond);
  }

  /**
   * A percentile of the response time of an open loop, as {@link #of}; without a number, too, where
   * a process lost so many calls that it is not one of a reply.
   */
  public static Estimate response(Cell cell, Level level) {
    return mean(level.response(cell), cell.point().toString().hashCode());
  }

  /** The mean of values, each of a process whose server is not known, as {@link #of}. */
  public static Estimate of(String technology, List<? extends @Nullable Double> values) {
    SortedMap<Integer, Sample.Measured> processes = new TreeMap<>();
    for (Double each : values) {
      double value = Unknown.orNaN(each);
      if (!(value > 0)) {
        return NOTHING;
      }
      processes.put(processes.size(), new Sample.Measured(null, value));
    }
    return mean(new Sample(technology, processes), technology.hashCode());
  }

  static Estimate mean(Sample sample, long salt) {
    return sample.size() == 0 ? NOTHING : sample.mean(salt);
  }

  public double value() {
    return interval.value();
  }

  public String over() {
    return interval.isKnown() ? unit.label() : "";
  }

  /** The same as one of many: {@link Interval#at}. */
  Estimate at(double level) {
    return new Estimate(interval.at(level), unit);
  }

  static Estimate alone(double value) {
    return new Estimate(Interval.unknown(value), Unit.RUN);
  }
}
