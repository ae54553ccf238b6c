package io.rpcstress.engine.point;

import io.rpcstress.contract.ProxyPath;
import io.rpcstress.driver.Address;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The proxy that a point's calls go through: one that stands beside the point's server, on its
 * host.
 *
 * @param server the name of the server behind it
 * @param behind where that server is called
 * @param service where it is called itself
 * @param usage where it reports what it is and counted
 */
public record NeededProxy(
    ProxyPath path, String server, Address behind, Address service, Address usage)
    implements Needed {

  @Override
  public String name() {
    return path.of(server);
  }

  /**
   * Asks it what it is. One that does not answer is refused, too: without its counters nothing
   * would show that calls went through it.
   */
  NeededServer.Answer ask() {
    ServerUsage reported;
    try {
      reported = new UsageReader(usage).usage();
    } catch (IOException away) {
      return new NeededServer.Answer(
          null,
          ("no %s reports its counters at %s: start it there, or give their port with "
                  + "--path-usage-port")
              .formatted(name(), usage));
    }
    return new NeededServer.Answer(reported, refusal(reported));
  }

  /**
   * Whether it ended since it was read, in words for a person; null where it runs as it did.
   *
   * @param before what it reported then
   */
  @Nullable String endedSince(ServerUsage before) {
    ServerUsage now;
    try {
      now = new UsageReader(usage).usage();
    } catch (IOException away) {
      return "%s no longer reports its counters at %s".formatted(name(), usage);
    }
    if (now.processId() != before.processId() || now.startedMillis() != before.startedMillis()) {
      return "%s ended meanwhile, and was started again".formatted(name());
    }
    return !isEnding(before) && isEnding(now) ? "%s ended meanwhile".formatted(name()) : null;
  }

  /** The process beside it may outlive it for a moment, and has no counters to report then. */
  @Override
  public boolean isEnding(ServerUsage reported) {
    return !ProcessUsage.isKnown(reported.openConnections());
  }

  @Override
  public @Nullable String refusal(ServerUsage reported) {
    return reported.technology().equals(path.label())
        ? null
        : "a proxy of path %s is needed at %s; the one that reports its usage at %s is of %s"
            .formatted(path.label(), service, usage, reported.technology());
  }
}
