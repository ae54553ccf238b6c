package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Tls;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.engine.point.NeededProxy;
import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where the servers are: by the names of {@link ServerVariant#of}, the ports that {@code --port}
 * and {@code --usage-port} give, and the default ones for the rest. Immutable.
 *
 * @param address what is connected to for the host: mostly the host
 * @param further servers that a client calls beside the first, by server
 */
record ServerPorts(
    String host,
    String address,
    Map<String, Integer> services,
    Map<String, Integer> usages,
    Map<String, List<Address>> further,
    Paths paths,
    Transport transport) {

  /** The ports of some calls, which are refused where they make no sense. */
  static ServerPorts of(Calls calls) {
    ServerPorts ports =
        new ServerPorts(
            calls.host(),
            calls.addressOf(calls.host()),
            byServer("--port", calls.ports(), calls.variant()),
            byServer("--usage-port", calls.usagePorts(), calls.variant()),
            replicas(calls),
            calls.paths(),
            calls.transport());
    ports.paths.check();
    return ports;
  }

  Address service(Technology technology, Variant variant) {
    int otherwise = transport.mode().port(variant.server().port(technology.defaultPort()));
    return address("--port", services.getOrDefault(server(technology, variant), otherwise));
  }

  private String server(Technology technology, Variant variant) {
    return transport.mode().of(variant.server().of(technology.name()));
  }

  Address usage(Technology technology, Variant variant) {
    Integer own = usages.get(server(technology, variant));
    if (own != null) {
      return address("--usage-port", own);
    }
    return NeededServer.usageOf(service(technology, variant));
  }

  /** What {@code --replica} gave, by server and with its host. */
  Replicas replicas() {
    List<String> words = new ArrayList<>();
    further.forEach(
        (server, addresses) ->
            addresses.forEach(each -> words.add(server + "=" + each.authority())));
    return new Replicas(words);
  }

  /** Further servers that a variant's client calls, beside {@link #service}; mostly none. */
  List<Address> replicas(Technology technology, Variant variant) {
    List<Address> own = further.getOrDefault(variant.server().of(technology.name()), List.of());
    if (!own.isEmpty() && transport.mode() != Tls.OFF) {
      throw new Misuse(
          "%s with %s: connections to several servers are not encrypted here: leave one of them out"
              .formatted(Replicas.OPTION, Transport.TLS));
    }
    Address first = service(technology, variant);
    List<InetSocketAddress> called = new ArrayList<>(List.of(resolved(first)));
    for (Address each : own) {
      if (called.contains(resolved(each))) {
        throw new Misuse(
            "%s %s: a server of %s is called there already: give another"
                .formatted(Replicas.OPTION, each, technology.name()));
      }
      called.add(resolved(each));
    }
    return own;
  }

  /** A host has several names, and a server that is called by two of them is one. */
  private static InetSocketAddress resolved(Address address) {
    return new InetSocketAddress(address.host(), address.port());
  }

  private static Map<String, List<Address>> replicas(Calls calls) {
    Map<String, List<Address>> all = new LinkedHashMap<>();
    for (Replicas.Replica each : calls.replicas().all(calls.host())) {
      String technology = Contender.of(each.server(), calls.variant()).technology();
      if (Drivers.mayBeKnownElsewhere(technology)) {
        continue; // whoever started this measuring process has checked it, for another one
      }
      String server = server(Replicas.OPTION, each.server(), calls.variant());
      if (!PointPlans.driver(Replicas.OPTION, technology).technology().balances()) {
        throw new Misuse(
            "%s %s: a client of %s calls one server; %s"
                .formatted(Replicas.OPTION, each.server(), technology, balancing()));
      }
      all.computeIfAbsent(server, name -> new ArrayList<>()).add(reached(each.address(), calls));
    }
    return all;
  }

  private static Address reached(Address named, Calls calls) {
    return new Address(calls.addressOf(named.host()), named.port(), named.host());
  }

  Dimensions dimensions(Technology technology, Variant variant) {
    int servers = 1 + replicas(technology, variant).size();
    return Dimensions.NONE.with(Dimension.SERVERS, Integer.toString(servers));
  }

  private static String balancing() {
    String names = String.join(", ", Drivers.names(Technology::balances));
    return names.isEmpty()
        ? "no installed technology calls several servers"
        : names + " can call several";
  }

  NeededProxy proxy(Technology technology, Variant variant, ProxyPath path) {
    if (technology.carriage(path, variant.name()).isEmpty()) {
      throw new Misuse(
          "%s %s: %s@%s %s; %s can go that way"
              .formatted(
                  Paths.OPTION,
                  path.label(),
                  technology.name(),
                  variant.name(),
                  ways(technology, variant),
                  String.join(", ", carriedOn(path))));
    }
    String server = variant.server().of(technology.name());
    String name = path.of(server);
    Address behind = service(technology, variant);
    Address service =
        address(Paths.PORT, paths.ports().getOrDefault(name, path.port(behind.port())));
    int besides = service.port() + ServerVariant.USAGE_PORT_OFFSET;
    Address usage = address(Paths.USAGE_PORT, paths.usagePorts().getOrDefault(name, besides));
    return new NeededProxy(path, server, behind, service, usage);
  }

  private static String ways(Technology technology, Variant variant) {
    String proxies =
        Arrays.stream(ProxyPath.values())
            .filter(each -> technology.carriage(each, variant.name()).isPresent())
            .map(ProxyPath::label)
            .collect(Collectors.joining(", "));
    return proxies.isEmpty()
        ? "has to be called directly"
        : "can be called directly or through " + proxies;
  }

  private static List<String> carriedOn(ProxyPath path) {
    return Drivers.names(
        each -> each.variants().stream().anyMatch(v -> each.carriage(path, v.name()).isPresent()));
  }

  private static Map<String, Integer> byServer(
      String option, Map<String, Integer> given, String otherwise) {
    Map<String, Integer> ports = new LinkedHashMap<>();
    Map<Integer, String> technologies = new HashMap<>();
    given.forEach(
        (word, port) -> {
          String technology = Contender.of(Tls.ofServer(word).plain(word), otherwise).technology();
          if (Drivers.mayBeKnownElsewhere(technology)) {
            return; // whoever started this measuring process has checked it, for another one
          }
          String server = server(option, word, otherwise);
          Integer before = ports.putIfAbsent(server, port);
          if (before != null && !before.equals(port)) {
            throw new Misuse(
                "%s gives the server of %s two ports, %d and %d: give one"
                    .formatted(option, server, before, port));
          }
          // Of one technology two may share it: both of amqp's are the broker's.
          String other = technologies.putIfAbsent(port, technology);
          if (other != null && !other.equals(technology)) {
            throw new Misuse(
                "%s gives %s and %s one port, %d: give each its own"
                    .formatted(option, other, technology, port));
          }
        });
    return Collections.unmodifiableMap(ports);
  }

  /** The server that a name means: of {@code tcp@multiplexed}, which has none of its own, tcp's. */
  private static String server(String option, String word, String otherwise) {
    Tls mode = Tls.ofServer(word);
    Contender named = Contender.of(mode.plain(word), otherwise);
    Technology technology = PointPlans.driver(option, named.technology()).technology();
    boolean unsaid = word.indexOf('@') < 0 && technology.variant(named.variant()).isEmpty();
    ServerVariant server =
        unsaid
            ? ServerVariant.EXAMPLE // --variant is of technologies that this one is not among
            : PointPlans.variant(technology, named.variant()).server();
    return mode.of(server.of(technology.name()));
  }

  private Address address(String option, int port) {
    // The library that verifies a name connects by it.
    String called = transport.mode() == Tls.OFF ? address : host;
    return Misuse.named(option + ": ", () -> new Address(called, port, host));
  }

  /**
   * Who listens where, of the servers and proxies that one command calls, whether a port was given
   * or is the default one. Confined to one thread.
   */
  static final class PortsInUse {

    private final Map<Address, User> users = new HashMap<>();

    private record User(String technology, String name, boolean isUsage) {

      /**
       * One server may tell its usage where it is called. Of one technology two may share a port:
       * both of amqp's are the broker's.
       */
      boolean mayShareWith(User other) {
        return name.equals(other.name)
            || (technology.equals(other.technology) && isUsage == other.isUsage);
      }

      @Override
      public String toString() {
        return isUsage ? "the usage of " + name : name;
      }
    }

    /** Sees that no two of them would listen at one port. */
    static void check(Collection<PointPlan> plans) {
      PortsInUse ports = new PortsInUse();
      for (PointPlan plan : plans) {
        if (plan.driver().hasServer()) {
          ports.take(plan);
        }
      }
    }

    private void take(PointPlan plan) {
      NeededServer server = plan.neededServer();
      String technology = server.technology();
      String name = server.server();
      take(server.service(), new User(technology, name, false));
      take(server.usage(), new User(technology, name, true));
      for (Address each : plan.target().replicas()) {
        take(each, new User(technology, name, false));
      }
      NeededProxy proxy = plan.proxy();
      if (proxy != null) {
        take(proxy.service(), new User(proxy.name(), proxy.name(), false));
        take(proxy.usage(), new User(proxy.name(), proxy.name(), true));
      }
    }

    private void take(Address address, User user) {
      User before = users.putIfAbsent(address, user);
      if (before != null && !before.mayShareWith(user)) {
        throw new Misuse(
            "%s and %s have one port, %d: give each its own with --port, --usage-port or %s"
                .formatted(before, user, address.port(), Paths.PORT));
      }
    }
  }
}
