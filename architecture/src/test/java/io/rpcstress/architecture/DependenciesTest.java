package io.rpcstress.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What each module may use, also of libraries. Runs last in a build, over all classes. */
final class DependenciesTest {

  private static final String JDK = "java..";
  private static final String NULL_ANNOTATIONS = "org.jspecify..";
  private static final String DRIVER_API = "io.rpcstress.driver";
  private static final String CONTRACT = "io.rpcstress.contract..";
  private static final String ENGINE = "io.rpcstress.engine..";
  private static final String RPCX = "io.rpcstress.rpcx";

  /** Modules beside RPCX, whose packages lie below its own. */
  private static final String[] ADD_ONS = {
    RPCX + ".micrometer..",
    RPCX + ".opentelemetry..",
    RPCX + ".spring..",
    RPCX + ".junit..",
    RPCX + ".cli.."
  };

  private static JavaClasses project;

  @BeforeAll
  static void importAllModules() {
    project = Project.classes();
  }

  private static void mayUseOnly(String packages, String... others) {
    String[] allowed = Stream.concat(Stream.of(packages), Stream.of(others)).toArray(String[]::new);
    mayUseOnly(resideInAPackage(packages), resideInAnyPackage(allowed));
  }

  private static void mayUseOnly(
      DescribedPredicate<JavaClass> packages, DescribedPredicate<JavaClass> others) {
    classes()
        .that(packages)
        .should()
        .onlyDependOnClassesThat(others.or(resideInAnyPackage(JDK, NULL_ANNOTATIONS)))
        .because("what a package may use is what its package-info says")
        .check(project);
  }

  @Test
  void usageNeedsTheJdkAlone() {
    mayUseOnly("io.rpcstress.usage..", "javax.management..", "com.sun.management..");
  }

  @Test
  void rpcxIsALibraryOfItsOwnAndKnowsNoAddOn() {
    DescribedPredicate<JavaClass> rpcx =
        resideInAPackage(RPCX + "..").and(not(resideInAnyPackage(ADD_ONS)));
    mayUseOnly(
        rpcx,
        rpcx.or(
            resideInAnyPackage(
                "io.netty..",
                "com.google.protobuf..",
                "org.slf4j..",
                "javax.net.ssl..",
                "jdk.net..")));
  }

  @Test
  void anAddOnOfRpcxNeedsItsPublicPackageAndWhatItIsFor() {
    mayUseOnly(RPCX + ".micrometer..", RPCX, "io.micrometer.core..");
    mayUseOnly(
        RPCX + ".opentelemetry..", RPCX, "io.opentelemetry.api..", "io.opentelemetry.context..");
    mayUseOnly(RPCX + ".junit..", RPCX, "org.junit.jupiter.api..");
    mayUseOnly(RPCX + ".cli..", RPCX, "picocli..", "tools.jackson..");
    mayUseOnly(
        RPCX + ".spring..",
        RPCX,
        RPCX + ".micrometer",
        RPCX + ".opentelemetry",
        "org.springframework..",
        "org.slf4j..",
        "io.micrometer.core..",
        "io.opentelemetry.api..");
  }

  @Test
  void rpcxNeverReadsJavaSerialisation() {
    noClasses()
        .that()
        .resideInAPackage("io.rpcstress.rpcx..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.ObjectInputStream")
        .because("the wire never chooses a class")
        .check(project);
  }

  @Test
  void twoPackagesMayTouchJavaSerialisation() {
    noClasses()
        .that()
        // What Thrift's compiler writes can be serialised, too; the closed list has none of it.
        .resideOutsideOfPackages(
            "io.rpcstress.contract.serial",
            "io.rpcstress.contract.thrift.generated",
            "io.rpcstress.pack.codec")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.ObjectInputStream")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.ObjectInputFilter")
        .because("what they read is bounded there, behind closed lists of classes")
        .check(project);
    assertThat(project.contain("io.rpcstress.contract.serial.SerialObjects")).isTrue();
  }

  @Test
  void contractKnowsSerialisersOnly() {
    mayUseOnly(
        "io.rpcstress.contract..",
        "javax.net.ssl..", // of the JDK: what both hosts encrypt with
        "com.google.protobuf..",
        "io.grpc..",
        "com.google.common..",
        "org.apache.avro..",
        "org.apache.thrift..",
        "org.apache.dubbo..",
        "com.alipay.remoting..",
        "org.slf4j..", // what Thrift's compiler generates
        "org.capnproto..",
        "tools.jackson..",
        "com.fasterxml.jackson.annotation..");
    noClasses()
        .that()
        .resideInAPackage("io.rpcstress.contract..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.grpc.netty..", "io.netty..")
        .check(project);
  }

  @Test
  void whatRunsInAPackNeedsTheLibrariesThatArePackedWithIt() {
    mayUseOnly(
        "io.rpcstress.pack.codec..",
        "io.rpcstress.contract",
        "com.google.protobuf..",
        "org.apache.avro..",
        "tools.jackson..");
    noClasses()
        .that(not(resideInAPackage("io.rpcstress.pack..")))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.rpcstress.pack..")
        .because("no client and no server brings them")
        .check(project);
  }

  @Test
  void measureKnowsNoLoadAndNoTechnology() {
    mayUseOnly(
        "io.rpcstress.measure..",
        "org.HdrHistogram..",
        "de.siegmar.fastcsv..",
        "org.apache.commons.statistics..",
        "org.apache.commons.rng..",
        "com.fasterxml.jackson.annotation..", // Jackson 3 has its annotations there
        "tools.jackson..",
        "picocli.."); // for the help of programs, which bring it
  }

  @Test
  void theDriverApiNeedsTheContractAlone() {
    mayUseOnly(DRIVER_API, CONTRACT);
  }

  @Test
  void aDriverWithoutAClientLibraryNeedsTheApiAndTheContractAlone() {
    for (String name : List.of("tcp", "socket", "inprocess")) {
      mayUseOnly(DRIVER_API + "." + name + "..", DRIVER_API, CONTRACT);
    }
  }

  @Test
  void theEngineMeasuresAnyDriver() {
    mayUseOnly(
        ENGINE,
        DRIVER_API,
        "io.rpcstress.contract",
        "io.rpcstress.measure..",
        "io.rpcstress.usage..",
        "org.HdrHistogram..");
  }

  /** So a technology is added without touching the harness. */
  @Test
  void theHarnessKnowsNoDriverAndNoClientLibrary() {
    mayUseOnly(
        "io.rpcstress.client..",
        ENGINE,
        DRIVER_API,
        "io.rpcstress.contract",
        "io.rpcstress.measure..",
        "io.rpcstress.usage..",
        "org.HdrHistogram..",
        "picocli..",
        "tools.jackson..",
        "com.fasterxml.jackson.annotation..",
        "org.yaml.snakeyaml..");
  }

  @Test
  void theAnalysisReadsFilesNotHosts() {
    noClasses()
        .that()
        .resideInAPackage("io.rpcstress.analysis..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.rpcstress..")
                .and(not(resideInAnyPackage("io.rpcstress.analysis..", "io.rpcstress.measure..")))
                .and(not(name("io.rpcstress.usage.Build"))) // what each program says of itself
                .and(not(name("io.rpcstress.usage.ShellWords")))) // and how it quotes a next step
        .check(project);
  }

  @Test
  void namesSayWhatAThingIs() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .orShould()
        .haveSimpleNameEndingWith("Impl")
        .check(project.that(not(resideInAPackage("..proto.."))));
  }

  @Test
  void theBuildWritesTheVersionOfTheDriverApiIntoManifests() throws IOException {
    String api =
        Files.readString(
            Project.ROOT.resolve(
                "core/driver-api/src/main/java/io/rpcstress/driver/DriverApi.java"));
    Matcher version = Pattern.compile("int VERSION = (\\d+);").matcher(api);
    assertThat(version.find()).isTrue();
    assertThat(Files.readString(Project.ROOT.resolve("pom.xml")))
        .contains("<driver.api.version>%s</driver.api.version>".formatted(version.group(1)));
  }
}
