package io.rpcstress.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/technologies.md and the report say of the effort to adopt a technology is counted from
 * the sources. With {@code -Ddocs.write=true} both are written, not judged.
 */
final class EffortTest {

  private static final Path DOC = Project.ROOT.resolve("docs/technologies.md");
  private static final Path REPORT =
      Project.ROOT.resolve("analysis/src/main/resources/io/rpcstress/analysis/report/effort.json");
  private static final String BEGIN = "<!-- counted from the sources: begin -->\n";
  private static final String END = "<!-- counted from the sources: end -->\n";
  private static final String COMMAND =
      "mvn -q -T 2 -pl architecture -am test -Dtest=EffortTest -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Ddocs.write=true";

  /** A row of the page's first table: technology, type, port. */
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\| \\d+ \\| \\d");

  /** Lines are said as roughly as their meaning is, so that a changed one changes nothing here. */
  private static final MathContext TWO_DIGITS = new MathContext(2);

  @TempDir private Path project = Path.of(".");

  private static Map<String, Effort> counted() throws IOException {
    Map<String, Effort> all = new LinkedHashMap<>();
    Matcher row = ROW.matcher(Files.readString(DOC));
    while (row.find()) {
      all.put(row.group(1), Effort.of(Project.ROOT, row.group(1)));
    }
    return all;
  }

  @Test
  void thePageAndTheReportSayWhatTheSourcesHave() throws IOException {
    Map<String, Effort> all = counted();
    assertThat(all).hasSizeGreaterThanOrEqualTo(20);
    String page = Files.readString(DOC);
    assertThat(page).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    String table = "\n" + table(all) + "\n";
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(DOC, page.substring(0, from) + table + page.substring(to));
      Files.writeString(REPORT, json(all));
      return;
    }
    assertThat(page.substring(from, to))
        .as("docs/technologies.md is stale; this counts anew: " + COMMAND)
        .isEqualTo(table);
    assertThat(REPORT).as("this makes it: " + COMMAND).content().isEqualTo(json(all));
  }

  @Test
  void everyTechnologyHasADriverAndWhatIsGeneratedIsThere() throws IOException {
    Map<String, Effort> all = counted();
    all.forEach(
        (technology, effort) -> {
          assertThat(effort.driver().lines()).as("driver of %s", technology).isPositive();
          assertThat(effort.generated().files() > 0)
              .as("%s: generated code, and the IDL that it is of", technology)
              .isEqualTo(effort.idl().files() > 0);
        });
    assertThat(all)
        .hasEntrySatisfying("grpc", e -> assertThat(e.generated().lines()).isPositive())
        .hasEntrySatisfying("socket-avro", e -> assertThat(e.generated().lines()).isPositive())
        .hasEntrySatisfying("thrift", e -> assertThat(e.generated().lines()).isPositive())
        .hasEntrySatisfying("tcp", e -> assertThat(e.generated().lines()).isZero());
  }

  @Test
  void whatIsCountedIsWhatDriverAndServerNeed() throws IOException {
    write("deploy/lib/families.sh", "declare -Ar FAMILY_OF=(\n  [\"tin-can\"]=can\n)\n");
    write(
        "drivers/can/src/main/java/Driver.java",
        "import io.rpcstress.contract.Greeting;\nimport io.rpcstress.contract.can.Text;\n\n// a\nint a;\n");
    write("drivers/can/src/main/java/package-info.java", "package can;\n");
    write("server-can/src/main/java/deep/Server.java", "/** b. */\nint b;\nint c; // d\n");
    write(
        "contract/src/main/java/io/rpcstress/contract/can/Text.java",
        "import io.rpcstress.contract.can.proto.Call;\nint e;\n");
    write("contract/src/main/java/io/rpcstress/contract/Greeting.java", "int f;\n");
    write("contract/src/main/java/io/rpcstress/contract/other/Text.java", "int g;\n");
    write(
        "contract/src/main/proto/can.proto",
        "// h\npackage \"io.rpcstress.contract.can.proto\";\n");
    write(
        "contract/src/main/proto/other.proto", "package \"io.rpcstress.contract.can.protocol\";\n");
    write(
        "contract/target/generated-sources/protobuf/io/rpcstress/contract/can/proto/Call.java",
        "int i;\nint j;\nint k;\n");

    assertThat(Effort.of(project, "tin-can"))
        .isEqualTo(
            new Effort(
                "can",
                new Effort.Count(1, 3),
                new Effort.Count(1, 2),
                new Effort.Count(1, 2),
                new Effort.Count(1, 1),
                new Effort.Count(1, 3)));
  }

  private void write(String file, String text) throws IOException {
    Path path = project.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static String table(Map<String, Effort> all) {
    StringBuilder text =
        new StringBuilder(
            """
            | technology | modules shared with | driver, files | driver, lines | server, files | server, lines | both sides, lines | IDL, lines | generated, lines |
            |---|---|---:|---:|---:|---:|---:|---:|---:|
            """);
    all.forEach(
        (technology, effort) ->
            text.append(
                "| `%s` | %s | %d | %s | %d | %s | %s | %s | %s |\n"
                    .formatted(
                        technology,
                        others(technology, all),
                        effort.driver().files(),
                        rounded(effort.driver()),
                        effort.server().files(),
                        rounded(effort.server()),
                        rounded(effort.contract()),
                        rounded(effort.idl()),
                        rounded(effort.generated()))));
    return text.toString();
  }

  private static Effort of(String technology, Map<String, Effort> all) {
    return Objects.requireNonNull(all.get(technology));
  }

  private static String others(String technology, Map<String, Effort> all) {
    List<String> names = new ArrayList<>(all.keySet());
    names.remove(technology);
    names.removeIf(each -> !of(each, all).family().equals(of(technology, all).family()));
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  /** A sentence for each technology, as the report shows it. */
  private static String json(Map<String, Effort> all) {
    return all.entrySet().stream()
        .map(each -> "  \"%s\": \"%s\"".formatted(each.getKey(), sentence(each.getKey(), all)))
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
  }

  private static String sentence(String technology, Map<String, Effort> all) {
    Effort effort = of(technology, all);
    List<String> parts = new ArrayList<>();
    parts.add("driver " + said(effort.driver()));
    parts.add(effort.server().files() == 0 ? "no server" : "server " + said(effort.server()));
    if (effort.contract().files() > 0) {
      parts.add("both sides " + said(effort.contract()));
    }
    parts.add(
        effort.generated().files() == 0
            ? "nothing generated"
            : "%s lines generated of %s lines of IDL"
                .formatted(rounded(effort.generated()), rounded(effort.idl())));
    String others = others(technology, all);
    return String.join(", ", parts) + (others.equals("none") ? "" : "; shared with " + others);
  }

  private static String said(Effort.Count count) {
    return "%s lines in %d %s"
        .formatted(rounded(count), count.files(), count.files() == 1 ? "file" : "files");
  }

  private static String rounded(Effort.Count count) {
    int lines = new BigDecimal(count.lines()).round(TWO_DIGITS).intValueExact();
    return String.format(Locale.ROOT, "%,d", lines);
  }
}
