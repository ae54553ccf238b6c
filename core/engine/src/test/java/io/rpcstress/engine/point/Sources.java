package io.rpcstress.engine.point;

import io.rpcstress.usage.HostCpu;
import io.rpcstress.usage.ProcessUsage;
import java.net.InetAddress;
import java.util.List;
import java.util.function.LongSupplier;

/** Where the costs of a test's point are read. */
final class Sources {

  private static final HostCpu MANY_PROCESSORS = processors(64);

  private Sources() {}

  static HostCpu processors(int number) {
    return new HostCpu(
        0, number, 0, 0, ProcessUsage.UNKNOWN, Double.MAX_VALUE, ProcessUsage.UNKNOWN);
  }

  static CostSources of(List<UsageReader> servers) {
    return with(servers, MANY_PROCESSORS, System::nanoTime);
  }

  static CostSources with(List<UsageReader> servers, HostCpu host, LongSupplier clock) {
    return new CostSources(
        servers,
        servers.isEmpty() ? null : InetAddress.getLoopbackAddress(),
        ServiceChain.NONE,
        null,
        false,
        ClientBarrier.alone(),
        host,
        clock);
  }

  static CostSources through(CostSources like, UsageReader proxy, boolean isBroker) {
    return new CostSources(
        like.servers(),
        like.local(),
        like.chain(),
        proxy,
        isBroker,
        like.clients(),
        like.host(),
        like.clock());
  }

  static CostSources along(CostSources like, ServiceChain chain) {
    return new CostSources(
        like.servers(),
        like.local(),
        chain,
        like.proxy(),
        like.isBroker(),
        like.clients(),
        like.host(),
        like.clock());
  }
}
