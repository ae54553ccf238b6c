package io.rpcstress.driver;

import java.util.List;
import java.util.Map;

/**
 * Where a technology's servers are.
 *
 * @param primary the server that is called
 * @param replicas further servers that offer the same, for balancing and failover on the client;
 *     mostly empty
 * @param services servers of other services by name, for an operation that spans several (an order:
 *     product, customer, shipping); mostly empty
 */
public record Target(Address primary, List<Address> replicas, Map<String, Address> services) {

  /** Copies the collections. */
  public Target {
    replicas = List.copyOf(replicas);
    services = Map.copyOf(services);
  }

  /** One server and no more. */
  public static Target of(Address primary) {
    return new Target(primary, List.of(), Map.of());
  }
}
