package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.driver.ComponentLines;
import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.plan.Experiment;
import io.rpcstress.client.harness.plan.Replicas;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Tls;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "list",
    header = "Lists technologies and experiments.",
    mixinStandardHelpOptions = true,
    description =
        "Lists each technology: its number in the database, its operations, its variants, and the "
            + "proxies that its calls can pass. A variant has the server's default port, a "
            + "description, and its connection policies, the default first. A proxy has its "
            + "default port. Then lists the experiments in this jar: name, operation, title and "
            + "publication.",
    footer = {"", "Example:", "  client-harness list --json"})
final class ListCommand extends HarnessCommand {

  @Option(names = "--json", description = "Print one JSON object a line instead of text.")
  private boolean json;

  @Option(
      names = "--components",
      description =
          "For scripts: print one line for each component that can be started: its name, its "
              + "default port (or the component whose port it follows), the offset of its usage "
              + "port, what it needs, its heap, its program and the arguments, in which @NAME is "
              + "the address of that component.")
  private boolean components;

  @Override
  public Integer call() throws IOException {
    Map<String, Experiment> experiments = experiments();
    for (Driver driver : Drivers.all()) {
      Technology technology = driver.technology();
      if (components) {
        ComponentLines.of(driver).forEach(stdout::println);
      } else if (json) {
        stdout.println(object(technology, experiments));
      } else {
        print(technology);
      }
    }
    if (!components && !json) {
      experiments.forEach(this::print);
    }
    return ExitCode.OK;
  }

  private static Map<String, Experiment> experiments() throws IOException {
    Map<String, Experiment> experiments = new LinkedHashMap<>();
    for (String name : Experiment.SHIPPED) {
      experiments.put(name, Experiment.read(name));
    }
    return experiments;
  }

  private void print(String name, Experiment experiment) {
    Map<String, String> values = experiment.values();
    stdout.printf(
        "experiment %-12s %-12s %s; %s%n",
        name,
        values.get("operation"),
        values.get("title"),
        values.getOrDefault(Experiment.SOURCE, "not published"));
  }

  private void print(Technology technology) {
    stdout.printf(
        "%-15s type %-3d %s%n", technology.name(), technology.type(), technology.summary());
    stdout.printf("%-15s operations: %s%n", "", String.join(", ", technology.operations()));
    if (technology.balances()) {
      stdout.printf("%-15s several servers: %s%n", "", Replicas.OPTION);
    }
    for (Variant variant : technology.variants()) {
      stdout.printf(
          "%-15s %-12s port %d  %s; connections: %s%n",
          "",
          variant.name(),
          port(technology, variant),
          variant.summary(),
          String.join(", ", policies(variant)));
      String through =
          proxies(technology, variant).stream()
              .map(each -> each.path().label() + " " + each.port())
              .collect(Collectors.joining(", "));
      if (!through.isEmpty()) {
        stdout.printf("%-12s %-12s paths: direct, %s%n", "", "", through);
      }
      String encrypted =
          modes(technology, variant).stream()
              .map(mode -> mode.label() + " " + mode.port(port(technology, variant)))
              .collect(Collectors.joining(", "));
      if (!encrypted.isEmpty()) {
        stdout.printf("%-12s %-12s tls: off, %s%n", "", "", encrypted);
      }
      Compression compressed = technology.compressed().get(variant.name());
      if (compressed != null) {
        stdout.printf("%-12s %-12s compression: none, %s%n", "", "", compressed.label());
      }
    }
  }

  /** A proxy beside a variant's server: its path, what it carries, and its default port. */
  private record Proxy(ProxyPath path, Carriage carriage, String server, int port) {}

  private static List<Proxy> proxies(Technology technology, Variant variant) {
    int serverPort = port(technology, variant);
    List<Proxy> proxies = new ArrayList<>();
    for (ProxyPath path : ProxyPath.values()) {
      technology
          .carriage(path, variant.name())
          .ifPresent(
              carriage ->
                  proxies.add(
                      new Proxy(
                          path,
                          carriage,
                          variant.server().of(technology.name()),
                          path.port(serverPort))));
    }
    return proxies;
  }

  private static List<Tls> modes(Technology technology, Variant variant) {
    return technology.encrypted().contains(variant.name()) ? List.of(Tls.ON, Tls.MTLS) : List.of();
  }

  private static int port(Technology technology, Variant variant) {
    return variant.server().port(technology.defaultPort());
  }

  /** The kinds, the variant's own first. */
  private static List<String> policies(Variant variant) {
    ConnectionPolicy.Kind own = variant.ownPolicy(1).kind();
    return variant.supported().stream()
        .sorted((a, b) -> Boolean.compare(b == own, a == own))
        .map(ConnectionPolicy.Kind::label)
        .toList();
  }

  private static String object(Technology technology, Map<String, Experiment> experiments) {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode object = mapper.createObjectNode();
    object.put("technology", technology.name());
    object.put("type", technology.type());
    object.put("port", technology.defaultPort());
    object.put("summary", technology.summary());
    object.set("operations", mapper.valueToTree(technology.operations()));
    object.put("balances", technology.balances());
    ArrayNode variants = object.putArray("variants");
    for (Variant variant : technology.variants()) {
      ObjectNode each = variants.addObject();
      each.put("variant", variant.name());
      each.put("summary", variant.summary());
      each.put("server", variant.server().of(technology.name()));
      each.put("port", port(technology, variant));
      each.put("usagePort", port(technology, variant) + ServerVariant.USAGE_PORT_OFFSET);
      each.set("connections", mapper.valueToTree(policies(variant)));
      ArrayNode modes = each.putArray("tls");
      for (Tls mode : modes(technology, variant)) {
        modes
            .addObject()
            .put("mode", mode.label())
            .put("server", mode.of(variant.server().of(technology.name())))
            .put("port", mode.port(port(technology, variant)));
      }
      Compression compressed = technology.compressed().get(variant.name());
      ArrayNode compressions = each.putArray("compression");
      if (compressed != null) {
        compressions.add(compressed.label());
      }
      ArrayNode paths = each.putArray("paths");
      paths.addObject().put("path", ProxyPath.DIRECT);
      for (Proxy proxy : proxies(technology, variant)) {
        paths
            .addObject()
            .put("path", proxy.path().label())
            .put("proxy", proxy.path().of(proxy.server()))
            .put("carriage", proxy.carriage().label())
            .put("port", proxy.port())
            .put("usagePort", proxy.port() + ServerVariant.USAGE_PORT_OFFSET);
      }
    }
    ArrayNode measuredBy = object.putArray("experiments");
    experiments.forEach(
        (name, experiment) -> {
          if (experiment.measures(technology.name())) {
            ObjectNode each = measuredBy.addObject();
            each.put("name", name);
            for (String key :
                List.of("title", "operation", Experiment.STATISTIC, Experiment.SOURCE)) {
              each.put(key, experiment.values().get(key)); // null where it says none
            }
          }
        });
    return mapper.writeValueAsString(object);
  }
}
