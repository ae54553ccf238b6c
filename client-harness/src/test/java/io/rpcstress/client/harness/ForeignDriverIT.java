package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.driver.ToyJar;
import io.rpcstress.contract.Greeting;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A technology of somebody else's, with a client library and a schema of its own, is measured by
 * the shipped jar: its driver's jar lies beside it, and nothing was built again.
 */
@Timeout(300)
class ForeignDriverIT {

  private static final int GREET = 7;
  private static final List<String> OTHER = List.of("org.example.other.OtherDriver");

  @SuppressWarnings("NullAway.Init") // set before the tests
  @TempDir
  static Path classes;

  @SuppressWarnings("NullAway.Init") // set before the tests
  private static ToyJar toy;

  @TempDir Path project;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Path folder;

  @SuppressWarnings("NullAway.Init") // set before each test
  private SocketServer server;

  @BeforeAll
  static void compile() throws IOException {
    toy = ToyJar.compiled(classes);
  }

  /** The shipped jar in a folder of its own, and a server of the toy's. */
  @BeforeEach
  void ship() throws IOException {
    folder = Files.createDirectories(project.resolve("client-harness/target")).toRealPath();
    JarProcess.shipTo(folder);
    server = new SocketServer(ForeignDriverIT::serve);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private static void serve(Socket socket) throws IOException {
    try (socket;
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
      while (in.readByte() == GREET) {
        out.writeUTF(Greeting.greet(in.readUTF()));
      }
    }
  }

  private JarProcess harness(String... arguments) throws IOException {
    return JarProcess.in(project, "client-harness", arguments);
  }

  private JarProcess onToy(String line) throws IOException {
    return harness(
        JarProcess.words(line + " --port toy=" + server.port(), JarProcess.QUICK_WITHOUT_ARCHIVE));
  }

  private void isRefused(JarProcess command, String... why) throws InterruptedException {
    assertThat(command.exit()).isEqualTo(2);
    assertThat(command.out).isEmpty();
    assertThat(command.err).singleElement().asString().contains(why);
  }

  @Test
  void itIsListedBesideTheShippedOnes() throws Exception {
    toy.jar(folder.resolve("driver-toy.jar"));
    JarProcess list = harness("list").succeeded();
    assertThat(list.out)
        .anyMatch(line -> line.startsWith("toy ") && line.contains("type 77"))
        .anyMatch(line -> line.startsWith("rpcx "));
  }

  @Test
  void itIsMeasuredByAProcessThatHasItsJarAndNoOther() throws Exception {
    Path jar = toy.jar(folder.resolve("driver-toy.jar"));
    toy.jar(folder.resolve("driver-other.jar"), "1", OTHER);
    Path out = project.resolve("out");
    JarProcess run =
        onToy("run --protocol toy,null --threads 3 --requests 30 --runs 2 --out " + out)
            .succeeded();
    assertThat(run.err)
        .filteredOn(line -> line.startsWith("toy runs on "))
        .singleElement()
        .asString()
        .endsWith("client-harness.jar" + File.pathSeparator + jar);
    assertThat(Files.readAllLines(out.resolve("raw/toy/t3-r30.csv"))).hasSize(3);
    assertThat(Files.readAllLines(out.resolve("raw/null/t3-r30.csv")))
        .as("measured by a process that does not know the toy, whose port it was given")
        .hasSize(3);
  }

  @Test
  void aTechnologyWhoseJarIsMissingIsRefusedNamingTheJarAndWhereItWasLookedFor() throws Exception {
    Path out = project.resolve("out");
    try (JarProcess run = onToy("run --protocol toy --threads 1 --requests 1 --out " + out)) {
      isRefused(run, "'toy' is no technology", "driver-toy.jar", folder.toString());
    }
    assertThat(out).doesNotExist();
  }

  @Test
  void aJarOfAnotherVersionStopsEveryCommandButHelp() throws Exception {
    toy.jar(folder.resolve("driver-toy.jar"), "2", List.of("org.example.toy.ToyDriver"));
    try (JarProcess list = harness("list")) {
      isRefused(list, folder.resolve("driver-toy.jar").toString(), "driver API 2");
    }
    try (JarProcess help = harness("run", "--help")) {
      assertThat(help.exit()).isZero();
    }
  }

  @Test
  void aTechnologyThatIsThereTwiceIsRefusedNamingBothJars() throws Exception {
    toy.jar(folder.resolve("driver-toy.jar"));
    toy.jar(folder.resolve("driver-toy-2.jar"));
    try (JarProcess run = onToy("run --protocol toy --threads 1 --requests 1")) {
      isRefused(run, "driver-toy-2.jar and driver-toy.jar both have the technology toy");
    }
  }
}
