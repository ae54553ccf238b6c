package io.rpcstress.engine.point;

import io.rpcstress.engine.load.Meter;
import io.rpcstress.measure.Cost;
import io.rpcstress.usage.HostCpu;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads in a warm-up what a meter reads where it counts, and keeps nothing: see {@link
 * Meter#rehearse}. It has a meter of its own, since a server that does not report it amid a warm-up
 * may tell when it counts. Confined to the thread that runs the load.
 */
final class Rehearsal implements Meter {

  /** A reading that took as long is the last: the next might not be over when it counts. */
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final CostMeter meter;
  private final LongSupplier clock;
  private HostCpu before = HostCpu.NOTHING_KNOWN;
  private boolean started;
  private boolean isTooSlow;

  Rehearsal(CostMeter meter, LongSupplier clock) {
    this.meter = meter;
    this.clock = clock;
  }

  /** How often it connected to the server, its services or its proxy to ask. */
  int queries() {
    return meter.queries();
  }

  @Override
  public void rehearse() {
    if (isTooSlow) {
      return;
    }
    long start = clock.getAsLong();
    HostCpu border = HostCpu.read();
    HostCpu unusedShares = border.since(before);
    before = border;
    if (!started) {
      meter.beforeGate();
      started = true;
    }
    meter.nextWindow();
    Cost unusedCost = meter.cost();
    isTooSlow = clock.getAsLong() - start >= LONGEST_NANOS;
  }
}
