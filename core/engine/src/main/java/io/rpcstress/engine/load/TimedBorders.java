package io.rpcstress.engine.load;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for times of a timed loop, and reads the process' CPU time at each border of its time
 * series on the way; at those of the warm-up it has the meter of the windows rehearse. Confined to
 * the thread that runs the load.
 */
final class TimedBorders {

  private final TimedGrid grid;
  private final RunControl control;
  private final IntervalCpu cpu;
  private final Meter window;
  private final int borders;
  private int next;

  TimedBorders(TimedGrid grid, RunControl control, LongSupplier cpuNanos, Meter window) {
    this.grid = grid;
    this.control = control;
    this.borders = grid.intervals() + 1;
    this.window = window;
    this.cpu = new IntervalCpu(borders, cpuNanos);
  }

  void await(long until) throws InterruptedException {
    while (next < borders && grid.border(next) - until <= 0 && !control.ended()) {
      // Behind what was to be done at the border before: a reading takes time.
      if (rehearsesAt(next - 1)) {
        window.rehearse();
      }
      if (control.awaitFinished(grid.border(next))) {
        return;
      }
      cpu.read(next++);
    }
    control.awaitFinished(until);
  }

  /**
   * Whether a border lies in the warm-up, behind the gate and before the windows are set; of the
   * slots only their ends, as often as windows end. One that is reached so late that the next is
   * due is passed over: else a reader that a thousand busy threads hold up would fall behind more
   * and more. So is one shortly before windows whose place is fixed; others begin behind what is
   * late.
   */
  private boolean rehearsesAt(int border) {
    long now = control.clock().nanos();
    boolean isShortlyBefore = grid.isDecided() && grid.start(0) - now < Meter.MIN_LEFT_NANOS;
    if (grid.border(next) - now <= 0 || isShortlyBefore) {
      return false;
    }
    int behind = border - grid.early();
    boolean isEndOfSlot = behind >= 0 && behind % grid.parts() == 0 && !grid.isDecided();
    return border > 0 && (behind < 0 || isEndOfSlot);
  }

  /** CPU time in an interval, ms; null where unknown. */
  @Nullable Double cpuMillis(int interval) {
    return cpu.millis(interval);
  }
}
