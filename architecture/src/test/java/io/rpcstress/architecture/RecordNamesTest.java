package io.rpcstress.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The files that pass between programs have one writer and one reader: no other module than measure
 * spells the name of one, or a key that two programs know.
 */
final class RecordNamesTest {

  private static final String WHERE = "measure/src/main/java/io/rpcstress/measure/record/";

  /** As literals of their own; a message may have one in its sentence. */
  private static final Pattern NAME =
      Pattern.compile(
          "\"(?:sweep\\.json|coldstart\\.json|search-[^\"]*|gitCommit|calibration"
              + "|(?:client|server)Libraries|nullCpuNsPerCall|(?:floors|gates)\\W.*"
              + "|boundReached|sustainableRate|firstCallMs|rtt\\.p50\\.us|bandwidth\\.mbps)\"");

  private static List<String> names(Path file) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher name = NAME.matcher(Files.readString(file));
    while (name.find()) {
      found.add(Project.ROOT.relativize(file) + ": " + name.group());
    }
    return found;
  }

  @Test
  void whatTwoProgramsKnowIsSpelledInOnePlace() throws IOException {
    List<String> elsewhere = new ArrayList<>();
    List<String> there = new ArrayList<>();
    for (String module : List.of("client-harness", "engine", "analysis", "measure")) {
      try (Stream<Path> all = Files.walk(Project.ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : all.filter(each -> each.toString().endsWith(".java")).toList()) {
          (file.startsWith(Project.ROOT.resolve(WHERE)) ? there : elsewhere).addAll(names(file));
        }
      }
    }
    assertThat(elsewhere).isEmpty();
    assertThat(there).hasSizeGreaterThan(5);
  }
}
