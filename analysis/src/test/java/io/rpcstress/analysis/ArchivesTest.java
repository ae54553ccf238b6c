package io.rpcstress.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Every number of every published sweep: the tables of its archive have the digests that are kept.
 * Where one differs, what was made stands in {@code target/archives}, to be compared with what the
 * commit before makes. After a change that is meant, the new lines go into {@code
 * archive-tables.sha256}.
 */
class ArchivesTest {

  private static final Path PUBLISHED = Path.of("../results/published");

  /** One sweep of each loop: counted, timed and open. */
  private static final Set<String> FEW =
      Set.of("paper-per-thread.zip", "line-20ms.zip", "greet-rate.zip");

  /** A place of {@code words.md} without its value, or a note that nothing chose. */
  private static final String UNFILLED = "\\{[a-z][a-z-]*\\}|(?m)^- \\[[a-z-]+\\] ";

  private static final Path DIGESTS = Path.of("src/test/resources/archive-tables.sha256");

  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  static Stream<Path> few() throws IOException {
    return archives().stream().filter(ArchivesTest::isOfFew);
  }

  static Stream<Path> others() throws IOException {
    return archives().stream().filter(each -> !isOfFew(each));
  }

  private static boolean isOfFew(Path archive) {
    return FEW.contains(archive.getFileName().toString());
  }

  private static List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(PUBLISHED)) {
      return files.filter(each -> each.toString().endsWith(".zip")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("few")
  void anArchiveIsReadAsItIsAndItsTablesStay(Path archive) throws Exception {
    tablesStay(archive);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("others")
  void ofEveryOtherArchiveTheTablesStay(Path archive) throws Exception {
    tablesStay(archive);
  }

  private void tablesStay(Path archive) throws Exception {
    Path copy = Files.copy(archive, folder.resolve(archive.getFileName()));
    String name = archive.getFileName().toString().replace(".zip", "");

    for (String step : List.of("import", "clean", "tables")) {
      assertThat(run(step, copy)).as(err.toString()).isLessThanOrEqualTo(1);
    }

    Map<String, String> found = digests(name);
    assertThat(found).as(err.toString()).isNotEmpty();
    assertThat(lines(found)).isEqualTo(lines(kept(name)));
    try (Stream<Path> files = Files.list(folder.resolve(name).resolve("tables"))) {
      assertThat(files.filter(each -> each.toString().endsWith(".md")))
          .allSatisfy(text -> assertThat(text).content().doesNotContainPattern(UNFILLED));
    }
  }

  @Test
  void theTableOfTheReadmeIsWhatItsArchiveGives() throws Exception {
    Path readme = Path.of("../README.md");
    Path copy = Files.copy(readme, folder.resolve("README.md"));
    Path archive = PUBLISHED.resolve("technologies-again.zip");

    assertThat(run("summary", archive, "--into", copy)).as(err.toString()).isLessThanOrEqualTo(1);

    assertThat(copy).hasSameTextualContentAs(readme);
  }

  private int run(Object... words) {
    CommandLine commandLine = Analysis.commandLine();
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  private Map<String, String> digests(String name) throws Exception {
    Path made = Files.createDirectories(Path.of("target/archives", name));
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder.resolve(name).resolve("tables"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".csv")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(made.resolve(file.getFileName()), bytes);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
        found.put(name + "/" + file.getFileName(), HexFormat.of().formatHex(digest));
      }
    }
    return found;
  }

  private static Map<String, String> kept(String name) throws IOException {
    return Files.readAllLines(DIGESTS).stream()
        .map(line -> line.split(" {2}", 2))
        .filter(parts -> parts[1].startsWith(name + "/"))
        .collect(Collectors.toMap(parts -> parts[1], parts -> parts[0], (a, b) -> a, TreeMap::new));
  }

  /** A line a table, as {@code sha256sum} prints it, so that the ones that differ are seen. */
  private static String lines(Map<String, String> digests) {
    return digests.entrySet().stream()
        .map(each -> each.getValue() + "  " + each.getKey() + "\n")
        .collect(Collectors.joining());
  }
}
