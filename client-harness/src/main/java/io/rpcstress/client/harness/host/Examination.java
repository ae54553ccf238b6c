package io.rpcstress.client.harness.host;

import io.rpcstress.driver.Address;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.usage.HostFacts;
import io.rpcstress.usage.OwnAddresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at both hosts and the link, once, in about five seconds.
 *
 * @param server host B; null where none was asked for, or none tells
 * @param sameHost whether B's address is one of this host's own
 * @param link {@link LinkReading#UNKNOWN} where no server's usage endpoint answers
 */
public record Examination(
    HostState client,
    ClockReading clock,
    @Nullable HostState server,
    boolean sameHost,
    List<Reach> servers,
    LinkReading link) {

  private static final int CONNECT_MILLIS = 2_000;

  /** Between both readings of what the CPUs did. */
  private static final long SAMPLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  public Examination {
    servers = List.copyOf(servers);
  }

  /**
   * Whether a server can be reached.
   *
   * @param serviceProblem why a connection failed; null where it did not
   * @param usageProblem why its usage endpoint does not tell; null where it does
   * @param refusal why the server there is not the one that is needed; null where it is or does not
   *     tell
   */
  public record Reach(
      String name,
      String service,
      @Nullable String serviceProblem,
      String usage,
      @Nullable String usageProblem,
      @Nullable String refusal) {}

  public static Examination of(List<NeededServer> servers, Consumer<String> problems)
      throws InterruptedException {
    HostFacts client = HostFacts.read(); // first, so that the load is not the one made below
    long start = System.nanoTime();
    List<Reach> reaches = new ArrayList<>();
    UsageReader endpoint = null;
    HostFacts server = null;
    for (NeededServer each : servers) {
      String usageProblem = null;
      String refusal = null;
      try {
        UsageReader candidate = new UsageReader(each.usage());
        HostFacts facts = candidate.facts();
        if (server == null) {
          server = facts;
          endpoint = candidate;
        }
        refusal = each.refusal(candidate.usage());
      } catch (IOException e) {
        usageProblem = String.valueOf(e.getMessage());
      }
      reaches.add(
          new Reach(
              each.name(),
              each.service().toString(),
              connectProblem(each.service()),
              each.usage().toString(),
              usageProblem,
              refusal));
    }
    ClockReading clock = ClockReading.of(System::nanoTime);
    TimeUnit.NANOSECONDS.sleep(SAMPLE_NANOS - (System.nanoTime() - start));
    return new Examination(
        new HostState(client, HostFacts.read()),
        clock,
        server == null || endpoint == null ? null : new HostState(server, later(endpoint, server)),
        servers.stream().anyMatch(each -> OwnAddresses.include(each.service().host())),
        reaches,
        endpoint == null
            ? LinkReading.UNKNOWN
            : new LinkProbe(endpoint.address(), problems).measure());
  }

  /** The second reading; the first where there is none, in which nothing grew. */
  private static HostFacts later(UsageReader endpoint, HostFacts first) {
    try {
      return endpoint.facts();
    } catch (IOException e) {
      return first;
    }
  }

  private static @Nullable String connectProblem(Address address) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      return null;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
