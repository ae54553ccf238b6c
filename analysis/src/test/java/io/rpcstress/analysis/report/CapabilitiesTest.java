package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.figure.Resources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The capability table, and that whoever doubts a cell of it is led to a source. */
class CapabilitiesTest {

  private static final Path PROJECT = Path.of("..");

  private static final JsonNode JSON =
      JsonMapper.builder()
          .build()
          .readTree(Resources.text(Capabilities.class, "capabilities.json"));

  private static final JsonNode TECHNOLOGIES = JSON.get("technologies");

  private static final Path DOC = PROJECT.resolve("docs/technologies.md");
  private static final String BEGIN = "<!-- from capabilities.json: begin -->\n";
  private static final String END = "<!-- from capabilities.json: end -->\n";

  private static void eachStatement(BiConsumer<String, Capabilities.Statement> check) {
    Capabilities.load()
        .technologies()
        .forEach(
            (technology, statements) ->
                statements.forEach(
                    (feature, statement) -> check.accept(technology + ", " + feature, statement)));
  }

  @Test
  void everyCellIsStatedOrWasLookedForInVain() {
    Set<String> features = Set.copyOf(JSON.get("features").propertyNames());
    assertThat(features)
        .hasSize(15)
        .contains("connections", "caching", "balancing", "byhand"); // the newest four
    assertThat(TECHNOLOGIES.propertyNames()).contains("rpcx", "grpc", "openfeign", "tcp");
    TECHNOLOGIES
        .properties()
        .forEach(
            technology ->
                assertThat(technology.getValue().propertyNames())
                    .as("null where no source states it: %s", technology.getKey())
                    .containsExactlyElementsOf(JSON.get("features").propertyNames()));
  }

  /** Others are looked for in vain; of these the technologies' own pages and this project's say. */
  @Test
  void howCallsAreConnectedKeptBalancedAndMadeByHandIsStatedOfEveryTechnology() {
    for (String feature : List.of("connections", "caching", "balancing", "byhand")) {
      TECHNOLOGIES
          .properties()
          .forEach(
              technology ->
                  assertThat(technology.getValue().path(feature).isObject())
                      .as("%s of %s", feature, technology.getKey())
                      .isTrue());
    }
  }

  /** It is counted from the sources, which EffortTest of the module architecture does. */
  @Test
  void theEffortToAdoptIsTheLastRowOfEveryTechnology() {
    Capabilities all = Capabilities.load();
    assertThat(all.features().keySet()).last().isEqualTo("effort");
    for (String technology : TECHNOLOGIES.propertyNames()) {
      Capabilities.Statement effort = all.of(technology, "effort");
      assertThat(effort).as(technology).isNotNull();
      assertThat(effort.text()).as(technology).matches("driver [0-9,]+ lines in \\d+ files?, .*");
    }
  }

  @Test
  void whatIsNotMeasuredIsSaidWithItsReasonAndItsSource() {
    List<Capabilities.Surveyed> surveyed = Capabilities.load().surveyed();
    assertThat(surveyed)
        .extracting(Capabilities.Surveyed::name)
        .contains("Avro RPC", "BERT-RPC", "Motan");
    for (Capabilities.Surveyed each : surveyed) {
      assertThat(TECHNOLOGIES.propertyNames()).doesNotContain(each.name());
      assertThat(List.of(each.namedBy(), each.text(), each.reason()))
          .as(each.name())
          .noneMatch(String::isBlank);
      assertThat(each.source()).as(each.name()).matches("https?://.*");
      assertThat(URI.create(each.source()).getHost()).as(each.name()).contains(".");
    }
  }

  /** With {@code -Ddocs.write=true} the page is written, not judged. */
  @Test
  void thePageOfTheTechnologiesListsWhatIsNotMeasured() throws IOException {
    StringBuilder table =
        new StringBuilder("\n| system | named by | what it is | why it is not measured |\n")
            .append("|---|---|---|---|\n");
    for (Capabilities.Surveyed each : Capabilities.load().surveyed()) {
      table.append(
          "| [%s](%s) | %s | %s | %s |\n"
              .formatted(each.name(), each.source(), each.namedBy(), each.text(), each.reason()));
    }
    String page = Files.readString(DOC);
    assertThat(page).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(DOC, page.substring(0, from) + table.append('\n') + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to))
        .as(
            "docs/technologies.md is stale: mvn -pl analysis -am test -Dtest=CapabilitiesTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write=true")
        .isEqualTo(table.append('\n').toString());
  }

  @Test
  void everyStatementHasASourceThatIsAnAddressOrAHeadingOfTheDocs() {
    eachStatement(
        (cell, statement) -> {
          assertThat(statement.text()).as(cell).isNotBlank().doesNotContainIgnoringCase("see ");
          if (statement.source().startsWith("https://")) {
            assertThat(URI.create(statement.source())).as(cell).hasNoPort().hasNoUserInfo();
            assertThat(URI.create(statement.source()).getHost()).as(cell).contains(".");
          } else {
            assertThat(headings(statement.source())).as("%s: %s", cell, statement).isNotEmpty();
          }
        });
  }

  @Test
  void theFirstScreenHasALevelAndAWordOrTwo() {
    assertThat(Capabilities.load().briefly().keySet())
        .containsExactly("languages", "tls", "deadlines", "streaming", "evolution");
    eachStatement(
        (cell, statement) ->
            assertThat(statement.brief()).as(cell).matches("|(yes|in part|no): .{1,16}"));
  }

  /** Else the first screen says "not stated" of what is stated. */
  @Test
  void whatIsStatedOfAFeatureOfTheFirstScreenHasItsWords() {
    Capabilities all = Capabilities.load();
    all.technologies()
        .forEach(
            (technology, statements) ->
                statements.forEach(
                    (key, statement) -> {
                      if (all.briefly().containsKey(key)) {
                        assertThat(statement.brief()).as("%s, %s", technology, key).isNotEmpty();
                      }
                    }));
  }

  /** What is said of the project's own framework is said by the project, where it can be read. */
  @Test
  void rpcxIsStatedByThisProjectsDocs() {
    eachStatement(
        (cell, statement) -> {
          if (cell.startsWith("rpcx,")) {
            assertThat(statement.source()).as(cell).matches("docs/[a-z-]+\\.md#[a-z0-9-]+");
          }
        });
  }

  /** The headings that a file of the docs has under the anchor; all of them if none is given. */
  private static List<String> headings(String source) {
    assertThat(source).matches("docs/[a-z/-]+\\.md(#[a-z0-9-]+)?");
    String[] parts = source.split("#", 2);
    Path file = PROJECT.resolve(parts[0]);
    assertThat(file).isRegularFile();
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.matches("#{1,6} .*"))
          .map(CapabilitiesTest::anchor)
          .filter(anchor -> parts.length == 1 || anchor.equals(parts[1]))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As the usual renderers of Markdown make it out of a heading. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9 _-]", "")
        .replace(' ', '-');
  }
}
