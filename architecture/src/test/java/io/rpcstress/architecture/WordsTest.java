package io.rpcstress.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Users and maintainers read the field's words, as docs/style.md asks: none of those that were
 * replaced stands in a page, a help, a message or a report. A help and a message are string
 * literals of the sources.
 */
final class WordsTest {

  /** Words of before, and the one that says the opposite of what was meant. */
  private static final Pattern OLD =
      Pattern.compile(
          "\\b(?:(?:met|meets|meet) (?:its|their|the) deadlines?|plant(?:s|ed|ing)?|dearest|untold"
              + "|burners?|crew|agenda|youngest|die of|in doubt about|this room|the house(?:'s)? rules?)\\b",
          Pattern.CASE_INSENSITIVE);

  /** What stays since files, scripts and earlier versions have it: a JSON key and an option. */
  private static final Set<String> KEPT = Set.of("planted", "--plant");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
  private static final Pattern LINE_COMMENT = Pattern.compile("(?m)^\\s*(?://|\\*|/\\*).*$");

  private static final Pattern OLD_NAMES =
      Pattern.compile(
          "\\b(?:class|record|interface|enum) (WaitingDriver|OpenStarter|Crew|Measuring|Stored"
              + "|ThisJar|Against|OneProcess|Planted\\w*|Burners|Pace|Agenda|Marks)\\b"
              + "|\\b((?:MOST|LEAST|DEAREST)_(?!IN_FLIGHT\\b)[A-Z_]+|YOUNGEST)\\b"
              + "|\\b(isTold|asksForTheSame)\\b"
              + "|\\b(?:record|interface|enum|class) (Subject|Reading|Work|Place)\\b"
              + "|\\bString doubt\\b");

  private static List<Path> files(String folder, String... endings) {
    Path root = Project.ROOT.resolve(folder);
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .filter(f -> Stream.of(endings).anyMatch(f.toString()::endsWith))
          .filter(f -> !f.toString().contains("/target/") && !f.toString().contains("/vendor/"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> sources() {
    return Project.modules().stream()
        .flatMap(module -> files(module + "/src/main/java", ".java").stream())
        .toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each old word with its line. */
  private static List<String> oldWords(Path file, String text) {
    List<String> found = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      String without = line;
      for (String kept : KEPT) {
        without = without.replace("`" + kept + "`", "").replace("\"" + kept + "\"", "");
      }
      Matcher old = OLD.matcher(without);
      if (old.find()) {
        found.add(file + ":" + number + " \"" + old.group() + "\": " + line.strip());
      }
    }
    return found;
  }

  @Test
  void noPageHasAnOldWord() {
    List<Path> pages = new ArrayList<>(files("docs", ".md"));
    for (String each : List.of("README.md", "CHANGELOG.md", "results/README.md")) {
      pages.add(Project.ROOT.resolve(each));
    }
    pages.addAll(files("rpcx", ".md"));
    pages.addAll(files("experiments", ".yaml"));
    assertThat(pages).hasSizeGreaterThan(20);
    assertThat(pages.stream().flatMap(f -> oldWords(f, text(f)).stream())).isEmpty();
  }

  @Test
  void noScriptSaysOne() {
    List<Path> scripts = new ArrayList<>(files("deploy", ".sh", ".yaml", ".json"));
    scripts.add(Project.ROOT.resolve("sweep.sh"));
    assertThat(scripts).hasSizeGreaterThan(10);
    assertThat(scripts.stream().flatMap(f -> oldWords(f, text(f)).stream())).isEmpty();
  }

  @Test
  void noHelpMessageOrReportHasOne() {
    List<String> found = new ArrayList<>();
    int literals = 0;
    for (Path source : sources()) {
      Matcher literal = LITERAL.matcher(LINE_COMMENT.matcher(text(source)).replaceAll(""));
      while (literal.find()) {
        literals++;
        if (!KEPT.contains(literal.group(1))) {
          found.addAll(oldWords(source, literal.group(1)));
        }
      }
    }
    List<Path> pages =
        new ArrayList<>(files("analysis/src/main/resources", ".html", ".js", ".json", ".css"));
    pages.addAll(files("analysis/src/main/jte", ".jte"));
    assertThat(pages).hasSizeGreaterThan(20);
    pages.forEach(page -> found.addAll(oldWords(page, text(page))));
    assertThat(literals).isGreaterThan(5_000);
    assertThat(found).isEmpty();
  }

  @Test
  void noClassAndNoConstantHasItsOldName() {
    List<String> found = new ArrayList<>();
    for (Path source : sources()) {
      OLD_NAMES.matcher(text(source)).results().forEach(m -> found.add(source + ": " + m.group()));
    }
    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "calls met their deadline",
        "a planted fault",
        "an untold option",
        "What a call can die of.",
        "the DEAREST one"
      })
  void anOldWordIsFoundWhereItStands(String text) {
    assertThat(oldWords(Path.of("page"), "first line\n" + text + "\n")).hasSize(1);
  }

  @Test
  void whatStaysForScriptsIsNoOldWord() {
    assertThat(oldWords(Path.of("page"), "has `injected` beside `planted`, which stays")).isEmpty();
  }
}
