package io.rpcstress.engine.point;

import io.rpcstress.contract.ProxyPath;
import io.rpcstress.driver.Address;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The proxy that a point's calls go through: one that stands beside the point's server, on its
 * host.
 *
 * @param path which program it is
 * @param server the name of the server behind it
 * @param behind where that server is called
 * @param service where it is called itself
 * @param usage where it tells what it is and counted
 */
public record NeededProxy(
    ProxyPath path, String server, Address behind, Address service, Address usage)
    implements Needed {

  @Override
  public String name() {
    return path.of(server);
  }

  /**
   * Why calls cannot be measured through it, in one line; null where it answers and is the one:
   * without its counters nothing would show that calls went through it.
   */
  @Nullable String obstacle() {
    ServerUsage reported;
    try {
      reported = new UsageReader(usage).usage();
    } catch (IOException away) {
      return "no %s answers for its counters at %s: start it there, or say --path-usage-port"
          .formatted(name(), usage);
    }
    return refusal(reported);
  }

  @Override
  public @Nullable String refusal(ServerUsage reported) {
    return reported.technology().equals(path.label())
        ? null
        : "a proxy of path %s is needed at %s; the one that reports its usage at %s is of %s"
            .formatted(path.label(), service, usage, reported.technology());
  }
}
