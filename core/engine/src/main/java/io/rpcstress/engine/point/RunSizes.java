package io.rpcstress.engine.point;

import io.rpcstress.measure.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decides how many calls the next run of a closed loop has. Confined to one thread. */
interface RunSizes {

  /**
   * The RequestNumber of the next run.
   *
   * @param last the run before; null for order 0
   * @return 1 or more; 0 where it was enough
   */
  int requests(int order, @Nullable Run last);

  /** As many runs, each with as many calls, as the plan defines. */
  static RunSizes planned(PointPlan plan) {
    return (order, last) -> order < plan.runs() ? plan.point().requestNum() : 0;
  }

  /** Runs of about a quarter of a second until the time is over, whatever the rate turns out. */
  static RunSizes steady(int first, Duration time) {
    return new Steady(first, time.toMillis());
  }

  /** Sizes each run by the rate of the one before. */
  final class Steady implements RunSizes {

    /** How long a run should take, ms: long enough for a rate, short enough to end in time. */
    private static final double RUN_MILLIS = 250;

    /** No run has this many times the calls of the one before: a first rate may be far off. */
    private static final int MAX_GROWTH = 8;

    private final int first;
    private final double millis;
    private double spent;

    private Steady(int first, double millis) {
      this.first = first;
      this.millis = millis;
    }

    @Override
    public int requests(int order, @Nullable Run last) {
      if (last == null) {
        return first;
      }
      if (order > 1) { // order 0 connects and loads classes: its time is not used
        spent += last.timeTotalMs();
      }
      if (spent >= millis) {
        return 0;
      }
      int before = last.point().requestNum();
      double wanted = before * RUN_MILLIS / last.timeTotalMs();
      double most = Math.min(Integer.MAX_VALUE, (double) before * MAX_GROWTH);
      return (int) Math.max(Math.min(first, most), Math.min(most, wanted));
    }
  }
}
