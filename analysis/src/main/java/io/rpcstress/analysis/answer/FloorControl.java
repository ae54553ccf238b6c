package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.util.List;

/**
 * The floor by itself: rows of bare sockets in a sweep beside what its calibration found of the
 * same sockets in the same loop. They have to reach all of it, whatever is measured above them.
 * Immutable.
 *
 * @param kind how the sockets are shared, in the calibration's word
 * @param cell the rows
 * @param calibrated what the calibration found
 * @param reached the rows' rate by the calibrated one; no number where withheld
 * @param withheld why the two are not compared; empty where they are
 */
public record FloorControl(
    String kind, Cell cell, SteadyFloor calibrated, Estimate reached, List<String> withheld) {

  /** Copies the list. */
  public FloorControl {
    withheld = List.copyOf(withheld);
  }

  /** What a control says. */
  public enum Result {
    /** The rows reach all of the calibrated floor, by an interval that is narrow enough. */
    TIE("yes"),
    /** They may or may not: the interval holds 100 %, and is too wide for a control. */
    TOO_WIDE("not known: the interval is too wide"),
    /** They do not. */
    DIFFERS("no"),
    /** There is no interval, or no number at all. */
    NONE("not known");

    private final String label;

    Result(String label) {
      this.label = label;
    }

    /** As it is printed. */
    public String label() {
      return label;
    }
  }

  /** Of every floor that a sweep both calibrated and has rows of, at the same threads. */
  public static List<FloorControl> all(SweepData data) {
    return SteadyFloors.of(data).controls();
  }

  static FloorControl of(String kind, Cell cell, SteadyFloor calibrated, List<String> withheld) {
    Estimate reached = withheld.isEmpty() ? calibrated.reachedBy(cell) : Estimate.NOTHING;
    return new FloorControl(kind, cell, calibrated, reached, withheld);
  }

  /** Whether the rows reach all of the calibrated floor. */
  public Result result() {
    Interval interval = reached.interval();
    if (!interval.isKnown()) {
      return Result.NONE;
    }
    if (!interval.spans(1)) {
      return Result.DIFFERS;
    }
    return interval.width() <= TargetWidth.CONTROL ? Result.TIE : Result.TOO_WIDE;
  }
}
