package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The mean of something over a cell's processes, with its interval. */
public final class ProcessInterval {

  private ProcessInterval() {}

  /**
   * A mean over processes. Its interval is known from two processes on, and is over server starts
   * where the rows name several; all values must be above 0.
   *
   * @param what is asked of each process; null where it does not know
   * @return empty where one does not know
   */
  public static Optional<Interval> of(Cell cell, Function<ProcessRuns, @Nullable Double> what) {
    List<ProcessRuns> processes = cell.processes();
    double[] values = new double[processes.size()];
    boolean positive = true;
    for (int i = 0; i < values.length; i++) {
      Double value = what.apply(processes.get(i));
      if (value == null) {
        return Optional.empty();
      }
      values[i] = value;
      positive &= value > 0;
    }
    if (values.length == 0 || !positive) {
      return Optional.empty();
    }
    return Optional.of(Sample.of(cell, values).mean(salt(cell.point())).interval());
  }

  /**
   * Good calls a second of a timed loop: the mean over its valid processes, as {@link #of}.
   *
   * @return empty where none is left, or one of them has no good call
   */
  public static Optional<Estimate> callsPerSecond(SteadyCell cell) {
    return cell.hasRate()
        ? Optional.of(Sample.of(cell, SteadyProcess::callsPerSecond).mean(salt(cell.point())))
        : Optional.empty();
  }

  /**
   * The mean of something over a timed loop's valid processes, as {@link #of}.
   *
   * @param what is asked of each process; null where it does not know
   * @return empty where none is left, or one does not know or has 0
   */
  public static Optional<Estimate> of(
      SteadyCell cell, Function<SteadyProcess, @Nullable Double> what) {
    boolean known =
        cell.valid().stream()
            .map(what)
            .allMatch(value -> value != null && value > 0 && Double.isFinite(value));
    return cell.valid().isEmpty() || !known
        ? Optional.empty()
        : Optional.of(
            Sample.of(cell, p -> Objects.requireNonNull(what.apply(p))).mean(salt(cell.point())));
  }

  private static long salt(Point point) {
    return point.toString().hashCode();
  }
}
