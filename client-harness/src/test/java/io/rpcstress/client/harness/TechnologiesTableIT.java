package io.rpcstress.client.harness;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tables of docs/technologies.md are what {@code list --json} prints with every driver beside
 * the client, and what the report says of each technology. With {@code -Ddocs.write=true} they are
 * written, not judged.
 */
class TechnologiesTableIT {
  /** Once for each module, once for each technology that is not in its module's help. */
  private static final int MAX_ROUNDS = 2;

  private static final Path PROJECT = Path.of("..");
  private static final Path DOC = Path.of("../docs/technologies.md");
  private static final Path RULES = Path.of("../docs/rules.md");
  private static final Path CAPABILITIES =
      Path.of("../analysis/src/main/resources/io/rpcstress/analysis/report/capabilities.json");
  private static final String BEGIN = "<!-- from client-harness list --json: begin -->\n";
  private static final String END = "<!-- from client-harness list --json: end -->\n";
  private static final String COMMAND =
      "mvn -q verify -Dtest=none -Dit.test=TechnologiesTableIT -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dfailsafe.failIfNoSpecifiedTests=false -Ddocs.write=true";

  /** Each technology's row there has these two; the others have rows of their own. */
  private static final Set<String> COLUMNS_OF_RULES = Set.of("example", "tuned");

  private static final Pattern SERVES =
      Pattern.compile("what this process is to serve, of: (.*?) --");
  private static final Pattern LISTENS =
      Pattern.compile("port to listen on; 0 = any free one \\(default: (.*?)\\)");
  private static final Pattern PORTS = Pattern.compile("([a-z-]+ )?([0-9]+)(?:, tuned ([0-9]+))?");

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
        .as("docs/technologies.md is stale; this builds the jars and makes it anew: " + COMMAND)
        .isEqualTo(tables);
  }

  @Test
  void theRulesSayWhatEveryVariantSets() throws Exception {
    String rules = Files.readString(RULES);
    List<String> unsaid = new ArrayList<>();
    for (JsonNode each : listed()) {
      String technology = each.get("technology").asString();
      String family = technology.replaceFirst("-.*", "-*");
      if (!rules.contains("`" + technology + "`")) {
        unsaid.add(technology);
      }
      for (JsonNode variant : each.get("variants")) {
        String name = variant.get("variant").asString();
        if (!COLUMNS_OF_RULES.contains(name)
            && !rules.contains("`" + technology + "@" + name + "`")
            && !rules.contains("`" + family + "@" + name + "`")) {
          unsaid.add(technology + "@" + name);
        }
      }
    }
    assertThat(unsaid).as("variants that docs/rules.md has no row for").isEmpty();
  }

  /** A feature that no source states is null there, and "not stated" in the report. */
  @Test
  void everyTechnologyHasItsRowOfCapabilities() throws Exception {
    JsonNode all = JsonMapper.shared().readTree(Files.readString(CAPABILITIES));
    List<String> features = List.copyOf(all.get("features").propertyNames());
    List<String> without = new ArrayList<>();
    for (JsonNode each : listed()) {
      JsonNode row = all.get("technologies").path(each.get("technology").asString());
      if (!row.isObject() || !List.copyOf(row.propertyNames()).equals(features)) {
        without.add(each.get("technology").asString());
      }
    }
    assertThat(without)
        .as("%s needs a row for each of them, with all of %s", CAPABILITIES, features)
        .isEmpty();
  }

  /** By the servers' own help: in-process alone has none, since it answers itself. */
  @Test
  void everyServerHasTheNameAndPortThatItsDriverCalls() throws Exception {
    Map<String, String> called = new TreeMap<>();
    for (JsonNode each : listed()) {
      for (JsonNode variant : each.get("variants")) {
        called.put(variant.get("server").asString(), variant.get("port").asString());
      }
    }
    assertThat(called.remove("in-process")).isNotNull();
    assertThat(listening()).containsAllEntriesOf(called);
  }

  /** Each server's default port by its name, as {@code grpc@tuned}. */
  private static Map<String, String> listening() throws Exception {
    Map<String, String> ports = new TreeMap<>();
    Set<String> technologies = new LinkedHashSet<>();
    Map<String, String> modules = new HashMap<>();
    List<List<String>> questions = new ArrayList<>();
    try (DirectoryStream<Path> servers = Files.newDirectoryStream(PROJECT, "server-*")) {
      for (Path server : servers) {
        if (!server.endsWith("server-base")) {
          questions.add(List.of(server.getFileName().toString()));
        }
      }
    }
    for (int round = 0; !questions.isEmpty(); round++) {
      assertThat(round).as("servers without a port: %s", questions).isLessThan(MAX_ROUNDS);
      List<String> helps = helps(questions);
      for (int i = 0; i < helps.size(); i++) {
        String module = questions.get(i).get(0);
        List<String> served = List.of(found(SERVES, helps.get(i)).split(", ", -1));
        served.forEach(technology -> modules.put(technology, module));
        technologies.addAll(served);
        String unnamed =
            questions.get(i).size() > 1
                ? questions.get(i).get(2)
                : served.size() == 1 ? served.get(0) : module.replace("server-", "");
        for (String each : found(LISTENS, helps.get(i)).split("; ", -1)) {
          Matcher one = PORTS.matcher(each);
          assertThat(one.matches()).as(each).isTrue();
          String technology = one.group(1) == null ? unnamed : one.group(1).strip();
          ports.put(technology, one.group(2));
          if (one.group(3) != null) {
            ports.put(technology + "@tuned", one.group(3));
          }
        }
      }
      // A family's help is that of the technology that runs where none is named.
      questions =
          technologies.stream()
              .filter(each -> !ports.containsKey(each))
              .map(each -> List.of(modules.getOrDefault(each, ""), "--technology", each))
              .toList();
    }
    return ports;
  }

  /** What servers print of themselves, in one line each; all at once. */
  private static List<String> helps(List<List<String>> questions) throws Exception {
    List<JarProcess> asked = new ArrayList<>();
    try {
      for (List<String> each : questions) {
        List<String> words = new ArrayList<>(each.subList(1, each.size()));
        words.add("--help");
        asked.add(JarProcess.in(PROJECT, each.get(0), words.toArray(new String[0])));
      }
      List<String> helps = new ArrayList<>();
      for (JarProcess each : asked) {
        assertThat(each.exit()).as("packaged before this test: %s", each.err).isZero();
        helps.add(String.join(" ", each.out).replaceAll("\\s+", " "));
      }
      return helps;
    } finally {
      asked.forEach(JarProcess::close);
    }
  }

  private static String found(Pattern pattern, String help) {
    Matcher matcher = pattern.matcher(help);
    assertThat(matcher.find()).as("%s in: %s", pattern, help).isTrue();
    return matcher.group(1);
  }

  /** What the shipped client says with the packaged drivers beside it. */
  private List<JsonNode> listed() throws Exception {
    Path beside = Files.createDirectories(folder.resolve("client-harness/target"));
    JarProcess.shipTo(beside);
    String bundled = Files.readString(Path.of("pom.xml"));
    try (DirectoryStream<Path> drivers = Files.newDirectoryStream(Path.of("../drivers"))) {
      for (Path driver : drivers) {
        String name = "driver-" + driver.getFileName();
        // Of type pom it is a dependency of the build's order alone.
        String order = "<artifactId>%s</artifactId>\\s*<version>[^<]*</version>\\s*<type>pom";
        if (!bundled
            .replaceAll(order.formatted(name), "")
            .contains("<artifactId>" + name + "</artifactId>")) {
          Path jar = driver.resolve("target").resolve(name + ".jar");
          assertThat(jar).as("packaged before this test").exists();
          Files.copy(jar, beside.resolve(name + ".jar"), StandardCopyOption.REPLACE_EXISTING);
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

  private static String tables(List<JsonNode> technologies) throws IOException {
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
            List.of("name in `--protocols`", "calls port", "what is set", "connections"), variants)
        + "\n"
        + capabilities(technologies);
  }

  /** The statements that the report's first screen shows; it has the others, and the sources. */
  private static String capabilities(List<JsonNode> technologies) throws IOException {
    JsonNode all = JsonMapper.shared().readTree(Files.readString(CAPABILITIES));
    List<String> header = new ArrayList<>(List.of("technology"));
    List<List<String>> rows = new ArrayList<>();
    technologies.forEach(
        t -> rows.add(new ArrayList<>(List.of("`" + t.get("technology").asString() + "`"))));
    for (Map.Entry<String, JsonNode> feature : all.get("features").properties()) {
      List<String> column =
          technologies.stream()
              .map(t -> all.get("technologies").path(t.get("technology").asString()))
              .map(t -> t.path(feature.getKey()).path("brief").asString(""))
              .toList();
      if (column.stream().anyMatch(brief -> !brief.isEmpty())) {
        header.add(feature.getValue().asString());
        for (int i = 0; i < rows.size(); i++) {
          rows.get(i).add(column.get(i).isEmpty() ? "not stated" : column.get(i));
        }
      }
    }
    return table(header, rows);
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
