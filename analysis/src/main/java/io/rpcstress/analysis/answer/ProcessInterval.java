package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The mean of something over a cell's processes, with its interval. */
public final class ProcessInterval {

  private ProcessInterval() {}

  /**
   * A mean over the valid processes. Its interval is known from two processes on, and is over
   * server starts where the rows name several.
   *
   * @param what is asked of each process; null where it does not know
   * @return empty where none is left, or one does not know or has 0
   */
  public static Optional<Estimate> of(Cell cell, Function<ProcessRuns, @Nullable Double> what) {
    return mean(Sample.of(cell, what), cell.point().toString().hashCode());
  }

  /** Good calls a second, as {@link #of}. */
  public static Optional<Estimate> callsPerSecond(Cell cell) {
    return of(cell, ProcessRuns::callsPerSecond);
  }

  /**
   * A percentile of the response time of an open loop, as {@link #of}.
   *
   * @return empty, too, where a process lost so many calls that it is not one of a reply
   */
  public static Optional<Estimate> response(Cell cell, Level level) {
    return mean(level.response(cell), cell.point().toString().hashCode());
  }

  /**
   * The mean of values above 0, each of a process whose server is not known, as {@link #of}.
   *
   * @param technology as {@code grpc@tuned}
   * @param values null of a process that does not know its
   */
  public static Optional<Estimate> of(String technology, List<@Nullable Double> values) {
    SortedMap<Integer, Sample.Measured> processes = new TreeMap<>();
    for (Double value : values) {
      if (value == null || !(value > 0)) {
        return Optional.empty();
      }
      processes.put(processes.size(), new Sample.Measured(null, value));
    }
    return mean(new Sample(technology, processes), technology.hashCode());
  }

  private static Optional<Estimate> mean(Sample sample, long salt) {
    return sample.size() == 0 ? Optional.empty() : Optional.of(sample.mean(salt));
  }
}
