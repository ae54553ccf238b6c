package io.rpcstress.client.harness.point;

import io.rpcstress.client.harness.load.Meter;
import io.rpcstress.measure.Cost;
import io.rpcstress.usage.NetworkCounters;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a run cost on both hosts. The server is asked outermost, then the wire, then this
 * process, so that asking is in nobody's account. Confined to the thread that runs the load.
 */
final class CostMeter implements Meter {

  private static final double NANOS_PER_MILLI = 1e6;

  private final UsageEndpoint server;
  private final @Nullable InetAddress local;
  private final Consumer<String> warnings;
  private final boolean sameHost;
  private boolean serverTells = true;
  private int asked;

  private @Nullable ServerUsage serverBefore;
  private @Nullable ServerUsage serverGrowth;
  private NetworkCounters wireBefore = NetworkCounters.NOTHING_KNOWN;
  private NetworkCounters wireGrowth = NetworkCounters.NOTHING_KNOWN;
  private ProcessUsage clientBefore = ProcessUsage.NOTHING_KNOWN;
  private ProcessUsage clientGrowth = ProcessUsage.NOTHING_KNOWN;

  /**
   * A meter for all runs of a point.
   *
   * @param server where the server's counters are
   * @param local this host's address towards the server; null where it has no route
   * @param warnings told once if the server does not tell
   */
  CostMeter(UsageEndpoint server, @Nullable InetAddress local, Consumer<String> warnings) {
    this.server = server;
    this.local = local;
    this.warnings = warnings;
    InetAddress remote = server.resolved();
    this.sameHost = remote != null && (remote.isLoopbackAddress() || remote.equals(local));
  }

  @Override
  public void beforeGate() {
    serverGrowth = null;
    serverBefore = ask();
    wireBefore = wire();
    clientBefore = ProcessUsage.read();
  }

  @Override
  public void afterLastReply() {
    clientGrowth = ProcessUsage.read().since(clientBefore);
    wireGrowth = wire().since(wireBefore);
    ServerUsage before = serverBefore;
    ServerUsage after = before == null ? null : ask();
    serverGrowth = before == null || after == null ? null : after.since(before);
  }

  private NetworkCounters wire() {
    return local == null ? NetworkCounters.NOTHING_KNOWN : NetworkCounters.read(local);
  }

  private @Nullable ServerUsage ask() {
    if (!serverTells) {
      return null;
    }
    asked++;
    try {
      return server.usage();
    } catch (IOException e) {
      serverTells = false;
      warnings.accept("the server's usage stays empty: " + e.getMessage());
      return null;
    }
  }

  /** How often it connected to the server to ask. */
  int asked() {
    return asked;
  }

  /** Calls that the server answered during the run; null where it does not tell. */
  @Nullable Long callsServed() {
    ServerUsage growth = serverGrowth;
    return growth == null ? null : known(growth.callsServed());
  }

  /** TCP connections that this host opened during the run; null where unknown. */
  @Nullable Long connectionsOpened() {
    return known(wireGrowth.activeOpens());
  }

  /**
   * CPU time on this host that is no stranger's, ns: this process', and that of a server that runs
   * here as well, which is part of the experiment; negative where unknown.
   */
  long knownCpuNanos() {
    long known = clientGrowth.cpuNanos();
    ServerUsage growth = serverGrowth;
    return sameHost && growth != null && ProcessUsage.isKnown(known)
        ? known + Math.max(0, growth.process().cpuNanos())
        : known;
  }

  /** What the run cost. The wire is empty on loopback, which counts every packet twice. */
  Cost cost() {
    ServerUsage growth = serverGrowth;
    ProcessUsage serverCost = growth == null ? ProcessUsage.NOTHING_KNOWN : growth.process();
    boolean wire = local != null && !local.isLoopbackAddress();
    return new Cost(
        millis(clientGrowth.cpuNanos()),
        known(clientGrowth.contextSwitches()),
        known(clientGrowth.allocatedBytes()),
        known(clientGrowth.gcMillis()),
        millis(serverCost.cpuNanos()),
        known(serverCost.contextSwitches()),
        known(serverCost.rssKb()),
        wire ? known(wireGrowth.bytesOut()) : null,
        wire ? known(wireGrowth.bytesIn()) : null,
        wire ? known(wireGrowth.packetsOut()) : null,
        wire ? known(wireGrowth.packetsIn()) : null);
  }

  private static @Nullable Long known(long value) {
    return ProcessUsage.isKnown(value) ? value : null;
  }

  private static @Nullable Double millis(long nanos) {
    return ProcessUsage.isKnown(nanos) ? nanos / NANOS_PER_MILLI : null;
  }
}
