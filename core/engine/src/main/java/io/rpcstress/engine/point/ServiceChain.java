package io.rpcstress.engine.point;

import io.rpcstress.driver.Address;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.usage.ReportedServices;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * The processes that calls pass behind the one that is called, where an operation spans several
 * services. Each reports which others it calls, so the chain that is read is the one that the calls
 * take. Immutable.
 *
 * @param called the roles of the process that is called, with a plus between; empty where it was
 *     not read
 * @param links the processes behind; none where the called one has all services
 * @param whole whether every process of it reported what it calls
 */
record ServiceChain(String called, List<Link> links, boolean whole) {

  static final ServiceChain NONE = new ServiceChain("", List.of(), true);

  /** More than any operation has services: a circle of services ends. */
  private static final int MAX_PROCESSES = 8;

  /**
   * A process behind the one that is called.
   *
   * @param roles as what it is called, with a plus between
   * @param calls that it gets of one call of a client
   */
  record Link(String roles, UsageReader counters, long calls) {}

  /** One that is found, and may be found again as another's peer. */
  private static final class Found {
    private final List<String> roles = new ArrayList<>();
    private final UsageReader counters;
    private long calls;

    Found(UsageReader counters) {
      this.counters = counters;
    }

    Link link() {
      return new Link(String.join("+", roles), counters, calls);
    }
  }

  ServiceChain {
    links = List.copyOf(links);
  }

  /**
   * Asks the server that is called, and those behind it; warns once of one that does not report.
   */
  static ServiceChain behind(
      UsageReader called, Workload<?, ?> workload, Consumer<String> warnings) {
    Map<String, Integer> calls = workload.services();
    if (calls.isEmpty()) {
      return NONE;
    }
    Map<Address, Found> found = new LinkedHashMap<>();
    Queue<UsageReader> pending = new ArrayDeque<>(List.of(called));
    String own = "";
    try {
      for (UsageReader next = called; next != null; next = pending.peek()) {
        pending.remove();
        ReportedServices reported = next.services();
        own = next == called ? String.join("+", reported.roles()) : own;
        for (Map.Entry<String, String> peer : reported.peers().entrySet()) {
          Address address = address(peer.getValue());
          Found one = found.get(address);
          if (one == null) {
            if (found.size() == MAX_PROCESSES) {
              throw new IOException("more than " + MAX_PROCESSES + " services are behind it");
            }
            one = new Found(new UsageReader(address));
            found.put(address, one);
            pending.add(one.counters);
          }
          one.roles.add(peer.getKey());
          one.calls += calls.getOrDefault(peer.getKey(), 0);
        }
      }
    } catch (IOException e) {
      warnings.accept(
          "the usage of the services behind the server is not known: " + e.getMessage());
      return new ServiceChain(own, links(found.values()), false);
    }
    return new ServiceChain(own, links(found.values()), true);
  }

  private static List<Link> links(Collection<Found> found) {
    return found.stream().map(Found::link).toList();
  }

  private static Address address(String text) throws IOException {
    try {
      return Address.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + text + "' is no address of a service: " + e.getMessage(), e);
    }
  }
}
