package io.rpcstress.client.harness;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tables of docs/technologies.md are what {@code list --json} prints with every driver beside
 * the client. With {@code -Ddocs.write=true} they are written, not judged.
 */
class TechnologiesTableIT {

  private static final Path DOC = Path.of("../docs/technologies.md");
  private static final String BEGIN = "<!-- from client-harness list --json: begin -->\n";
  private static final String END = "<!-- from client-harness list --json: end -->\n";
  private static final String COMMAND =
      "mvn -pl client-harness test -Dtest=TechnologiesTableIT -Ddocs.write=true";

  @TempDir Path folder;

  @Test
  void theTablesInTheDocsAreWhatTheJarsSay() throws Exception {
    String text = Files.readString(DOC);
    assertThat(text).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    int to = text.indexOf(END);
    String tables = "\n" + tables(listed()) + "\n";
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(DOC, text.substring(0, from) + tables + text.substring(to));
      return;
    }
    assertThat(text.substring(from, to))
        .as("docs/technologies.md is stale; with all jars packaged, this makes it anew: " + COMMAND)
        .isEqualTo(tables);
  }

  /** What the shipped client says with the packaged drivers beside it. */
  private List<JsonNode> listed() throws Exception {
    JarProcess.shipTo(Files.createDirectories(folder.resolve("client-harness/target")));
    try (DirectoryStream<Path> drivers = Files.newDirectoryStream(Path.of("../drivers"))) {
      for (Path driver : drivers) {
        String name = "driver-" + driver.getFileName() + ".jar";
        Path jar = driver.resolve("target").resolve(name);
        if (Files.exists(jar)) {
          Files.copy(jar, folder.resolve("client-harness/target").resolve(name));
        }
      }
    }
    List<JsonNode> found = new ArrayList<>();
    try (JarProcess list = JarProcess.in(folder, "client-harness", "list", "--json")) {
      assertThat(list.exit()).as("%s", list.err).isZero();
      for (String line : list.out) {
        found.add(JsonMapper.shared().readTree(line));
      }
    }
    return found;
  }

  private static String tables(List<JsonNode> technologies) {
    List<List<String>> ports = new ArrayList<>();
    List<List<String>> variants = new ArrayList<>();
    for (JsonNode each : technologies) {
      String technology = each.get("technology").asString();
      ports.add(
          List.of(
              "`" + technology + "`",
              each.get("type").asString(),
              distinct(each, "port"),
              distinct(each, "usagePort"),
              each.get("summary").asString(),
              joined(each.get("operations"))));
      for (JsonNode variant : each.get("variants")) {
        String name = variant.get("variant").asString();
        variants.add(
            List.of(
                "`" + technology + (name.equals("example") ? "" : "@" + name) + "`",
                variant.get("port").asString(),
                variant.get("summary").asString(),
                joined(variant.get("connections"))));
      }
    }
    return table(
            List.of("technology", "type", "port, `tuned`", "usage, `tuned`", "what", "operations"),
            ports)
        + "\n"
        + table(
            List.of("name in `--protocols`", "calls port", "what is set", "connections"), variants);
  }

  /** A technology's ports: of the example's server, then of the tuned one where there is one. */
  private static String distinct(JsonNode technology, String key) {
    return StreamSupport.stream(technology.get("variants").spliterator(), false)
        .map(variant -> variant.get(key).asString())
        .distinct()
        .sorted()
        .collect(joining(", "));
  }

  private static String joined(JsonNode words) {
    return StreamSupport.stream(words.spliterator(), false)
        .map(JsonNode::asString)
        .collect(joining(", "));
  }

  private static String table(List<String> header, List<List<String>> rows) {
    StringBuilder text = new StringBuilder(line(header));
    text.append(line(header.stream().map(each -> "---").toList()));
    rows.forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(joining(" | ", "| ", " |\n"));
  }
}
