package io.rpcstress.engine.point;

import io.rpcstress.measure.Cost.EnergyCost;
import io.rpcstress.usage.HostEnergy;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What this host took beyond its idle power, and the server's host beside it. Confined to the
 * thread that runs the load.
 */
final class EnergyMeter {

  private final IdlePower idle;
  private final HostEnergy client;
  private final LongSupplier clock;
  private long before = ProcessUsage.UNKNOWN;
  private long readAt;
  private long growth = ProcessUsage.UNKNOWN;
  private long nanos;

  EnergyMeter(IdlePower idle, HostEnergy client, LongSupplier clock) {
    this.idle = idle;
    this.client = client;
    this.clock = clock;
  }

  /** At a gate, behind the last reply, or at a window's border; one client reads for all. */
  void read(boolean reads) {
    long now = reads ? client.microJoules() : ProcessUsage.UNKNOWN;
    long time = ProcessUsage.isKnown(now) ? clock.getAsLong() : 0;
    growth = IdlePower.growth(before, now);
    nanos = time - readAt;
    before = now;
    readAt = time;
  }

  /**
   * Between the last two readings.
   *
   * @param server what the server reported of the same time; null where it did not
   * @param window length of a window, ns, which has as much as falls into it; 0 for all
   */
  EnergyCost cost(@Nullable ServerUsage server, long window) {
    long ofServer = server == null ? ProcessUsage.UNKNOWN : server.hostEnergyMicroJoules();
    long serverNanos = server == null ? 0 : server.process().readNanos();
    return new EnergyCost(
        IdlePower.aboveMj(idle.clientMw(), growth, nanos, window > 0 ? window : nanos),
        IdlePower.aboveMj(
            idle.serverMw(), ofServer, serverNanos, window > 0 ? window : serverNanos),
        idle.clientMw(),
        idle.serverMw());
  }
}
