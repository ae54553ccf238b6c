package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README tells to depend on is what this build makes. */
class DependencyPageTest {
  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

  /** The first version behind a text. */
  private static String version(String page, String behind) {
    int from = page.indexOf(behind);
    assertThat(from).as(behind).isNotNegative();
    Matcher version = VERSION.matcher(page);
    assertThat(version.find(from)).isTrue();
    return version.group(1);
  }

  @Test
  void theVersionIsThePresentOne() throws IOException {
    String page = Files.readString(Path.of("README.md"));
    String pom = Files.readString(Path.of("pom.xml"));

    assertThat(version(page, "<artifactId>rpcx</artifactId>"))
        .isEqualTo(version(pom, "<artifactId>rpc-stress</artifactId>"));
  }
}
