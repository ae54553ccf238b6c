package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.OpenComparison.Level;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The mean of something over a cell's or a load's processes, with its interval. */
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

  /**
   * The mean of something over runs of an open loop at one load, as {@link #of}.
   *
   * @param what is asked of each run; null where it does not know
   * @return empty where there is none, or one does not know or has 0
   */
  public static Optional<Estimate> of(
      List<OpenResult> runs, Function<OpenResult, @Nullable Double> what) {
    return mean(Sample.of(runs, what), runs);
  }

  /**
   * A percentile of the response time of one load's runs that no flag leaves out, as {@link #of}.
   *
   * @return empty where none is left, where one does not know it, or where one lost so many calls
   *     that the percentile is not one of a reply
   */
  public static Optional<Estimate> response(List<OpenResult> runs, Level level) {
    return mean(OpenComparison.response(runs, level), runs);
  }

  /**
   * The mean of values above 0, each of a process whose server is not known, as {@link #of}.
   *
   * @param technology as {@code grpc@tuned}
   * @param values null of a process that does not know its
   * @return empty where there is none, or one is not known
   */
  public static Optional<Estimate> of(String technology, List<@Nullable Double> values) {
    SortedMap<Integer, Sample.Measured> processes = new TreeMap<>();
    for (Double value : values) {
      if (value == null || !(value > 0)) {
        return Optional.empty();
      }
      processes.put(processes.size(), new Sample.Measured(null, value));
    }
    return processes.isEmpty()
        ? Optional.empty()
        : Optional.of(new Sample(technology, processes).mean(technology.hashCode()));
  }

  private static Optional<Estimate> mean(Sample sample, List<OpenResult> runs) {
    return sample.size() == 0
        ? Optional.empty()
        : Optional.of(sample.mean(salt(OpenComparison.load(runs.get(0)))));
  }

  private static long salt(Point point) {
    return point.toString().hashCode();
  }
}
