package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Resources;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The capability table, and that whoever doubts a cell of it is led to a source. */
class CapabilitiesTest {

  private static final JsonNode JSON =
      JsonMapper.builder()
          .build()
          .readTree(Resources.text(Capabilities.class, "capabilities.json"));

  private static final JsonNode TECHNOLOGIES = JSON.get("technologies");

  private static void eachStatement(BiConsumer<String, Capabilities.Statement> check) {
    Capabilities.load()
        .technologies()
        .forEach(
            (technology, statements) ->
                statements.forEach(
                    (feature, statement) -> {
                      if (statement != null) {
                        check.accept(technology + ", " + feature, statement);
                      }
                    }));
  }

  @Test
  void whatIsNotMeasuredIsSaidWithItsReasonAndItsSource() {
    Map<String, Capabilities.Surveyed> surveyed = Capabilities.load().surveyed();
    assertThat(surveyed).containsKeys("Avro RPC", "BERT-RPC", "Motan");
    surveyed.forEach(
        (name, each) -> {
          assertThat(TECHNOLOGIES.propertyNames()).doesNotContain(name);
          assertThat(List.of(each.namedBy(), each.text(), each.reason()))
              .as(name)
              .noneMatch(String::isBlank);
          assertThat(each.source()).as(name).matches("https?://.*");
          assertThat(URI.create(each.source()).getHost()).as(name).contains(".");
        });
  }

  @Test
  void everyStatementHasASource() {
    eachStatement(
        (cell, statement) -> {
          assertThat(statement.text()).as(cell).isNotBlank().doesNotContainIgnoringCase("see ");
          if (statement.source().startsWith("https://")) {
            assertThat(URI.create(statement.source())).as(cell).hasNoPort().hasNoUserInfo();
            assertThat(URI.create(statement.source()).getHost()).as(cell).contains(".");
          } else {
            assertThat(statement.source())
                .as(cell)
                .matches("((rpcx/)?docs|technologies)/[a-zA-Z/-]+\\.md(#[a-z0-9-]+)?");
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
}
