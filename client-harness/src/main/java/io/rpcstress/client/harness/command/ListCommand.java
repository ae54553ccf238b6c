package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Says which technologies there are and what each can be asked for. */
@Command(
    name = "list",
    header = "Lists the technologies, their operations, variants and ports.",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the technologies: number in the database, operations, and for each variant the default",
      "port of its server, what it is, and which connection policies it has, its own first."
    },
    footer = {"", "Example:", "  client-harness list --json"})
final class ListCommand implements Callable<Integer> {

  @Option(names = "--json", description = "One JSON object a line instead of text.")
  private boolean json;

  private final PrintStream stdout;

  ListCommand(PrintStream stdout) {
    this.stdout = stdout;
  }

  @Override
  public Integer call() {
    for (Driver driver : Drivers.all()) {
      Technology technology = driver.technology();
      if (json) {
        stdout.println(object(technology));
      } else {
        print(technology);
      }
    }
    return ExitCode.OK;
  }

  private void print(Technology technology) {
    stdout.printf(
        "%-15s type %-3d %s%n", technology.name(), technology.type(), technology.summary());
    stdout.printf("%-15s operations: %s%n", "", String.join(", ", technology.operations()));
    for (Variant variant : technology.variants()) {
      stdout.printf(
          "%-15s %-12s port %d  %s; connections: %s%n",
          "",
          variant.name(),
          port(technology, variant),
          variant.summary(),
          String.join(", ", policies(variant)));
    }
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

  private static String object(Technology technology) {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode object = mapper.createObjectNode();
    object.put("technology", technology.name());
    object.put("type", technology.type());
    object.put("port", technology.defaultPort());
    object.put("summary", technology.summary());
    object.set("operations", mapper.valueToTree(technology.operations()));
    ArrayNode variants = object.putArray("variants");
    for (Variant variant : technology.variants()) {
      ObjectNode each = variants.addObject();
      each.put("variant", variant.name());
      each.put("summary", variant.summary());
      each.put("server", variant.server().of(technology.name()));
      each.put("port", port(technology, variant));
      each.put("usagePort", port(technology, variant) + ServerVariant.USAGE_PORT_OFFSET);
      each.set("connections", mapper.valueToTree(policies(variant)));
    }
    return mapper.writeValueAsString(object);
  }
}
