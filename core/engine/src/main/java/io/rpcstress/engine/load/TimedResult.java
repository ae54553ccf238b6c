package io.rpcstress.engine.load;

import io.rpcstress.measure.SeriesRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a timed loop gave.
 *
 * @param windows one a window; empty where the run broke before
 * @param whole everything from the gate to the end: calls of the warm-up and of no window, too;
 *     latencies and late ones are those of the windows
 * @param steadyFrom the window of the warm-up that the steady segment begins with, from 0; null
 *     where it did not settle or was not to be found
 * @param series good replies from the gate on, an interval after the other; empty where the run
 *     broke
 * @param settled false where the process was to be steady and was not before its cap
 * @param parts the calls of all windows by their part of a mix; empty where they are none
 */
public record TimedResult(
    List<LoadResult> windows,
    LoadResult whole,
    @Nullable Integer steadyFrom,
    List<SeriesRow> series,
    boolean settled,
    List<PartResult> parts) {

  public TimedResult {
    parts = List.copyOf(parts);
    windows = List.copyOf(windows);
    series = List.copyOf(series);
  }
}
