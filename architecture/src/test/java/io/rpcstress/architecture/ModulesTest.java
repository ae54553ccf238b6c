package io.rpcstress.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which module may use which other one, and that no packages of a module use each other. */
final class ModulesTest {

  private static final String RPCX = "rpcx/core";
  private static final String RPCX_PUBLIC_PACKAGE = "io.rpcstress.rpcx";

  private static final Set<String> OF_A_SERVER =
      Set.of("core/server-base", "core/contract", "core/usage");

  /** What stands alone has a row, too: a module without one fails the build. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry(RPCX, Set.of()),
          Map.entry("rpcx/micrometer", Set.of(RPCX)),
          Map.entry("rpcx/opentelemetry", Set.of(RPCX)),
          Map.entry("rpcx/spring", Set.of(RPCX, "rpcx/micrometer", "rpcx/opentelemetry")),
          Map.entry("rpcx/junit", Set.of(RPCX)),
          Map.entry("rpcx/cli", Set.of(RPCX)),
          Map.entry("rpcx/example", Set.of(RPCX)),
          Map.entry("rpcx/spring-project", Set.of(RPCX, "rpcx/spring")),
          Map.entry("core/usage", Set.of()),
          Map.entry("core/contract", Set.of()),
          Map.entry("core/measure", Set.of()),
          Map.entry("core/driver-api", Set.of("core/contract")),
          Map.entry("core/server-base", Set.of("core/contract", "core/usage")),
          Map.entry(
              "core/engine",
              Set.of("core/driver-api", "core/contract", "core/measure", "core/usage")),
          Map.entry("technologies/*/driver", Set.of("core/driver-api", "core/contract")),
          Map.entry("technologies/rpcx/driver", Set.of("core/driver-api", "core/contract", RPCX)),
          Map.entry("technologies/*/server", OF_A_SERVER),
          Map.entry("companions/*", OF_A_SERVER),
          Map.entry("companions/message-pack", Set.of("core/contract", "core/usage")),
          Map.entry("server-*", OF_A_SERVER),
          Map.entry("server-rpcx", Set.of("core/server-base", "core/contract", "core/usage", RPCX)),
          Map.entry(
              "client-harness",
              Set.of(
                  "core/engine", "core/driver-api", "core/contract", "core/measure", "core/usage")),
          Map.entry("analysis", Set.of("core/measure", "core/usage")));

  /** By its folder, else as one of a kind: every driver, and every server, may use the same. */
  private static Set<String> mayUse(String module) {
    Optional<String> row =
        Stream.of(
                module,
                module.replaceFirst("^technologies/[^/]+", "technologies/*"),
                module.replaceFirst("^companions/.*", "companions/*"),
                module.replaceFirst("^server-.*", "server-*"))
            .filter(MAY_USE::containsKey)
            .findFirst();
    assertThat(row).as("the row of %s in the table of modules", module).isPresent();
    return MAY_USE.getOrDefault(row.orElseThrow(), Set.of());
  }

  static Stream<String> modules() {
    return Project.judgedModules().stream();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleUsesNoOtherThanItMay(String module) {
    Set<String> may = mayUse(module);
    Set<String> more = new TreeSet<>();
    int judged = 0;
    for (JavaClass type : Project.classes()) {
      if (Project.moduleOf(type).filter(module::equals).isPresent()) {
        judged++;
        for (Dependency each : type.getDirectDependenciesFromSelf()) {
          Project.moduleOf(each.getTargetClass().getBaseComponentType())
              .filter(used -> !used.equals(module) && !may.contains(used))
              .ifPresent(used -> more.add(used + ": " + each.getDescription()));
        }
      }
    }
    assertThat(judged).as("classes of " + module).isPositive();
    assertThat(more).as("what %s uses and may not", module).isEmpty();
  }

  /**
   * RPCX's public package is left out: it is what an application calls, so it stands on the
   * internal ones, and they speak its annotations and exceptions.
   */
  @ParameterizedTest
  @MethodSource("modules")
  void packagesOfAModuleHaveNoCycles(String module) {
    slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                boolean counts =
                    Project.moduleOf(type).filter(module::equals).isPresent()
                        && !type.getPackageName().equals(RPCX_PUBLIC_PACKAGE);
                return counts
                    ? SliceIdentifier.of(type.getPackageName())
                    : SliceIdentifier.ignore();
              }

              @Override
              public String getDescription() {
                return "the packages of " + module;
              }
            })
        .should()
        .beFreeOfCycles()
        .check(Project.classes());
  }
}
