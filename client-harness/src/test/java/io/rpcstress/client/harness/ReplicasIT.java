package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.Address;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --replica}: several real servers that each client calls in turn. */
@Timeout(300)
class ReplicasIT {
  private static final Path DRIVER = Path.of("../drivers/mml/target/driver-mml.jar");
  private static final int THREADS = 8;
  private static final int WINDOWS = 5;
  private static final int REQUESTS = 2_000;

  /** After so many calls, and this time, the warm-up is over. */
  private static final long UNDER_LOAD = 2_000;

  private static final long WARMED_UP_MILLIS = 400;

  @TempDir Path folder;

  /** The shipped client with the driver beside it. */
  @BeforeEach
  void install() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("client-harness/target"));
    var unused = JarProcess.shipTo(jars);
    Files.copy(DRIVER, jars.resolve("driver-mml.jar"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** A server whose usage is where the client looks for it. */
  private static ServerProcess replica() throws IOException {
    Path jar = Path.of("../server-mml/target/server-mml.jar");
    return ServerProcess.ready(jar, "mml", "--port", Integer.toString(portWithOneAbove()));
  }

  private static int portWithOneAbove() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    while (true) {
      try (ServerSocket service = new ServerSocket(0, 1, loopback);
          ServerSocket usage = new ServerSocket()) {
        int port = service.getLocalPort();
        if (port + 1_000 <= Address.HIGHEST_PORT) {
          usage.bind(new InetSocketAddress(loopback, port + 1_000));
          return port;
        }
      } catch (IOException taken) {
        // another one, then
      }
    }
  }

  private JarProcess run(ServerProcess first, int replica, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                "--protocol",
                "mml",
                "--port",
                "mml=" + first.port(),
                "--usage-port",
                "mml=" + first.usagePort(),
                "--replica",
                "mml=" + replica,
                JarProcess.QUICK,
                "--threads",
                Integer.toString(THREADS),
                "--out",
                folder.resolve("results").toString()));
    words.addAll(Arrays.asList(more));
    return JarProcess.in(folder, "client-harness", words.toArray(new String[0]));
  }

  private List<Run> rows() throws IOException {
    List<Path> files = new RawFiles(folder.resolve("results")).csvFiles();
    assertThat(files).hasSize(1);
    assertThat(files.get(0).getFileName().toString()).contains("-servers2");
    List<Run> runs = RunCsv.read(files.get(0)).runs();
    assertThat(runs).allMatch(run -> run.point().dimensions().text(Dimension.SERVERS).equals("2"));
    return runs;
  }

  @Test
  void twoServersShareTheCallsAndTheirCountersAreAdded() throws Exception {
    try (ServerProcess first = SharedServers.own("mml");
        ServerProcess second = replica();
        JarProcess client =
            run(first, second.port(), "--requests", Integer.toString(REQUESTS), "--runs", "2")) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      List<Run> runs = rows();
      assertThat(runs).hasSize(2);
      for (Run run : runs) {
        assertThat(run.calls().ok()).isEqualTo(REQUESTS);
        assertThat(run.callsServed()).as("of both").isEqualTo(REQUESTS);
        assertThat(run.flags()).doesNotContain("served-mismatch", "replica-missing");
        assertThat(run.cost().server().cpuMs()).isNotNull();
      }
      assertThat(first.usage().callsServed()).isEqualTo(second.usage().callsServed());
      assertThat(first.usage().callsServed()).isEqualTo(REQUESTS);
    }
  }

  @Test
  void oneOfTwoServersIsKilledUnderLoadAndTheOtherAnswersTheRest() throws Exception {
    try (ServerProcess first = SharedServers.own("mml");
        ServerProcess second = replica();
        JarProcess client =
            run(
                first,
                second.port(),
                "--warmup",
                "200ms",
                "--duration",
                "1s",
                "--windows",
                Integer.toString(WINDOWS),
                "--tolerate",
                "10%")) {
      Awaitility.await()
          .atMost(JarProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> second.usage().callsServed() > UNDER_LOAD);
      TimeUnit.MILLISECONDS.sleep(WARMED_UP_MILLIS);
      second.kill();
      assertThat(client.exit()).as("%s", client.err).isZero();
      assertThat(client.err).anyMatch(line -> line.contains("the server's usage stays empty"));
      List<Run> windows = rows();
      assertThat(windows).hasSize(WINDOWS);
      long failed = windows.stream().mapToLong(window -> window.calls().failed()).sum();
      assertThat(failed).as("what was in flight there").isBetween(1L, (long) THREADS);
      int killed =
          windows.stream()
              .mapToInt(w -> w.calls().failed() > 0 ? w.order() : WINDOWS)
              .min()
              .orElse(0);
      assertThat(windows.subList(killed, WINDOWS))
          .as("the rate is back within the second")
          .allMatch(window -> window.calls().ok() > 0);
      assertThat(windows).allMatch(window -> window.calls().timedOut() == 0);
      assertThat(windows).allMatch(window -> window.callsServed() == null);
      assertThat(windows.subList(killed, WINDOWS))
          .as("are of one server")
          .allMatch(window -> window.flags().contains("replica-missing"));
      assertThat(first.usage().callsFailed()).isZero();
    }
  }

  @Test
  void aTechnologyThatCallsOneServerIsRefusedNamingThoseThatCallSeveral() throws Exception {
    try (JarProcess client =
        JarProcess.in(
            folder,
            "client-harness",
            "run",
            "--protocol",
            "tcp",
            "--threads",
            "1",
            "--requests",
            "1",
            "--replica",
            "tcp=9104")) {
      assertThat(client.exit()).isEqualTo(2);
      assertThat(client.out).isEmpty();
      assertThat(client.err)
          .singleElement()
          .asString()
          .contains("--replica tcp: a client of tcp calls one server; mml can call several");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mml=9013", // its own
    "mml=localhost:9013", // by another name
    "'mml=9113,mml=9113'",
    "'mml=9113,mml@example=localhost:9113'",
  })
  void aServerThatIsCalledAlreadyIsNoFurtherOne(String replicas) throws Exception {
    try (JarProcess client =
        JarProcess.in(
            folder,
            "client-harness",
            "run",
            "--protocol",
            "mml",
            "--threads",
            "1",
            "--requests",
            "1",
            "--replica",
            replicas)) {
      assertThat(client.exit()).isEqualTo(2);
      assertThat(client.err).singleElement().asString().contains("which is called already");
    }
  }

  @Test
  void aFurtherServerThatIsNotThereFailsThePoint() throws Exception {
    int nobody = portWithOneAbove();
    try (ServerProcess first = SharedServers.own("mml");
        JarProcess client = run(first, nobody, "--requests", "10", "--runs", "1")) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.err)
          .anyMatch(line -> line.contains("no mml server at 127.0.0.1:" + nobody));
      assertThat(first.usage().callsServed()).isZero();
    }
  }
}
