package io.rpcstress.client.harness.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The connection policies that docs/rules.md tells are those of the drivers. */
class DeclaredPoliciesTest {

  private static final Path RULES = Path.of("../docs/rules.md");
  private static final int THREADS = 17;

  @Test
  void theRulesTellThePoliciesOfEveryTechnologyAndVariant() throws IOException {
    List<String> table = new ArrayList<>();
    for (Driver driver : Drivers.all()) {
      Technology technology = driver.technology();
      technology.variants().forEach(variant -> table.add(row(technology, variant)));
    }
    assertThat(Files.readAllLines(RULES))
        .as("the rows that %s must have", RULES)
        .containsSequence(table);
  }

  @Test
  void everyVariantSupportsItsOwnPolicy() {
    for (Driver driver : Drivers.all()) {
      for (Variant variant : driver.technology().variants()) {
        assertThat(variant.supported())
            .as("%s@%s", driver.technology().name(), variant.name())
            .contains(variant.ownPolicy(THREADS).kind());
      }
    }
  }

  private static String row(Technology technology, Variant variant) {
    ConnectionPolicy own = variant.ownPolicy(THREADS);
    boolean grows = !own.equals(variant.ownPolicy(THREADS + 1));
    StringBuilder row =
        new StringBuilder("| `%s` | `%s` | ".formatted(technology.name(), variant.name()))
            .append('`')
            .append(grows ? own.kind().label() + ":threads" : own.toString())
            .append("` |");
    for (Kind kind : Kind.values()) {
      row.append(variant.supported().contains(kind) ? " yes |" : " no |");
    }
    return row.toString();
  }
}
