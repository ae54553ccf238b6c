package io.rpcstress.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/method-rules.md names, for each rule of measuring, tests that exist. */
final class MethodRulesTest {

  private static final int RULES = 32;
  private static final Path PAGE = Project.ROOT.resolve("docs/method-rules.md");

  /** {@code | 7 | what it says | tests |}. */
  private static final Pattern ROW =
      Pattern.compile("^\\| (\\d+) \\|[^|]+\\|([^|]+)\\|$", Pattern.MULTILINE);

  /** {@code `SomeTest#method`}, or {@code `file.bats: name of the test`}. */
  private static final Pattern NAMED =
      Pattern.compile("`(\\w+(?:Test|IT))#(\\w+)`|`(\\w[\\w-]*\\.bats): ([^`]+)`");

  private static final Pattern METHOD =
      Pattern.compile(
          "@(?:Test|ParameterizedTest)\\b(?:(?!\\bvoid\\b).)*?\\bvoid (\\w+)\\(", Pattern.DOTALL);

  private static final Pattern IN_BATS =
      Pattern.compile("^@test \"([^\"]+)\" \\{", Pattern.MULTILINE);

  @Test
  void everyRuleHasItsRow() throws IOException {
    assertThat(ROW.matcher(Files.readString(PAGE)).results().map(row -> row.group(1)))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, RULES).mapToObj(Integer::toString).toList());
  }

  @Test
  void everyTestThatARuleNamesExists() throws IOException {
    Map<String, List<String>> tests = tests();
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      String cell = row.group(2);
      assertThat(cell.replaceAll(NAMED.pattern(), "").replaceAll("[, ]", ""))
          .as("rule %s names tests and nothing else", row.group(1))
          .isEmpty();
      List<MatchResult> named = NAMED.matcher(cell).results().toList();
      assertThat(named).as("tests of rule %s", row.group(1)).isNotEmpty();
      for (MatchResult test : named) {
        boolean java = test.group(1) != null;
        assertThat(tests.getOrDefault(java ? test.group(1) : test.group(3), List.of()))
            .as("rule %s", row.group(1))
            .contains(java ? test.group(2) : test.group(4));
      }
    }
  }

  /** Names of the tests by the class, or the file of scripts, that they are in. */
  private static Map<String, List<String>> tests() throws IOException {
    Map<String, List<String>> tests = new TreeMap<>();
    try (Stream<Path> all =
        Files.find(
            Project.ROOT,
            Integer.MAX_VALUE,
            (path, facts) -> facts.isRegularFile() && !path.toString().contains("/target/"))) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith("Test.java") || name.endsWith("IT.java")) {
          collect(METHOD, file, name.replace(".java", ""), tests);
        } else if (name.endsWith(".bats")) {
          collect(IN_BATS, file, name, tests);
        }
      }
    }
    return tests;
  }

  private static void collect(
      Pattern pattern, Path file, String name, Map<String, List<String>> tests) throws IOException {
    for (MatchResult test : pattern.matcher(Files.readString(file)).results().toList()) {
      tests.computeIfAbsent(name, unused -> new ArrayList<>()).add(test.group(1));
    }
  }
}
