package io.rpcstress.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the packages inside the engine, the harness and the analysis may use of each other. */
final class PackagesTest {

  private static final String ENGINE = "io.rpcstress.engine";
  private static final String HARNESS = "io.rpcstress.client.harness";
  private static final String ANALYSIS = "io.rpcstress.analysis";
  private static final String COMMAND_LINE_PARSER = "picocli..";

  private static final List<String> CAMPAIGNS =
      Stream.of("calibrate", "coldstart", "controls", "crosscheck", "repeat", "search", "sweep")
          .map("campaign."::concat)
          .toList();

  /** Of the harness; the package of its main class is the empty name. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("", Set.of("command", "process")),
          Map.entry(
              "command",
              with(CAMPAIGNS, "agent", "console", "process", "plan", "host", "driver", "metrics")),
          Map.entry("console", with(CAMPAIGNS, "process", "plan", "host")),
          Map.entry("campaign.calibrate", Set.of("process", "plan", "host")),
          Map.entry("campaign.coldstart", Set.of("process", "plan")),
          Map.entry("campaign.controls", Set.of("campaign.repeat", "process", "plan")),
          Map.entry("campaign.crosscheck", Set.of("process")),
          Map.entry("campaign.repeat", Set.of("process", "plan")),
          Map.entry("campaign.search", Set.of("campaign.repeat", "process", "plan")),
          Map.entry(
              "campaign.sweep", Set.of("campaign.repeat", "process", "plan", "host", "metrics")),
          Map.entry("agent", Set.of("process", "plan")),
          Map.entry("process", Set.of("plan", "driver")),
          Map.entry("plan", Set.of("driver")),
          Map.entry("host", Set.of()),
          Map.entry("metrics", Set.of()),
          Map.entry("driver", Set.of()));

  private static Set<String> with(List<String> some, String... others) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(List.of(others));
    return all;
  }

  private static String below(String root, String name) {
    return name.isEmpty() ? root : root + "." + name;
  }

  /** Names of the harness's packages that have classes. */
  static Stream<String> packagesOfTheHarness() {
    return Project.classes().stream()
        .map(JavaClass::getPackageName)
        .filter(name -> (name + ".").startsWith(HARNESS + "."))
        .map(name -> name.equals(HARNESS) ? "" : name.substring(HARNESS.length() + 1))
        .filter(name -> !name.equals("campaign")) // what says what campaigns are
        .distinct()
        .sorted();
  }

  @ParameterizedTest(name = "[{0}]")
  @MethodSource("packagesOfTheHarness")
  void aPackageOfTheHarnessUsesNoOtherThanItMay(String name) {
    assertThat(MAY_USE).as("the table of packages").containsKey(name);
    String[] allowed =
        Stream.concat(Stream.of(name), MAY_USE.getOrDefault(name, Set.of()).stream())
            .map(each -> below(HARNESS, each))
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(below(HARNESS, name))
        .should()
        .dependOnClassesThat(resideInAPackage(HARNESS + "..").and(not(resideInAnyPackage(allowed))))
        .because("data flows from the command to the process, and campaigns are apart")
        .check(Project.classes());
  }

  @Test
  void onlyCommandsReadTheCommandLine() {
    noClasses()
        .that()
        .resideInAPackage(HARNESS + "..")
        .and()
        .resideOutsideOfPackage(HARNESS + ".command")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(COMMAND_LINE_PARSER)
        .check(Project.classes());
    classes()
        .that()
        .resideInAPackage(HARNESS + ".command")
        .and()
        .areTopLevelClasses()
        .and()
        .doNotHaveSimpleName("package-info")
        .and()
        .doNotHaveSimpleName("Converters") // its nested classes do, one for each kind of value
        .should()
        .dependOnClassesThat()
        .resideInAPackage(COMMAND_LINE_PARSER)
        .because("what plans, measures, or keeps results stands below the commands")
        .check(Project.classes());
  }

  @Test
  void theEngineKnowsNoFileNoOptionAndNoConsole() {
    noClasses()
        .that()
        .resideInAPackage(ENGINE + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.file..", COMMAND_LINE_PARSER)
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(java.io.File.class, java.io.PrintStream.class, java.io.Console.class)
        .check(Project.classes());
  }

  @Test
  void theAnalysisGoesFromTheDatabaseToTheModelToWhatIsShown() {
    String model = ANALYSIS + ".model..";
    String command = ANALYSIS + ".command..";
    noClasses()
        .that()
        .resideInAPackage(model)
        .should()
        .dependOnClassesThat(resideInAPackage(ANALYSIS + "..").and(not(resideInAPackage(model))))
        .because("everything reads the model")
        .check(Project.classes());
    noClasses()
        .that()
        .resideInAPackage(ANALYSIS + "..")
        .and()
        .resideOutsideOfPackages(command, ANALYSIS + ".database..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ANALYSIS + ".database..", "java.sql..", "javax.sql..")
        .because("what is shown is shown of the model")
        .check(Project.classes());
    usedOnlyIn(ANALYSIS + ".database..", "org.jdbi..");
    usedOnlyIn(ANALYSIS + ".report..", "gg.jte..");
    noClasses()
        .that()
        .resideInAPackage(ANALYSIS + "..")
        .and()
        .resideOutsideOfPackages(command, ANALYSIS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(command, COMMAND_LINE_PARSER)
        .check(Project.classes());
  }

  private static void usedOnlyIn(String place, String library) {
    noClasses()
        .that()
        .resideOutsideOfPackage(place)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(Project.classes());
  }
}
