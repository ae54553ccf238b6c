package io.rpcstress.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/life-of-a-call.md names classes that exist, and says where they are. */
final class LifeOfACallTest {

  private static final Path PAGE = Project.ROOT.resolve("docs/life-of-a-call.md");

  /** {@code | `Name` | `module` `package` | what it does |}; not every module has packages. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `(\\w+)` \\| `([\\w/-]+)`(?: `(\\w+)`)? \\|", Pattern.MULTILINE);

  /** A class that is named anywhere: at least one capital and one small letter, nothing else. */
  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)`");

  /** Fewer rows than this were not found, rather than not written. */
  private static final int MIN_ROWS = 50;

  @Test
  void everyClassIsWhereThePageSaysThatItIs() throws IOException {
    List<MatchResult> rows = ROW.matcher(Files.readString(PAGE)).results().toList();
    assertThat(rows).hasSizeGreaterThan(MIN_ROWS);
    for (MatchResult row : rows) {
      Path module = Project.ROOT.resolve(row.group(2)).resolve("src/main/java");
      assertThat(module).isDirectory();
      String folder = row.group(3) == null ? "" : row.group(3) + "/";
      assertThat(sources(module))
          .as("%s of %s", row.group(1), row.group(2))
          .anyMatch(source -> source.endsWith("/" + folder + row.group(1) + ".java"));
    }
  }

  @Test
  void everyClassThatTheTextNamesExists() throws IOException {
    Set<String> known =
        sources(Project.ROOT).stream()
            .map(source -> source.substring(source.lastIndexOf('/') + 1, source.length() - 5))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(
            NAMED.matcher(Files.readString(PAGE)).results().map(name -> name.group(1)).distinct())
        .isSubsetOf(known);
  }

  /** Java files below a folder, with slashes; what a build made is left out. */
  private static List<String> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> file.toString().replace('\\', '/'))
          .filter(file -> file.endsWith(".java") && !file.contains("/target/"))
          .toList();
    }
  }
}
