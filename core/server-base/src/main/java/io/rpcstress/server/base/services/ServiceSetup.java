package io.rpcstress.server.base.services;

import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.usage.ReportedServices;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which services of an operation this process is, and where the others are. Immutable.
 *
 * @param peers where those are that it calls: each role that one of its own calls, and that it does
 *     not have itself
 * @param stepTime how long each step waits instead of doing business; 0 or more
 */
public record ServiceSetup(
    Set<ServiceRole> roles, Map<ServiceRole, PeerAddress> peers, Duration stepTime) {

  /** All services in one process, which calls no other. */
  public static final ServiceSetup ALL =
      new ServiceSetup(EnumSet.allOf(ServiceRole.class), Map.of(), PlaceOrder.STEP_TIME);

  public ServiceSetup {
    roles = Set.copyOf(roles);
    peers = Map.copyOf(peers);
  }

  /** What this process reports of it at its usage endpoint. */
  public ReportedServices reported() {
    Map<String, String> called = new TreeMap<>();
    peers.forEach((role, peer) -> called.put(role.label(), peer.usage()));
    return new ReportedServices(roles.stream().sorted().map(ServiceRole::label).toList(), called);
  }
}
