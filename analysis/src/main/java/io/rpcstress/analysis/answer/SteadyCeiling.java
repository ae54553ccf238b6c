package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much of what bare sockets reach at the same load a timed loop reaches. Immutable.
 *
 * @param cell that is judged
 * @param floor the best at its load that has a number; null where none has
 * @param reached its rate by the floor's, 1 for all of it; no number where withheld
 * @param withheld why there is no number; empty where there is one
 */
public record SteadyCeiling(
    Cell cell, @Nullable SteadyFloor floor, Estimate reached, List<String> withheld) {

  /** Copies the list. */
  public SteadyCeiling {
    withheld = List.copyOf(withheld);
  }

  /** Of every point of timed loops beside which there is a floor, with a number or without. */
  public static List<SteadyCeiling> all(SweepData data) {
    SteadyFloors floors = SteadyFloors.of(data);
    List<SteadyCeiling> all = new ArrayList<>();
    for (Cell cell : data.steady()) {
      Optional<SteadyFloor> floor = floors.at(cell);
      List<String> without = floors.without(cell);
      if (floor.isPresent() || !without.isEmpty()) {
        all.add(of(cell, floor, without));
      }
    }
    return all;
  }

  private static SteadyCeiling of(Cell cell, Optional<SteadyFloor> floor, List<String> without) {
    List<String> withheld = new ArrayList<>(SteadyFloors.against(cell));
    if (withheld.isEmpty() && floor.isEmpty()) {
      withheld.addAll(without);
    }
    return new SteadyCeiling(
        cell,
        floor.orElse(null),
        withheld.isEmpty() ? floor.orElseThrow().reachedBy(cell) : Estimate.NOTHING,
        withheld);
  }
}
