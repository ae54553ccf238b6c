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

  private static final JsonNode TECHNOLOGIES =
      JsonMapper.builder()
          .build()
          .readTree(Resources.text(Capabilities.class, "capabilities.json"))
          .get("technologies");

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
    Set<String> features = Capabilities.load().features().keySet();
    assertThat(features).hasSize(11);
    assertThat(TECHNOLOGIES.propertyNames()).contains("rpcx", "grpc", "openfeign", "tcp");
    TECHNOLOGIES
        .properties()
        .forEach(
            technology ->
                assertThat(technology.getValue().propertyNames())
                    .as("null where no source states it: %s", technology.getKey())
                    .containsExactlyElementsOf(features));
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
