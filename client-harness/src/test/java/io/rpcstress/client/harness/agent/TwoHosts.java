package io.rpcstress.client.harness.agent;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.Paths;
import io.rpcstress.client.harness.plan.Replicas;
import io.rpcstress.measure.Point;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Calls of tcp that two client hosts make together. */
final class TwoHosts {

  static final List<String> NAMES = List.of("one", "two");

  private TwoHosts() {}

  /**
   * Greets without a limit of their own.
   *
   * @param port of a server on this host
   * @param usagePort of the same server's counters
   */
  static Calls calls(int port, int usagePort) {
    return new Calls(
        "127.0.0.1",
        Map.of("tcp", port),
        Map.of("tcp", usagePort),
        Point.EXAMPLE,
        "greet",
        null,
        null,
        null,
        false,
        null,
        null,
        Duration.ofMinutes(2),
        0,
        "-Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
        Freshness.CLIENT,
        Paths.DIRECT,
        Replicas.NONE,
        new ClientHosts(NAMES, null),
        null,
        null);
  }
}
