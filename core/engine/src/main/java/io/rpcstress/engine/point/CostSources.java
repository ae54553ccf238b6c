package io.rpcstress.engine.point;

import io.rpcstress.usage.HostCpu;
import io.rpcstress.usage.OwnAddresses;
import java.net.InetAddress;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a point's costs are read, the same for all its meters.
 *
 * @param servers the counters of each server, the first one's first; none where no server of this
 *     project is called
 * @param local this host's address towards the server; null where it has no route
 * @param chain the services behind the server: what its processes used is the sum of all of them
 * @param proxy the counters of what carries the calls, on the server's host; null where there is
 *     none
 * @param isBroker whether that is a broker: it counts no calls, so nothing of it makes them
 *     doubtful
 * @param clients the other client processes that call at the same time
 * @param host the client's processors
 * @param clock ns
 */
record CostSources(
    List<UsageReader> servers,
    @Nullable InetAddress local,
    ServiceChain chain,
    @Nullable UsageReader proxy,
    boolean isBroker,
    ClientBarrier clients,
    HostCpu host,
    LongSupplier clock) {

  CostSources {
    servers = List.copyOf(servers);
  }

  /** Whether server and proxy are programs of this host, too. */
  boolean isOneHost() {
    InetAddress remote = servers.isEmpty() ? null : servers.get(0).resolved();
    return remote != null && OwnAddresses.include(remote);
  }
}
