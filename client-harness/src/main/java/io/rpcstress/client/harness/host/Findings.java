package io.rpcstress.client.harness.host;

import io.rpcstress.engine.load.ClockReading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that was found, before it is judged.
 *
 * @param client this host, A
 * @param clock of this host
 * @param server host B; null where none was asked for, or none tells
 * @param sameHost whether B's address is one of this host's own
 * @param servers the servers asked for; empty where none was
 */
public record Findings(
    HostState client,
    ClockReading clock,
    @Nullable HostState server,
    boolean sameHost,
    List<Reach> servers) {

  public Findings {
    servers = List.copyOf(servers);
  }

  /**
   * Whether a server can be reached.
   *
   * @param name the server's: {@code grpc} or {@code grpc@tuned}
   * @param service where it serves, host:port
   * @param serviceProblem why a connection failed; null where it did not
   * @param usage where its usage endpoint is, host:port
   * @param usageProblem why that does not tell; null where it does
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
}
