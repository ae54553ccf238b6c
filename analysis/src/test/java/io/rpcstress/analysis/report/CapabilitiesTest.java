package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The capability table, and that whoever doubts a cell of it is led to a source. */
class CapabilitiesTest {

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
}
