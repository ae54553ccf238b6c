package io.rpcstress.client.harness.driver;

import io.rpcstress.contract.Broker;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.contract.Tls;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the scripts can start for a technology, a line each: its servers, the services of an
 * operation that spans several, the proxies beside them, and the broker that they consume from. The
 * fields, with tabs between them, are those that {@code deploy/lib/component-list.sh} reads.
 */
public final class ComponentLines {

  private static final String NONE = "-";

  /** The same for every service of every technology, so that four and a broker fit 2 GB. */
  private static final String SERVICE_HEAP = "128m";

  /**
   * Of the JVM beside a proxy, a broker or a server in Go, which starts it and reports its usage.
   */
  private static final String COMPANION_HEAP = "32m";

  private static final List<Tls> ENCRYPTED = List.of(Tls.ON, Tls.MTLS);

  /** Who is called comes before who calls. */
  private static final List<ServiceRole> ROLES =
      List.of(ServiceRole.SHIPPING, ServiceRole.CUSTOMER, ServiceRole.PRODUCT, ServiceRole.ORDER);

  private final Technology technology;

  /** The component that it consumes from; null where its servers listen. */
  private final @Nullable String broker;

  private final Set<String> lines = new LinkedHashSet<>();

  private ComponentLines(Technology technology, @Nullable String broker) {
    this.technology = technology;
    this.broker = broker;
  }

  /** Each once: several variants may call one server. */
  public static Set<String> of(Driver driver) {
    String broker = driver.isThroughBroker() ? driver.broker() : null;
    ComponentLines all = new ComponentLines(driver.technology(), broker);
    if (driver.hasServer()) {
      if (broker != null) {
        all.addBrokers(broker);
      }
      all.technology.variants().forEach(all::addServers);
      all.technology.variants().forEach(all::addProxies);
    }
    return all.lines;
  }

  /** One in each mode that a variant can have its connections in. */
  private void addBrokers(String name) {
    addBroker(name, Tls.OFF);
    if (!technology.encrypted().isEmpty()) {
      ENCRYPTED.forEach(mode -> addBroker(name, mode));
    }
  }

  private void addBroker(String name, Tls mode) {
    List<String> arguments = new ArrayList<>(List.of("--technology", name));
    add(
        mode.of(name),
        Integer.toString(mode.port(technology.defaultPort())),
        Broker.USAGE_PORT_OFFSET,
        NONE,
        COMPANION_HEAP,
        "server-broker",
        encrypting(mode, arguments));
  }

  /** With what a component is given to encrypt; the script adds the folder. */
  private static List<String> encrypting(Tls mode, List<String> arguments) {
    return mode == Tls.OFF
        ? arguments
        : Stream.concat(arguments.stream(), Stream.of("--tls", mode.label(), "--tls-keys"))
            .toList();
  }

  private void addServers(Variant variant) {
    addServer(variant, Tls.OFF);
    if (technology.encrypted().contains(variant.name())) {
      ENCRYPTED.forEach(mode -> addServer(variant, mode));
    }
    if (offers(variant, PlaceOrder.OPERATION.name())) {
      addServices(variant);
    }
  }

  private void addServer(Variant variant, Tls mode) {
    int port = mode.port(variant.server().port(technology.defaultPort()));
    addServer(
        mode.of(variant.server().of(technology.name())),
        broker != null ? above(mode.of(broker), 0) : Integer.toString(port),
        mode,
        variant.server() == ServerVariant.GO ? COMPANION_HEAP : NONE,
        program(variant.server()),
        encrypting(mode, arguments(variant, mode)));
  }

  private List<String> arguments(Variant variant, Tls mode) {
    List<String> arguments =
        new ArrayList<>(
            List.of("--technology", technology.name(), "--variant", variant.server().label()));
    if (broker != null) {
      arguments.addAll(List.of("--broker", "@" + mode.of(broker)));
    }
    if (offers(variant, Message.OPERATION.name())) {
      arguments.add("--message"); // the script adds the pack, or leaves it out
    }
    return arguments;
  }

  private boolean offers(Variant variant, String operation) {
    return technology.operations().contains(operation) && variant.server().answers(operation);
  }

  private void addServices(Variant variant) {
    String name = variant.server().of(technology.name());
    for (ServiceRole role : ROLES) {
      List<String> own = arguments(variant, Tls.OFF);
      own.addAll(List.of("--role", role.label()));
      for (ServiceRole peer : role.peers()) {
        own.addAll(List.of("--peer", peer.label() + "=@" + peer.label() + "-" + name));
      }
      addServer(
          role.label() + "-" + name,
          above(name, role.port(0)),
          Tls.OFF,
          SERVICE_HEAP,
          program(variant.server()),
          own);
    }
  }

  private void addServer(
      String name, String port, Tls mode, String heap, String program, List<String> arguments) {
    String needs = broker != null ? mode.of(broker) : NONE;
    add(name, port, ServerVariant.USAGE_PORT_OFFSET, needs, heap, program, arguments);
  }

  /** Servers in Go share one; the jar of others is called as the driver's is, after the family. */
  private String program(ServerVariant server) {
    if (server == ServerVariant.GO) {
      return "server-go";
    }
    String family =
        Drivers.jar(technology.name())
            .map(jar -> String.valueOf(jar.getFileName()).replaceAll("^driver-|\\.jar$", ""))
            .orElse(technology.name().replaceFirst("-.*", "")); // of those in this program
    return "server-" + family;
  }

  private void addProxies(Variant variant) {
    String server = variant.server().of(technology.name());
    int port = variant.server().port(technology.defaultPort());
    for (ProxyPath path : ProxyPath.values()) {
      technology
          .carriage(path, variant.name())
          .ifPresent(
              carriage ->
                  add(
                      path.of(server),
                      Integer.toString(path.port(port)),
                      ServerVariant.USAGE_PORT_OFFSET,
                      NONE,
                      COMPANION_HEAP,
                      "server-proxy",
                      List.of(
                          "--technology",
                          path.label(),
                          "--carriage",
                          carriage.label(),
                          "--to",
                          "@" + server,
                          "--variant",
                          variant.server().label())));
    }
  }

  private void add(
      String name,
      String port,
      int usage,
      String needs,
      String heap,
      String program,
      List<String> arguments) {
    List<String> fields =
        new ArrayList<>(List.of(name, port, Integer.toString(usage), needs, heap, program));
    fields.addAll(arguments);
    lines.add(String.join("\t", fields));
  }

  /** The port of another, and so far above it. */
  private static String above(String name, int offset) {
    return name + "+" + offset;
  }
}
