package io.rpcstress.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What may be read off which clock. Runs over all modules' classes. */
final class ClocksTest {

  private static final String RIG = "io.rpcstress.engine.load..";

  private static JavaClasses project;

  @BeforeAll
  static void importAllModules() {
    project = Project.classes();
  }

  private static DescribedPredicate<JavaCall<?>> calls(String owners, String methods) {
    return target(owner(nameMatching(owners))).and(target(nameMatching(methods))).forSubtype();
  }

  @Tag("defect")
  @DisplayName("defect 15: no server tells a client what time it is")
  @Test
  void noServerTellsAClientWhatTimeItIs() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.rpcstress.rpcx..", "io.rpcstress.contract..", "io.rpcstress.server..")
        .should()
        .callMethodWhere(calls("java\\.time\\..*|java\\.util\\.Date", "now|<init>"))
        .orShould()
        .callMethodWhere(calls("java\\.lang\\.System", "currentTimeMillis"))
        .because("a time stamp of one host means nothing on another")
        .check(project);
  }

  @Tag("defect")
  @DisplayName("defect 15: no duration is made of wall-clock times")
  @Test
  void noDurationIsMadeOfWallClockTimes() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.rpcstress.engine..",
            "io.rpcstress.driver..",
            "io.rpcstress.client.harness.driver..")
        .should()
        .callMethodWhere(
            calls(
                "java\\.time\\.(Instant|Duration|ZonedDateTime|temporal\\.ChronoUnit)",
                "between|until|toEpochMilli|getEpochSecond|getNano"))
        .orShould()
        .callMethodWhere(calls("java\\.lang\\.System", "currentTimeMillis"))
        .because("that clock is set while it runs")
        .check(project);
  }

  @Tag("defect")
  @DisplayName("defect 15: the load is timed by the one monotonic clock that it is given")
  @Test
  void theLoadIsTimedByTheOneMonotonicClockThatItIsGiven() {
    noClasses()
        .that()
        .resideInAPackage(RIG)
        .and()
        .doNotHaveSimpleName("NanoClock")
        .should()
        .callMethodWhere(calls("java\\.lang\\.System", "nanoTime"))
        .check(project);
  }
}
