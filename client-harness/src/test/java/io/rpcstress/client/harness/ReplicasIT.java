package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.Address;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --replica}: several real servers that each client calls in turn. */
@Tag("long")
@Timeout(300)
class ReplicasIT {
  private static final Path DRIVER = Path.of("../technologies/mml/driver/target/driver-mml.jar");
  private static final int THREADS = 8;
  private static final int REQUESTS = 2_000;

  @TempDir Path folder;

  /** The shipped client with mml's driver beside it. */
  @BeforeEach
  void install() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("client-harness/target"));
    var unused = JarProcess.shipTo(jars);
    Files.copy(DRIVER, jars.resolve("driver-mml.jar"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** A server whose usage is where the client looks for it. */
  private static ServerProcess replica(String technology) throws IOException {
    return ServerProcess.ready(
        SharedServers.jar(technology), technology, "--port", Integer.toString(portWithOneAbove()));
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

  private JarProcess run(String technology, ServerProcess first, int replica, String line)
      throws IOException {
    return JarProcess.in(
        folder,
        "client-harness",
        JarProcess.calling(
            technology,
            first,
            "run --protocol %s --replica %s=%d --threads %d --out %s %s"
                .formatted(
                    technology, technology, replica, THREADS, folder.resolve("results"), line),
            JarProcess.QUICK));
  }

  private List<Run> rows() throws IOException {
    List<Path> files = new RawFiles(folder.resolve("results")).csvFiles();
    assertThat(files).hasSize(1);
    assertThat(files.get(0).getFileName().toString()).contains("-servers2");
    List<Run> runs = RunCsv.read(files.get(0)).runs();
    assertThat(runs).allMatch(run -> run.point().dimensions().text(Dimension.SERVERS).equals("2"));
    return runs;
  }

  @ParameterizedTest
  @CsvSource({"mml, true", "grpc, false", "rpcx, false"})
  void twoServersShareTheCallsAndTheirCountersAreAdded(String technology, boolean strictlyInTurn)
      throws Exception {
    try (ServerProcess first = SharedServers.own(technology);
        ServerProcess second = replica(technology);
        JarProcess client =
            run(technology, first, second.port(), "--requests " + REQUESTS + " --runs 2")) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      List<Run> runs = rows();
      assertThat(runs).hasSize(2);
      for (Run run : runs) {
        assertThat(run.calls().ok()).isEqualTo(REQUESTS);
        assertThat(run.callsServed()).as("of both").isEqualTo(REQUESTS);
        assertThat(run.flags()).doesNotContain("served-mismatch", "replica-missing");
        assertThat(run.cost().server().cpuMs()).isNotNull();
      }
      List<Long> served = List.of(first.usage().callsServed(), second.usage().callsServed());
      assertThat(served.get(0) + served.get(1)).isEqualTo(2 * REQUESTS);
      assertThat(served).allMatch(calls -> calls > 0);
      assertThat(served.get(0).equals(served.get(1)) || !strictlyInTurn).isTrue();
      assertThat(servedByServer()).isEqualTo(served);
    }
  }

  /** As the file beside the rows has it. */
  private List<Long> servedByServer() throws IOException {
    RawFiles files = new RawFiles(folder.resolve("results"));
    Path beside = Path.of(files.csvFiles().get(0).toString().replaceFirst("\\.csv$", ".services"));
    return ServiceRow.parse(Files.readString(beside)).stream()
        .map(ServiceRow::callsServed)
        .toList();
  }
}
