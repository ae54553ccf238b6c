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

/**
 * What the scripts can start for a technology, a line each: its servers, the services of an
 * operation that spans several, the proxies beside them, and the broker that they consume from. The
 * fields, with tabs between them, are those that {@code deploy/lib/components.sh} reads.
 */
public final class ComponentLines {

  private static final String NONE = "-";

  /** The same for every service of every technology, so that four and a broker fit 2 GB. */
  private static final String SERVICE_HEAP = "128m";

  /** Of the JVM beside a proxy or a broker, which starts it and reports its usage. */
  private static final String COMPANION_HEAP = "32m";

  /** Who is called comes before who calls. */
  private static final List<ServiceRole> ROLES =
      List.of(ServiceRole.SHIPPING, ServiceRole.CUSTOMER, ServiceRole.PRODUCT, ServiceRole.ORDER);

  private final Technology technology;
  private final boolean brokered;
  private final Set<String> lines = new LinkedHashSet<>();

  private ComponentLines(Technology technology, boolean brokered) {
    this.technology = technology;
    this.brokered = brokered;
  }

  /** Each once: several variants may call one server. */
  public static Set<String> of(Driver driver) {
    ComponentLines all = new ComponentLines(driver.technology(), driver.isThroughBroker());
    if (driver.hasServer()) {
      all.addBroker();
      all.technology.variants().forEach(all::addServers);
      all.technology.variants().forEach(all::addProxies);
    }
    return all.lines;
  }

  private void addBroker() {
    if (brokered) {
      add(
          Broker.RABBITMQ,
          Integer.toString(technology.defaultPort()),
          Broker.USAGE_PORT_OFFSET,
          COMPANION_HEAP,
          "server-broker",
          List.of("--technology", Broker.RABBITMQ));
    }
  }

  private void addServers(Variant variant) {
    ServerVariant server = variant.server();
    String name = server.of(technology.name());
    List<String> arguments =
        new ArrayList<>(List.of("--technology", technology.name(), "--variant", server.label()));
    if (brokered) {
      arguments.addAll(List.of("--broker", "@" + Broker.RABBITMQ));
    }
    if (technology.operations().contains(Message.OPERATION.name())) {
      arguments.add("--message"); // the script adds the pack, or leaves it out
    }
    int port = server.port(technology.defaultPort());
    addServer(name, brokered ? above(Broker.RABBITMQ, 0) : Integer.toString(port), NONE, arguments);
    if (technology.encrypted().contains(variant.name())) {
      for (Tls mode : List.of(Tls.ON, Tls.MTLS)) {
        List<String> own = new ArrayList<>(arguments);
        own.addAll(List.of("--tls", mode.label(), "--tls-keys")); // the script adds the folder
        addServer(mode.of(name), Integer.toString(mode.port(port)), NONE, own);
      }
    }
    if (!technology.operations().contains(PlaceOrder.OPERATION.name())) {
      return;
    }
    for (ServiceRole role : ROLES) {
      List<String> own = new ArrayList<>(arguments);
      own.addAll(List.of("--role", role.label()));
      for (ServiceRole peer : role.peers()) {
        own.addAll(List.of("--peer", peer.label() + "=@" + peer.label() + "-" + name));
      }
      addServer(role.label() + "-" + name, above(name, role.port(0)), SERVICE_HEAP, own);
    }
  }

  private void addServer(String name, String port, String heap, List<String> arguments) {
    add(name, port, ServerVariant.USAGE_PORT_OFFSET, heap, program(), arguments);
  }

  /** The jar of the servers is called as that of the driver is, after the family. */
  private String program() {
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
      String name, String port, int usage, String heap, String program, List<String> arguments) {
    boolean consumes = brokered && usage == ServerVariant.USAGE_PORT_OFFSET;
    String needs = consumes ? Broker.RABBITMQ : NONE;
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
