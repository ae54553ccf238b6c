package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.DriverApi;
import io.rpcstress.server.base.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A technology that the shipped jar does not bring is measured by it: its driver's jar lies beside
 * it, and nothing was built again. That a new one can be written is architecture/acceptance's.
 */
@Timeout(300)
class ForeignDriverIT {
  private static final String DRIVER = "driver-mml.jar";

  @TempDir Path project;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Path folder;

  /** The shipped jar in a folder of its own. */
  @BeforeEach
  void ship() throws IOException {
    folder = Files.createDirectories(project.resolve("client-harness/target")).toRealPath();
    JarProcess.shipTo(folder);
  }

  private Path beside(String family, String name) throws IOException {
    Path built = Path.of("../technologies", family, "driver/target/driver-" + family + ".jar");
    return Files.copy(built, folder.resolve(name));
  }

  private JarProcess harness(String... arguments) throws IOException {
    return JarProcess.in(project, "client-harness", arguments);
  }

  private void isRefused(JarProcess command, String... why) throws InterruptedException {
    assertThat(command.exit()).isEqualTo(2);
    assertThat(command.out).isEmpty();
    assertThat(command.err).singleElement().asString().contains(why);
  }

  @Test
  void itIsListedBesideTheShippedOnes() throws Exception {
    beside("mml", DRIVER);
    JarProcess list = harness("list").succeeded();
    assertThat(list.out)
        .anyMatch(line -> line.startsWith("mml "))
        .anyMatch(line -> line.startsWith("rpcx "));
  }

  @Test
  void itIsMeasuredByAProcessThatHasItsJarAndNoOther() throws Exception {
    Path jar = beside("mml", DRIVER);
    beside("redis", "driver-redis.jar");
    Path out = project.resolve("out");
    ServerProcess server = SharedServers.example("mml");
    String line = "run --protocol mml,null --threads 3 --requests 3000 --runs 2 --out " + out;
    harness(JarProcess.calling("mml", server, line, JarProcess.QUICK_WITHOUT_ARCHIVE)).succeeded();
    assertThat(Files.readAllLines(out.resolve("raw/mml/t3-r3000.csv"))).hasSize(3);
    assertThat(Files.readAllLines(out.resolve("raw/null/t3-r3000.csv")))
        .as("measured by a process that does not know the other, whose port it was given")
        .hasSize(3);

    String endless = "run --protocol mml --threads 2 --requests 5000 --runs 10000 --json --out ";
    try (JarProcess run =
        harness(
            JarProcess.calling("mml", server, endless + out, JarProcess.QUICK_WITHOUT_ARCHIVE))) {
      run.awaitOfChild("\"order\":0");
      assertThat(run.process.descendants().map(each -> each.info().commandLine().orElse("")))
          .singleElement()
          .asString()
          .contains("client-harness.jar" + File.pathSeparator + jar + " ");
    }
  }

  @Test
  void aTechnologyWhoseJarIsMissingIsRefusedNamingTheJarAndWhereItWasLookedFor() throws Exception {
    Path out = project.resolve("out");
    try (JarProcess run =
        harness(JarProcess.words("run --protocol toy --threads 1 --requests 1 --out " + out))) {
      isRefused(
          run,
          "'toy' is no technology",
          "driver may be missing",
          "driver-toy.jar",
          folder.toString(),
          "mvn -q -T2 -DskipTests package");
    }
    assertThat(out).doesNotExist();
  }

  @Test
  void aJarOfAnotherVersionStopsEveryCommandButHelp() throws Exception {
    try (FileSystem jar = FileSystems.newFileSystem(beside("mml", DRIVER))) {
      Path manifest = jar.getPath("META-INF/MANIFEST.MF");
      String version = DriverApi.MANIFEST_ENTRY + ": ";
      Files.writeString(
          manifest, Files.readString(manifest).replaceFirst(version + ".*", version + "2"));
    }
    try (JarProcess list = harness("list")) {
      isRefused(list, folder.resolve(DRIVER).toString(), "driver API 2");
    }
    try (JarProcess help = harness("run", "--help")) {
      assertThat(help.exit()).isZero();
    }
  }

  @Test
  void aTechnologyThatIsThereTwiceIsRefusedNamingBothJars() throws Exception {
    beside("mml", DRIVER);
    beside("mml", "driver-mml-2.jar");
    try (JarProcess run =
        harness("run", "--protocol", "mml", "--threads", "1", "--requests", "1")) {
      isRefused(run, "driver-mml-2.jar and driver-mml.jar both have the technology mml");
    }
  }
}
