package io.rpcstress.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/defects.md names tests that exist, all of them. */
final class DefectsTest {

  private static final int DEFECTS = 16;
  private static final Path LIST = Project.ROOT.resolve("docs/defects.md");

  /** {@code | 7 | what | its effect | tests |}. */
  private static final Pattern ROW =
      Pattern.compile("^\\| (\\d+) \\|[^|]+\\|[^|]+\\|([^|]+)\\|$", Pattern.MULTILINE);

  /** {@code `defect 7: what the test holds` (the file)}. */
  private static final Pattern NAMED = Pattern.compile("`(defect \\d+: [^`]+)` \\(([^)]+)\\)");

  private static final Pattern IN_JAVA =
      Pattern.compile(
          "@Tag\\(\"defect\"\\)\\s+@DisplayName\\(\\s*\"(defect \\d+: [^\"]+)\"\\)\\s+"
              + "(?:@ParameterizedTest|@Test)\\b");

  private static final Pattern IN_BATS =
      Pattern.compile("^@test \"(defect \\d+: [^\"]+)\" \\{$", Pattern.MULTILINE);

  /** What the list says: the tests' names, each with the file that it says holds it. */
  private static SortedMap<String, String> listed() throws IOException {
    SortedMap<String, String> tests = new TreeMap<>();
    for (MatchResult row : ROW.matcher(Files.readString(LIST)).results().toList()) {
      assertThat(NAMED.matcher(row.group(2)).results()).as("row %s", row.group(1)).isNotEmpty();
      for (MatchResult test : NAMED.matcher(row.group(2)).results().toList()) {
        assertThat(test.group(1)).startsWith("defect " + row.group(1) + ": ");
        tests.put(test.group(1), test.group(2));
      }
    }
    return tests;
  }

  /** What the sources have: the tests' names, each with its file. */
  private static SortedMap<String, String> existing() throws IOException {
    SortedMap<String, String> tests = new TreeMap<>();
    try (Stream<Path> all =
        Files.find(
            Project.ROOT,
            Integer.MAX_VALUE,
            (path, facts) -> facts.isRegularFile() && !path.toString().contains("/target/"))) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith("Test.java") || name.endsWith("IT.java")) {
          collect(IN_JAVA, file, tests);
        } else if (name.endsWith(".bats")) {
          collect(IN_BATS, file, tests);
        }
      }
    }
    return tests;
  }

  private static void collect(Pattern pattern, Path file, Map<String, String> tests)
      throws IOException {
    String source = Files.readString(file);
    for (MatchResult test : pattern.matcher(source).results().toList()) {
      String before =
          tests.put(test.group(1), file.getFileName().toString().replaceFirst("\\.java$", ""));
      assertThat(before).as("two tests are called '%s'", test.group(1)).isNull();
      assertThat(source).as("%s", file).doesNotContain("@Disabled");
    }
  }

  @Test
  void everyDefectOfTheListHasItsRow() throws IOException {
    assertThat(ROW.matcher(Files.readString(LIST)).results().map(row -> row.group(1)))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, DEFECTS).mapToObj(Integer::toString).toList());
  }

  @Test
  void everyTestThatTheListNamesExistsAndEveryOneThatExistsIsNamed() throws IOException {
    assertThat(text(listed())).isEqualTo(text(existing()));
  }

  private static String text(SortedMap<String, String> tests) {
    return tests.entrySet().stream()
        .map(test -> test.getKey() + " (" + test.getValue() + ")")
        .collect(Collectors.joining("\n"));
  }
}
