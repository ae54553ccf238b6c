package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.plan.Experiment.StopRule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A plan from a file, which may be anything: it is refused in one line, and nothing else happens.
 */
class ExperimentTest {

  @TempDir private Path folder = Path.of("");

  private Experiment read(byte[] content) throws IOException {
    return Experiment.read(Files.write(folder.resolve("mine.yaml"), content).toString());
  }

  private void assertRefused(byte[] content, String says) {
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mine.yaml")
        .hasMessageContaining(says)
        .message()
        .doesNotContainPattern("\\p{C}")
        .hasSizeLessThan(600);
  }

  /** Ten lists that hold the one before ten times: the last would be ten thousand million words. */
  private static String thousandfold() {
    StringBuilder text = new StringBuilder("threads: [&a0 [lol]");
    for (int i = 1; i <= 4; i++) {
      text.append(", &a%d [".formatted(i)).append("*a%d, ".formatted(i - 1).repeat(10)).append(']');
    }
    return text.append(']').toString();
  }

  static Stream<Arguments> noPlans() {
    return Stream.of(
        Arguments.of("threads: &a [[*a]]", "a list of lists or sections"),
        Arguments.of("&a {threads: {x: *a}}", "a section"),
        Arguments.of("quick: &a [[*a]]", "'quick' is a list"),
        Arguments.of(thousandfold(), "a list of lists or sections"),
        Arguments.of(
            "threads: [&a " + "x".repeat(300_000) + ", *a".repeat(100_000) + "]", "characters"),
        Arguments.of("a: ".repeat(10) + "[".repeat(1_000), "is not YAML: line 1: "),
        Arguments.of("threads: [1\nname: 2", "is not YAML: line 2: "),
        Arguments.of("threads: 10\nrequests: 10\nthreads: 20", "duplicate key threads"),
        Arguments.of("threads: !!int ten", "is not YAML: "),
        Arguments.of("threads: !!java.io.File [/tmp]", "is not YAML: line 1: "),
        Arguments.of("threads: \"1\\e[2J\"", "control character"),
        Arguments.of(
            "stop-rule: failed-cell-end-row",
            "stop-rule 'failed-cell-end-row': did you mean 'failed-cell-ends-row'? valid: "),
        Arguments.of(
            "quick: {stop-rule: 7}", "quick: stop-rule '7': valid: failed-cell-ends-row, none"),
        Arguments.of(
            "statistic: median", "statistic 'median': valid: mean-of-later-runs, rates-of"),
        Arguments.of("statistic: " + "x".repeat(50_000), "valid: mean-of-later-runs"),
        Arguments.of("statistic: call-rates", "did you mean 'call-rate'?"),
        Arguments.of("source: [[a]]", "a list of lists or sections"),
        Arguments.of("title: |\n  one\n  two\n", "of several lines"),
        Arguments.of("\"\\e[2Jthreads\": 1", "unknown key '?[2Jthreads'"),
        Arguments.of("x".repeat(1_000) + ": 1", "unknown key 'xxx"),
        Arguments.of("[a, b]: 1", "unknown key ''"),
        Arguments.of("# " + "x".repeat(2_000_000), "1048576 expected"),
        Arguments.of("", "keys and values expected"),
        Arguments.of("---\nname: a\n---\nname: b\n", "is not YAML: line "));
  }

  @ParameterizedTest
  @MethodSource("noPlans")
  void whatIsNoPlanIsRefusedInOneLine(String content, String says) {
    assertRefused(content.getBytes(StandardCharsets.UTF_8), says);
  }

  @Test
  void whatIsNoTextIsRefusedInOneLine() {
    assertRefused(new byte[] {'a', ':', ' ', (byte) 0xFF}, "UTF-8 expected");
    assertRefused(new byte[] {'a', ':', ' ', 0, 1, 2}, "is not YAML: ");
  }

  @Test
  void whatIsNoFileIsRefusedInOneLine() throws IOException {
    Path directory = Files.createDirectory(folder.resolve("directory.yaml"));
    assertThatThrownBy(() -> Experiment.read(directory.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no readable file");
  }

  /** "Until communication fails" is the paper's, and that of the coarse look at its grid. */
  @Test
  void aFailedCellEndsItsRowInThePapersGridAlone() throws IOException {
    List<String> rows = new ArrayList<>();
    for (String each : Experiment.SHIPPED) {
      Map<String, String> values = Experiment.read(each).values();
      if (!values.containsKey("rate") && !values.containsKey("payloads")) {
        assertThat(values).as(each).containsKey(Experiment.STOP_RULE);
        if (StopRule.of(values.getOrDefault(Experiment.STOP_RULE, "")) != StopRule.NONE) {
          rows.add(each);
        }
      }
    }
    assertThat(rows).containsExactly("rpcx-grid", "paper-limits", "quick");
  }

  @Test
  void everyShippedExperimentSaysItsStatisticAndWherePublishedItsSource() throws IOException {
    List<String> published = new ArrayList<>();
    for (String each : Experiment.SHIPPED) {
      Map<String, String> values = Experiment.read(each).values();
      assertThat(values).as(each).containsKey(Experiment.STATISTIC);
      if (values.containsKey(Experiment.SOURCE)) {
        published.add(each);
      }
    }
    assertThat(published)
        .containsExactly(
            "rpcx-grid",
            "paper",
            "paper-limits",
            "quick",
            "put",
            "greet-rate",
            "list-echo",
            "order-flow");
  }

  @Test
  void valuesAreReadAsTheyStandThere() throws IOException {
    Experiment plan =
        read(
            """
            threads: [1, &ten 10, *ten]
            title: 'a: "b" <c>'
            quick: {threads: 2}
            """
                .getBytes(StandardCharsets.UTF_8));
    assertThat(plan.values())
        .containsEntry("threads", "1,10,10")
        .containsEntry("title", "a: \"b\" <c>");
    assertThat(plan.quick()).containsEntry("threads", "2");
  }
}
