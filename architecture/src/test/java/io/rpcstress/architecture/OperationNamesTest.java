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

/** What differs between operations is said by each of them: nobody asks for one by its name. */
final class OperationNamesTest {

  private static final List<String> OPERATIONS =
      List.of(
          "greet",
          "put",
          "list-echo",
          "place-order",
          "message",
          "one-way",
          "server-stream",
          "client-stream",
          "chat");

  private static final List<String> MODULES =
      List.of(
          "client-harness",
          "core/engine",
          "core/measure",
          "core/driver-api",
          "core/server-base",
          "core/usage");

  /** A comparison with the name of an operation, whichever side it stands on. */
  private static Pattern comparison() {
    String name = "\"(?:" + String.join("|", OPERATIONS) + ")\"";
    return Pattern.compile("%1$s\\s*\\.equals|equals\\(\\s*%1$s|case %1$s".formatted(name));
  }

  @Test
  void noCommandLoadOrFileAsksWhichOperationItIs() throws IOException {
    Pattern comparison = comparison();
    List<String> found = new ArrayList<>();
    for (String module : MODULES) {
      Path sources = Project.ROOT.resolve(module).resolve("src/main/java");
      try (Stream<Path> all = Files.walk(sources)) {
        for (Path file : all.filter(each -> each.toString().endsWith(".java")).toList()) {
          Matcher matcher = comparison.matcher(Files.readString(file));
          while (matcher.find()) {
            found.add(file.getFileName() + ": " + matcher.group());
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }
}
