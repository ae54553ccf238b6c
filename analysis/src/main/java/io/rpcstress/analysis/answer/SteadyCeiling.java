package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much of what bare sockets reach at the same load a timed loop reaches. Immutable.
 *
 * @param cell that is judged
 * @param floor that it is judged by; null where none at its load has a number
 * @param reached its rate by the floor's, 1 for all of it; no number where withheld
 * @param withheld why there is no number; empty where there is one
 */
public record SteadyCeiling(
    Cell cell, @Nullable SteadyFloor floor, Estimate reached, List<String> withheld) {

  static SteadyCeiling of(Cell cell, @Nullable SteadyFloor floor, List<String> withheld) {
    Estimate reached =
        floor != null && withheld.isEmpty() ? floor.reachedBy(cell) : Estimate.NOTHING;
    return new SteadyCeiling(cell, floor, reached, List.copyOf(withheld));
  }

  /** Whether it reaches all of it, by an interval that is narrow enough for a control. */
  public String reachesAll() {
    Interval interval = reached.interval();
    if (!interval.isKnown()) {
      return "not known";
    }
    return !interval.spans(1)
        ? "no"
        : interval.width() <= TargetWidth.CONTROL ? "yes" : "not known: the interval is too wide";
  }
}
