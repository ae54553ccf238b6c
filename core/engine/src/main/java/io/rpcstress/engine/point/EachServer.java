package io.rpcstress.engine.point;

import io.rpcstress.engine.point.ServicesMeter.Query;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * The counters of all servers of a point, added, and whether each of them served calls between two
 * readings. Confined to one thread.
 */
final class EachServer {
  private final List<UsageReader> servers;

  /** What each of them reported last; nothing where one did not. */
  private List<ServerUsage> reported = List.of();

  private boolean idle;
  private boolean scraped;

  /** Nothing is asked yet. */
  EachServer(UsageReader all) {
    servers = all.servers();
  }

  /**
   * Asks all of them.
   *
   * @return what they report together
   * @throws IOException where one of them does not answer
   */
  ServerUsage read(Query query) throws IOException {
    List<ServerUsage> before = reported;
    reported = List.of();
    idle = true;
    scraped = false;
    List<ServerUsage> now = new ArrayList<>();
    for (UsageReader each : servers) {
      now.add(query.ask(each));
    }
    reported = List.copyOf(now);
    idle = before.isEmpty() || isAny(before, now, EachServer::isIdle);
    scraped = isAny(before, now, EachServer::isScraped);
    ServerUsage all = now.get(0);
    for (ServerUsage each : now.subList(1, now.size())) {
      all = all.plus(each);
    }
    return all;
  }

  /** Whether something is so of one of the servers; where they were read once, of none. */
  private static boolean isAny(
      List<ServerUsage> before, List<ServerUsage> after, BiPredicate<ServerUsage, ServerUsage> is) {
    return IntStream.range(0, before.size()).anyMatch(i -> is.test(before.get(i), after.get(i)));
  }

  private static boolean isIdle(ServerUsage then, ServerUsage now) {
    return now.startedMillis() != then.startedMillis() || now.callsServed() <= then.callsServed();
  }

  private static boolean isScraped(ServerUsage then, ServerUsage now) {
    return now.startedMillis() == then.startedMillis()
        && then.scrapes() >= 0
        && now.scrapes() > then.scrapes();
  }

  /** Whether somebody else had the counters of one of them read between the last two readings. */
  boolean isOneScraped() {
    return scraped;
  }

  /**
   * Whether one of several served nothing between the last two readings, was started anew, or did
   * not answer; never of one server alone.
   */
  boolean isOneIdle() {
    return servers.size() > 1 && idle;
  }
}
