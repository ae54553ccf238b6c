package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.driver.ConnectionPolicy;
import io.rpcstress.client.harness.driver.Driver;
import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.driver.Technology;
import io.rpcstress.client.harness.driver.Technology.Variant;
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
    mixinStandardHelpOptions = true,
    description = {
      "Lists the technologies: number in the database, default port, operations, and for each",
      "variant what it is and which connection policies it has, its own first."
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
        "%-12s type %-3d port %-6d %s%n",
        technology.name(), technology.type(), technology.defaultPort(), technology.summary());
    stdout.printf("%-12s operations: %s%n", "", String.join(", ", technology.operations()));
    for (Variant variant : technology.variants()) {
      stdout.printf(
          "%-12s %-8s %s; connections: %s%n",
          "", variant.name(), variant.summary(), String.join(", ", policies(variant)));
    }
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
      each.set("connections", mapper.valueToTree(policies(variant)));
    }
    return mapper.writeValueAsString(object);
  }
}
