package io.rpcstress.engine.point;

import static io.rpcstress.engine.point.RowValues.known;
import static io.rpcstress.engine.point.RowValues.millis;

import io.rpcstress.engine.load.Meter;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.measure.Cost.WireCost;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.usage.NetworkCounters;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a run cost on both hosts. The server is read outermost, then the wire, then this
 * process, so that reading is in no account. Of several client processes the first reads server and
 * wire for all, while none of them calls. Confined to the thread that runs the load.
 */
final class CostMeter implements Meter {

  /**
   * How a meter reads.
   *
   * @param meets whether the clients meet at its borders: not inside of another meter
   * @param releases whether it opens the gate of all clients when it has read
   * @param running whether calls are under way when it reads: then it reads what can be read fast
   * @param windowNanos length of each window, ns; 0 for a run as long as it is. A reader that
   *     shares a core with a thousand busy threads comes late to a border, by seconds, each time by
   *     others: what grew between two readings is taken for the rate at which it grows, so a window
   *     has as much of it as its length. The calls that the server served stay what was read
   */
  record Borders(boolean meets, boolean releases, boolean running, long windowNanos) {

    /** Of a run with no call under way before and behind it. */
    static final Borders QUIET = new Borders(true, true, false, 0);

    /** The same, where the gate opens later. */
    static final Borders UNRELEASED = new Borders(true, false, false, 0);

    /** Inside of another meter, where the load has no warm-up. */
    static final Borders INSIDE = new Borders(false, false, false, 0);

    /** The same, where calls are under way when it begins. */
    static final Borders AMID_CALLS = new Borders(false, false, true, 0);

    /** Of windows of time, at whose borders all threads go on calling. */
    static Borders whileCalling(Duration window) {
      return new Borders(false, false, true, window.toNanos());
    }
  }

  /** How often a server is read that has not counted all messages yet. */
  private static final long SERVED_POLL_MILLIS = 20;

  /** A server that counts none for so long is at rest: a pause of its process is shorter. */
  private static final long STILL_MILLIS = 500;

  /** How long it may count none before the others are taken for lost. */
  private static final long LOST_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** How long it may take for all of them. */
  private static final long SERVED_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final CostSources from;
  private final Borders borders;
  private final ReportedUsage servers;
  private final ReportedUsage proxy;
  private final ServicesMeter services;
  private int queries;
  private CountedTime counted = CountedTime.WHOLE;
  private long opened;
  private long betweenNanos;
  private long wireRead;
  private long wireNanos;
  private long serverRead;
  private boolean isCountOfOthersToo;
  private NetworkCounters wireBefore = NetworkCounters.NOTHING_KNOWN;
  private NetworkCounters wireGrowth = NetworkCounters.NOTHING_KNOWN;
  private ProcessUsage clientBefore = ProcessUsage.NOTHING_KNOWN;
  private ProcessUsage clientGrowth = ProcessUsage.NOTHING_KNOWN;

  /** For all runs of a point, or all windows of one; warns once of each that does not report. */
  CostMeter(CostSources from, Borders borders, Consumer<String> warnings) {
    this.from = from;
    this.borders = borders;
    servers = new ReportedUsage(from.servers(), false, stayEmpty("the server's", warnings));
    proxy =
        new ReportedUsage(
            from.proxy() == null ? List.of() : List.of(from.proxy()),
            true,
            stayEmpty(from.isBroker() ? "the broker's" : "the proxy's", warnings));
    services = new ServicesMeter(from.chain(), stayEmpty("the services'", warnings));
  }

  private static Consumer<String> stayEmpty(String whose, Consumer<String> warnings) {
    return problem -> warnings.accept(whose + " usage stays empty: " + problem);
  }

  /** Sets in which time those calls were due that count: it makes up for what it missed of it. */
  void counts(CountedTime time) {
    counted = time;
  }

  @Override
  public void beforeGate() {
    if (borders.meets()) {
      from.clients().meet();
    }
    boolean reads = from.clients().isFirst();
    if (reads) {
      servers.begin(this::query);
      services.reported().begin(this::query);
      proxy.begin(this::query);
    }
    wireBefore = wire();
    wireRead = readTime();
    clientBefore = borders.running() ? ProcessUsage.readRunning() : ProcessUsage.read();
    if (borders.meets() && borders.releases()) {
      from.clients().release();
    }
    opened = from.clock().getAsLong();
  }

  /** Reads once: what ends one window begins the next, and nothing falls between them. */
  @Override
  public void nextWindow() {
    boolean reads = from.clients().isFirst();
    long now = from.clock().getAsLong();
    betweenNanos = now - opened;
    opened = now;
    ProcessUsage client = borders.running() ? ProcessUsage.readRunning() : ProcessUsage.readAfter();
    clientGrowth = client.since(clientBefore);
    clientBefore = client;
    if (borders.meets()) {
      from.clients().meet();
    }
    long wireNow = readTime();
    NetworkCounters wire = wire();
    wireGrowth = wire.since(wireBefore);
    wireNanos = wireNow - wireRead;
    wireBefore = wire;
    wireRead = wireNow;
    if (reads) {
      servers.next(this::query);
    }
    serverRead = readTime(); // of services and proxy, too, which are read right behind it
    if (reads) {
      services.reported().next(this::query);
      proxy.next(this::query);
    }
  }

  @Override
  public void afterLastReply() {
    nextWindow();
  }

  /**
   * Reads the servers until they count no more calls, which were made before; gives up where that
   * takes too long, as with a broker that has stored many.
   */
  void awaitStill() throws InterruptedException {
    if (!from.clients().isFirst()) {
      return;
    }
    ReportedUsage earlier = new ReportedUsage(from.servers(), false, line -> {});
    long until = from.clock().getAsLong() + SERVED_WITHIN_NANOS;
    earlier.begin(this::query);
    do {
      TimeUnit.MILLISECONDS.sleep(STILL_MILLIS);
      earlier.next(this::query);
      ServerUsage growth = ReportedUsage.sum(earlier.growth());
      isCountOfOthersToo = growth != null && growth.callsServed() > 0;
    } while (isCountOfOthersToo && from.clock().getAsLong() < until);
  }

  /** Whether the server still counted earlier calls when the run began. */
  boolean isCountOfOthersToo() {
    return isCountOfOthersToo;
  }

  /**
   * Reads the servers again until they have counted so many calls, which no reply shows to be
   * served; gives up where they count no more of them, or for too long. What they take meanwhile is
   * a cost of the run.
   */
  void awaitServed(long calls) throws InterruptedException {
    long began = from.clock().getAsLong();
    long grown = began;
    long counted = 0;
    Long served;
    while (from.clients().isFirst() && (served = callsServed()) != null && served < calls) {
      long now = from.clock().getAsLong();
      if (served > counted) {
        counted = served;
        grown = now;
      }
      if (now - grown >= LOST_AFTER_NANOS || now - began >= SERVED_WITHIN_NANOS) {
        break;
      }
      TimeUnit.MILLISECONDS.sleep(SERVED_POLL_MILLIS);
      servers.again(this::query);
      services.reported().again(this::query);
      proxy.again(this::query);
    }
    betweenNanos += from.clock().getAsLong() - opened;
  }

  /** When something is read; in a counted loop that is the border itself. */
  private long readTime() {
    return borders.running() ? from.clock().getAsLong() : 0;
  }

  private NetworkCounters wire() {
    return from.local() == null || !from.clients().isFirstOfHost()
        ? NetworkCounters.NOTHING_KNOWN
        : NetworkCounters.read(from.local());
  }

  private ServerUsage query(UsageReader reader) throws IOException {
    queries++;
    return borders.running() ? reader.usageWhileCalled() : reader.usage();
  }

  /** How often it connected to the server, its services or its proxy to ask. */
  int queries() {
    return queries;
  }

  private @Nullable ServerUsage serverGrowth() {
    return ReportedUsage.sum(servers.growth());
  }

  private @Nullable ServerUsage proxyGrowth() {
    return ReportedUsage.sum(proxy.growth());
  }

  @Nullable Long callsServed() {
    return ofServer(ServerUsage::callsServed);
  }

  /** Different calls that ran, by their numbers. */
  @Nullable Long callsRan() {
    return ofServer(ServerUsage::callsRan);
  }

  /** How often one of them ran again; of a server that was started anew since then. */
  @Nullable Long callsRanAgain() {
    return ofServer(ServerUsage::callsRanAgain);
  }

  private @Nullable Long ofServer(ToLongFunction<ServerUsage> count) {
    ServerUsage growth = serverGrowth();
    return growth == null ? null : known(count.applyAsLong(growth));
  }

  /** Whether the run may be one of fewer servers than were requested. */
  boolean isReplicaDoubtful() {
    return from.clients().isFirst() && servers.isOneIdle();
  }

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
    if (proxy.size() == 0 || from.isBroker() || !from.clients().isFirst()) {
      return false;
    }
    ServerUsage growth = proxyGrowth();
    if (growth == null) {
      return true;
    }
    Long carried = known(growth.callsServed());
    return carried == null
        ? growth.openConnections() <= 0
        : carried < answered || carried > answered + others;
  }

  /** The same of the services behind the server: each has its calls of every answered one. */
  boolean isChainDoubtful(long answered, long others) {
    return from.clients().isFirst() && services.isDoubtful(answered, others);
  }

  /**
   * What each service, and the broker between them, had from the first gate on, or each of several
   * servers of one; empty where there is one server, or not all report.
   */
  List<ServiceRow> services() {
    if (servers.size() > 1) {
      return ServicesMeter.rows(servers.sinceFirst());
    }
    ServerUsage server = ReportedUsage.sum(servers.sinceFirst());
    ServerUsage broker = from.isBroker() ? ReportedUsage.sum(proxy.sinceFirst()) : null;
    return server == null ? List.of() : services.rows(server, broker);
  }

  @Nullable Long connectionsOpened() {
    return known(wireGrowth.activeOpens());
  }

  /**
   * CPU time on this host that belongs to the experiment, ns: this process', and that of a server
   * and its proxy that run here as well; negative where unknown.
   */
  long knownCpuNanos() {
    return knownCpu(clientGrowth, serverProcess(), proxyProcess());
  }

  /** As much of {@link #knownCpuNanos()} as falls into the time that this host was watched, ns. */
  long knownCpuNanos(long nanos) {
    return nanos <= 0
        ? ProcessUsage.UNKNOWN
        : knownCpu(
            clientGrowth.within(nanos),
            serverProcess().within(nanos),
            proxyProcess().within(nanos));
  }

  private long knownCpu(ProcessUsage client, ProcessUsage ofServer, ProcessUsage ofProxy) {
    long known = client.cpuNanos();
    return from.isOneHost() && ProcessUsage.isKnown(known)
        ? known + Math.max(0, ofServer.cpuNanos()) + Math.max(0, ofProxy.cpuNanos())
        : known;
  }

  /** Of the server that is called and all services behind it; unknown where one of them is. */
  private ProcessUsage serverProcess() {
    ServerUsage growth = serverGrowth();
    return growth == null || !services.isComplete()
        ? ProcessUsage.NOTHING_KNOWN
        : services.with(growth.process());
  }

  private ProcessUsage proxyProcess() {
    ServerUsage growth = proxyGrowth();
    return growth == null ? ProcessUsage.NOTHING_KNOWN : growth.process();
  }

  /**
   * Whether a side's CPU time is more than its processors had in the window: then it is not that of
   * the run, and {@link #cost} leaves it empty.
   */
  boolean isOverCpu() {
    return isClientOver() || isServerOver();
  }

  private boolean isClientOver() {
    return CpuLimit.ofClient(from.host(), nanosOf(clientGrowth))
        .isExceededBy(clientGrowth.cpuNanos());
  }

  private boolean isServerOver() {
    ServerUsage growth = serverGrowth();
    return growth != null
        && CpuLimit.ofServer(growth, nanosOf(growth.process()))
            .isExceededBy(serverProcess().cpuNanos());
  }

  /** How long lies between two readings. An older server was read at the border. */
  private long nanosOf(ProcessUsage growth) {
    return borders.running() && growth.readNanos() > 0 ? growth.readNanos() : betweenNanos;
  }

  private ProcessUsage inWindow(ProcessUsage growth, long end) {
    return borders.windowNanos() > 0
        ? growth.within(borders.windowNanos())
        : counted.of(growth, end);
  }

  /**
   * What the run cost. CPU time beyond the processors is empty, and so is the compilers' part of
   * it. The wire is empty on loopback, which counts every packet twice.
   */
  Cost cost() {
    ProcessUsage client = inWindow(clientGrowth, opened);
    ProcessUsage ofServer = inWindow(serverProcess(), serverRead);
    return new Cost(
        RowValues.process(client, !isClientOver()),
        RowValues.process(ofServer, !isServerOver()),
        wireCost(),
        proxyShare());
  }

  private WireCost wireCost() {
    if (from.local() == null || from.local().isLoopbackAddress()) {
      return WireCost.UNKNOWN;
    }
    NetworkCounters wire =
        borders.windowNanos() > 0 && wireNanos > 0
            ? wireGrowth.times((double) borders.windowNanos() / wireNanos)
            : counted.of(wireGrowth, wireRead, wireNanos);
    Long bytesOut = known(wire.bytesOut());
    return new WireCost(
        bytesOut,
        known(wire.bytesIn()),
        known(wire.packetsOut()),
        known(wire.packetsIn()),
        bytesOut == null ? null : WireCost.INTERFACE);
  }

  private ProxyShare proxyShare() {
    ServerUsage growth = proxyGrowth();
    return growth == null
        ? ProxyShare.NONE
        : new ProxyShare(
            millis(inWindow(growth.process(), serverRead).cpuNanos()),
            counted.isLate() ? null : known(growth.callsServed()),
            known(growth.openConnections()));
  }
}
