package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** The command lines that a report prints are ones that this program takes. */
class ReportedCommandsTest {

  /** Held by analysis's tests: what its pages and summaries print. */
  private static final Path COMMANDS =
      Path.of("../analysis/src/test/resources/golden/choice-commands.txt");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TestFactory
  Stream<DynamicTest> everyLineIsTaken() throws IOException {
    List<String> lines = Files.readAllLines(COMMANDS);
    assertThat(lines).hasSizeGreaterThan(8);
    return lines.stream().map(line -> DynamicTest.dynamicTest(line, () -> taken(words(line))));
  }

  private static void taken(List<String> words) {
    if (words.get(0).equals("./sweep.sh")) {
      List<String> begin = new ArrayList<>(List.of("begin", "results/again"));
      begin.addAll(words.subList(1, words.size()));
      assertThatCode(() -> parse(new SweepCommand(), begin)).doesNotThrowAnyException();
      return;
    }
    assertThat(words.subList(0, 3)).containsExactly("java", "-jar", "client-harness.jar");
    List<String> options = words.subList(4, words.size());
    Object command =
        switch (words.get(3)) {
          case "run" -> new RunCommand();
          case "rate" -> new RateCommand();
          case "coldstart" -> new ColdStartCommand();
          default -> throw new AssertionError("no command: " + words);
        };
    assertThatCode(() -> parse(command, options)).doesNotThrowAnyException();
  }

  private static void parse(Object command, List<String> words) {
    var unused =
        CommandLines.withConverters(new CommandLine(command))
            .parseArgs(words.toArray(new String[0]));
  }

  /** As a shell splits a line without escapes. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words;
  }
}
