package io.rpcstress.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a program's jar carries is by rules of the root's pom, for which a module names what it
 * needs: of the contract's packages, one for each IDL and codec, its own only; of Netty all that it
 * depends on, but for those who depend on the whole of it.
 */
final class JarContentsTest {

  private static final Pattern NAMED =
      Pattern.compile("<contract\\.packages>([^<]+)</contract\\.packages>");
  private static final Pattern PROGRAM =
      Pattern.compile("server-.*|companions/.*|technologies/.*/(server|driver)");
  private static final Pattern USED = Pattern.compile("io\\.rpcstress\\.contract\\.([a-z]+)\\b");

  /** Drivers whose jar has nothing of the contract find what they need in the harness's. */
  private static final String HARNESS = "client-harness";

  static List<String> programs() {
    return Project.modules().stream().filter(module -> PROGRAM.matcher(module).matches()).toList();
  }

  private static String pom(String module) throws IOException {
    return Files.readString(Project.ROOT.resolve(module).resolve("pom.xml"));
  }

  private static Set<String> named(String module) throws IOException {
    Matcher named = NAMED.matcher(pom(module));
    return named.find() ? new TreeSet<>(List.of(named.group(1).split("[|]", -1))) : Set.of();
  }

  private static Set<String> used(String module) throws IOException {
    Set<String> used = new TreeSet<>();
    Path sources = Project.ROOT.resolve(module).resolve("src/main/java");
    try (Stream<Path> all = Files.walk(sources)) {
      for (Path file : all.filter(each -> each.toString().endsWith(".java")).toList()) {
        USED.matcher(Files.readString(file)).results().forEach(each -> used.add(each.group(1)));
      }
    }
    return used;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramNamesWhatItUsesAndNothingElse(String module) throws IOException {
    Set<String> named = named(module);
    Set<String> used = used(module);
    if (named.isEmpty() && module.endsWith("/driver")) {
      assertThat(named(HARNESS)).containsAll(used);
    } else {
      assertThat(named).isEqualTo(used);
    }
    assertThat(pom(module))
        .as("the root's rule")
        .doesNotContain("<artifact>io.rpcstress:contract<");
  }

  @Test
  void someNameSome() throws IOException {
    assertThat(named("server-grpc")).contains("greet", "put");
    assertThat(used("technologies/thrift/driver")).containsExactly("thrift");
  }

  @Test
  void nettysPartsAreLeftOutWhereTheWholeOfItIsADependency() throws IOException {
    for (String module : Project.modules()) {
      String pom = pom(module);
      if (pom.contains("<artifactId>netty-all</artifactId>")) {
        assertThat(pom).as(module).contains("<netty.all>io.netty</netty.all>");
      }
      assertThat(pom).as(module).doesNotContain("<artifactSet combine.self=\"override\"");
    }
  }
}
