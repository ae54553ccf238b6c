package io.rpcstress.engine.point;

import io.rpcstress.engine.load.Meter;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.ProxyShare;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.measure.WireCost;
import io.rpcstress.usage.HostCpu;
import io.rpcstress.usage.HostEnergy;
import io.rpcstress.usage.NetworkCounters;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a run cost on both hosts. The server is asked outermost, then the wire, then this
 * process, so that reading is in no account. Of several client processes the first reads server and
 * wire for all, while none of them calls. Confined to the thread that runs the load.
 */
final class CostMeter implements Meter {

  private final EachServer servers;
  private final @Nullable InetAddress local;
  private final Consumer<String> warnings;
  private final boolean sameHost;
  private final HostCpu host;
  private final LongSupplier clock;
  private long opened;
  private long windowNanos;
  private long wireRead;
  private long wireNanos;
  private boolean serverReports = true;
  private long lengthNanos;
  private boolean amidCalls;
  private long serverRead;
  private CountedTime counted = CountedTime.WHOLE;
  private ClientBarrier clients = ClientBarrier.alone();
  private boolean meets = true;
  private boolean releases = true;
  private EnergyMeter energy;
  private int queries;

  private ServicesMeter services;
  private @Nullable ServerUsage serverFirst;
  private @Nullable UsageReader proxy;
  private boolean isBroker;
  private @Nullable ServerUsage proxyFirst;
  private @Nullable ServerUsage proxyBefore;
  private @Nullable ServerUsage proxyGrowth;
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
   * @param warnings called once if the server does not report
   */
  CostMeter(UsageReader server, @Nullable InetAddress local, Consumer<String> warnings) {
    this(server, local, warnings, HostCpu.read(), System::nanoTime);
  }

  CostMeter(
      UsageReader server,
      @Nullable InetAddress local,
      Consumer<String> warnings,
      HostCpu host,
      LongSupplier clock) {
    this.host = host;
    this.clock = clock;
    this.servers = new EachServer(server);
    this.local = local;
    this.warnings = warnings;
    this.energy = new EnergyMeter(IdlePower.UNKNOWN, HostEnergy.NONE, clock);
    this.services = new ServicesMeter(ServiceChain.NONE, this::ask, warnings);
    InetAddress remote = server.resolved();
    this.sameHost = remote != null && (remote.isLoopbackAddress() || remote.equals(local));
  }

  /**
   * A meter of calls that are answered in this process: no server is read, and nothing goes over a
   * wire.
   *
   * @param server is never read
   */
  static CostMeter withoutServer(UsageReader server) {
    CostMeter meter = new CostMeter(server, null, line -> {});
    meter.serverReports = false;
    return meter;
  }

  /**
   * The same meter for windows of time, at whose borders all threads go on calling. A reader that
   * shares a core with a thousand busy threads comes late to a border, by seconds, each time by
   * others: what grew between two readings is taken for the rate at which it grows, so a window has
   * as much of it as its length. The calls that the server served stay what was read.
   *
   * @param window its length
   */
  CostMeter whileCalling(Duration window) {
    lengthNanos = window.toNanos();
    return this;
  }

  private boolean isWhileCalling() {
    return lengthNanos > 0;
  }

  /**
   * The same meter where calls are under way when it begins, and none when it ends: it reads what
   * can be read fast, as {@link #whileCalling} does.
   */
  CostMeter amidCalls() {
    amidCalls = true;
    return this;
  }

  /** Says in which time those calls were due that count: it makes up for what it missed of it. */
  void counts(CountedTime time) {
    counted = time;
  }

  private boolean readsFast() {
    return amidCalls || isWhileCalling();
  }

  /** The same meter where other client processes call at the same time. */
  CostMeter among(ClientBarrier all) {
    clients = all;
    return this;
  }

  /** The same meter where somebody else opens the gate of all clients, after this one has read. */
  CostMeter beforeRelease() {
    releases = false;
    return this;
  }

  /** The same meter inside of another one, at whose borders the clients meet. */
  CostMeter inside() {
    meets = false;
    return this;
  }

  private boolean meetsOthers() {
    return meets && !isWhileCalling();
  }

  /**
   * The same meter of calls that a proxy carries, on the server's host.
   *
   * @param counters where the proxy's counters are; null where there is none
   */
  CostMeter through(@Nullable UsageReader counters) {
    proxy = counters;
    return this;
  }

  /**
   * The same meter with the energy of both hosts.
   *
   * @param client the client's host's
   * @param baseline what both use while no call is made; unknown to all but the first client
   */
  CostMeter above(IdlePower baseline, HostEnergy client) {
    energy = new EnergyMeter(baseline, client, clock);
    return this;
  }

  /**
   * The same meter of calls that pass several services: what the server's processes used is the sum
   * of all of them.
   */
  CostMeter along(ServiceChain behind) {
    services = new ServicesMeter(behind, this::ask, warnings);
    return this;
  }

  /**
   * The same meter of calls that a broker carries, on the server's host: what it used stands where
   * a proxy's use would. It counts no calls, so nothing of it makes them doubtful.
   *
   * @param counters where the broker's counters are; null where there is none
   */
  CostMeter throughBroker(@Nullable UsageReader counters) {
    if (counters != null) {
      proxy = counters;
      isBroker = true;
    }
    return this;
  }

  @Override
  public void beforeGate() {
    if (meetsOthers()) {
      clients.meet();
    }
    serverGrowth = null;
    serverBefore = ask();
    if (serverFirst == null) {
      serverFirst = serverBefore;
    }
    services.begin(clients.isFirst());
    proxyGrowth = null;
    proxyBefore = askProxy();
    if (proxyFirst == null) {
      proxyFirst = proxyBefore;
    }
    wireBefore = wire();
    wireRead = wireTime();
    energy.read(clients.isFirst());
    clientBefore = readsFast() ? ProcessUsage.readRunning() : ProcessUsage.read();
    if (meetsOthers() && releases) {
      clients.release();
    }
    opened = clock.getAsLong();
  }

  @Override
  public void afterLastReply() {
    readBorder();
  }

  @Override
  public void nextWindow() {
    readBorder();
  }

  /** Reads once: what ends one window begins the next, and nothing falls between them. */
  private void readBorder() {
    long now = clock.getAsLong();
    windowNanos = now - opened;
    opened = now;
    ProcessUsage client = readsFast() ? ProcessUsage.readRunning() : ProcessUsage.readAfter();
    clientGrowth = client.since(clientBefore);
    clientBefore = client;
    if (meetsOthers()) {
      clients.meet();
    }
    long wireNow = wireTime();
    NetworkCounters wire = wire();
    wireGrowth = wire.since(wireBefore);
    wireNanos = wireNow - wireRead;
    wireBefore = wire;
    wireRead = wireNow;
    energy.read(clients.isFirst());
    ServerUsage before = serverBefore;
    ServerUsage after = before == null ? null : ask();
    serverRead = wireTime(); // of services and proxy, too, which are asked right behind it
    serverGrowth = before == null || after == null ? null : after.since(before);
    serverBefore = after;
    services.next(clients.isFirst());
    ServerUsage carried = proxyBefore == null ? null : askProxy();
    proxyGrowth = proxyBefore == null || carried == null ? null : carried.since(proxyBefore);
    proxyBefore = carried;
  }

  /** When the wire is read; in a counted loop that is the border itself. */
  private long wireTime() {
    return readsFast() ? clock.getAsLong() : 0;
  }

  private NetworkCounters wire() {
    return local == null || !clients.isFirstOfHost()
        ? NetworkCounters.NOTHING_KNOWN
        : NetworkCounters.read(local);
  }

  private @Nullable ServerUsage ask() {
    if (!serverReports || !clients.isFirst()) {
      return null;
    }
    try {
      return servers.read(this::ask);
    } catch (IOException e) {
      serverReports = false;
      warnings.accept("the server's usage stays empty: " + e.getMessage());
      return null;
    }
  }

  private ServerUsage ask(UsageReader reader) throws IOException {
    queries++;
    return readsFast() ? reader.usageWhileCalled() : reader.usage();
  }

  /** Null where there is none, or it does not answer: then the calls of the run are flagged. */
  private @Nullable ServerUsage askProxy() {
    UsageReader reader = proxy;
    if (reader == null || !clients.isFirst()) {
      return null;
    }
    try {
      return ask(reader);
    } catch (IOException e) {
      warnings.accept(
          (isBroker ? "the broker's" : "the proxy's") + " usage stays empty: " + e.getMessage());
      return null;
    }
  }

  /** How often it connected to the server, its services or its proxy to ask. */
  int queries() {
    return queries;
  }

  /** Calls that the server answered during the run; null where it does not say. */
  @Nullable Long callsServed() {
    ServerUsage growth = serverGrowth;
    return growth == null ? null : RowValues.known(growth.callsServed());
  }

  /** Whether the run may be one of fewer servers than were asked for. */
  boolean isReplicaDoubtful() {
    return clients.isFirst() && servers.isOneIdle();
  }

  /** Whether somebody else read a server's counters meanwhile. */
  boolean isScraped() {
    return servers.isOneScraped();
  }

  /**
   * Whether the proxy's counters show anything else than that it carried the calls. One that counts
   * no calls has to have connections open.
   *
   * @param answered good calls of all client processes since the gate opened
   * @param others calls that were made and had no good answer
   */
  boolean isPathDoubtful(long answered, long others) {
    if (proxy == null || isBroker || !clients.isFirst()) {
      return false;
    }
    ServerUsage growth = proxyGrowth;
    if (growth == null) {
      return true;
    }
    Long carried = RowValues.known(growth.callsServed());
    return carried == null
        ? growth.openConnections() <= 0
        : carried < answered || carried > answered + others;
  }

  /**
   * Whether the counters of the services show anything else than that each of them had its calls of
   * every call that was answered.
   *
   * @param answered good calls of all client processes since the gate opened
   * @param others calls that were made and had no good answer
   */
  boolean isChainDoubtful(long answered, long others) {
    return clients.isFirst() && services.isDoubtful(answered, others);
  }

  /**
   * What each service, and the broker between them, had from the first gate on; empty where there
   * is one service, or not all report.
   */
  List<ServiceRow> services() {
    ServerUsage first = serverFirst;
    ServerUsage last = serverBefore;
    return first == null || last == null ? List.of() : services.rows(last.since(first), ofBroker());
  }

  /**
   * What the broker had from the first gate on; null where there is none, or it does not report it.
   */
  private @Nullable ServerUsage ofBroker() {
    ServerUsage first = proxyFirst;
    ServerUsage last = proxyBefore;
    return !isBroker || first == null || last == null ? null : last.since(first);
  }

  private ProxyShare proxyShare() {
    ServerUsage growth = proxyGrowth;
    return growth == null
        ? ProxyShare.NONE
        : new ProxyShare(
            RowValues.millis(inWindow(growth.process(), serverRead).cpuNanos()),
            counted.isLate() ? null : RowValues.known(growth.callsServed()),
            RowValues.known(growth.openConnections()));
  }

  /** TCP connections that this host opened during the run; null where unknown. */
  @Nullable Long connectionsOpened() {
    return RowValues.known(wireGrowth.activeOpens());
  }

  /**
   * CPU time on this host that belongs to the experiment, ns: this process', and that of a server
   * and its proxy that run here as well, which are part of the experiment; negative where unknown.
   */
  long knownCpuNanos() {
    return known(clientGrowth, serverProcess(), proxyProcess());
  }

  /**
   * As much of {@link #knownCpuNanos()} as falls into a time, while calls go on.
   *
   * @param nanos how long this host was watched, ns
   */
  long knownCpuNanos(long nanos) {
    return nanos <= 0
        ? ProcessUsage.UNKNOWN
        : known(
            clientGrowth.within(nanos),
            serverProcess().within(nanos),
            proxyProcess().within(nanos));
  }

  private long known(ProcessUsage client, ProcessUsage ofServer, ProcessUsage ofProxy) {
    long known = client.cpuNanos();
    return sameHost && ProcessUsage.isKnown(known)
        ? known + Math.max(0, ofServer.cpuNanos()) + Math.max(0, ofProxy.cpuNanos())
        : known;
  }

  private ProcessUsage proxyProcess() {
    ServerUsage growth = proxyGrowth;
    return growth == null ? ProcessUsage.NOTHING_KNOWN : growth.process();
  }

  /**
   * Whether a side's CPU time is more than its processors had in the window: then it is not that of
   * the run, and {@link #cost} leaves it empty.
   */
  boolean isOverCpu() {
    return isClientBeyond() || isServerBeyond();
  }

  private boolean isClientBeyond() {
    return CpuLimit.ofClient(host, nanosOf(clientGrowth)).isExceededBy(clientGrowth.cpuNanos());
  }

  private boolean isServerBeyond() {
    ServerUsage growth = serverGrowth;
    return growth != null
        && CpuLimit.ofServer(growth, nanosOf(growth.process()))
            .isExceededBy(serverProcess().cpuNanos());
  }

  /** How long lies between two readings. An older server was read at the border. */
  private long nanosOf(ProcessUsage growth) {
    return readsFast() && growth.readNanos() > 0 ? growth.readNanos() : windowNanos;
  }

  /** Of the server that is called and all services behind it; unknown where one of them is. */
  private ProcessUsage serverProcess() {
    ServerUsage growth = serverGrowth;
    return growth == null || !services.isComplete()
        ? ProcessUsage.NOTHING_KNOWN
        : services.with(growth.process());
  }

  private ProcessUsage inWindow(ProcessUsage growth, long end) {
    return isWhileCalling() ? growth.within(lengthNanos) : counted.of(growth, end);
  }

  /**
   * What the run cost. CPU time beyond the processors is empty, and so is the compilers' part of
   * it. The wire is empty on loopback, which counts every packet twice.
   */
  Cost cost() {
    ProcessUsage client = inWindow(clientGrowth, opened);
    ProcessUsage ofServer = inWindow(serverProcess(), serverRead);
    boolean isWire = local != null && !local.isLoopbackAddress();
    NetworkCounters wire = isWire ? wireInWindow() : NetworkCounters.NOTHING_KNOWN;
    Long bytesOut = RowValues.known(wire.bytesOut());
    return new Cost(
        RowValues.process(client, !isClientBeyond()),
        RowValues.process(ofServer, !isServerBeyond()),
        RowValues.known(ofServer.rssKb()),
        new WireCost(
            bytesOut,
            RowValues.known(wire.bytesIn()),
            RowValues.known(wire.packetsOut()),
            RowValues.known(wire.packetsIn()),
            bytesOut == null ? null : WireCost.INTERFACE),
        proxyShare(),
        energy.cost(serverGrowth, isWhileCalling() ? lengthNanos : 0));
  }

  private NetworkCounters wireInWindow() {
    return isWhileCalling() && wireNanos > 0
        ? wireGrowth.times((double) lengthNanos / wireNanos)
        : counted.of(wireGrowth, wireRead, wireNanos);
  }
}
