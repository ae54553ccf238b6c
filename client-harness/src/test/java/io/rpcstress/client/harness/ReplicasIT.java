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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --replica}: several real servers that each client calls in turn. */
@Timeout(300)
class ReplicasIT {
  private static final Path DRIVER = Path.of("../technologies/mml/driver/target/driver-mml.jar");
  private static final int THREADS = 8;
  private static final int WINDOWS = 10;
  private static final int REQUESTS = 2_000;

  /** A server that served so many is called by all threads. */
  private static final long UNDER_LOAD = 200;

  /** From then on: the warm-up and one window at least, and not much more, are over. */
  private static final long ONE_WINDOW_MILLIS = 1_800;

  /** Of the rate before, what is left in any case; a machine that others use is no failure. */
  private static final double MIN_SHARE = 0.2;

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

  private JarProcess runTimed(ServerProcess first, ServerProcess second, String tolerated)
      throws IOException {
    return run(
        "mml",
        first,
        second.port(),
        "--warmup 200ms --duration 1s --windows %d --tolerate %s".formatted(WINDOWS, tolerated));
  }

  private static void awaitLoad(ServerProcess server, JarProcess client) {
    Awaitility.await()
        .atMost(JarProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
        .until(() -> server.usage().callsServed() > UNDER_LOAD || !client.process.isAlive());
    assertThat(client.process.isAlive()).as("%s", client.err).isTrue();
  }

  @Tag("long")
  @Test
  void oneOfTwoServersIsKilledUnderLoadAndTheOtherAnswersTheRest() throws Exception {
    try (ServerProcess first = SharedServers.own("mml");
        ServerProcess second = replica("mml");
        JarProcess client = runTimed(first, second, "10%")) {
      awaitLoad(second, client);
      TimeUnit.MILLISECONDS.sleep(ONE_WINDOW_MILLIS);
      stop(second); // or a slow client may have nothing in flight there
      var unused = settled(first);
      second.kill();
      assertThat(client.exit()).as("%s", client.err).isZero();
      assertThat(client.err).anyMatch(line -> line.contains("the server's usage stays empty"));
      List<Run> windows = rows();
      assertThat(windows).hasSize(WINDOWS);
      long failed = windows.stream().mapToLong(window -> window.calls().failed()).sum();
      assertThat(failed).as("what was in flight there").isBetween(1L, (long) THREADS);
      assertThat(windows).allMatch(window -> window.calls().notOk() == window.calls().failed());
      assertThat(windows).allMatch(window -> window.callsServed() == null);
      int killed =
          IntStream.range(0, WINDOWS)
              .filter(i -> windows.get(i).calls().failed() > 0)
              .findFirst()
              .orElseThrow();
      assertThat(windows.subList(killed, WINDOWS))
          .as("are of one server")
          .allMatch(window -> window.flags().contains("replica-missing"));
      assertThat(windows.subList(killed, WINDOWS)).allMatch(window -> window.calls().ok() > 0);
      double before =
          medianRate(windows.subList(0, killed).stream().filter(w -> w.calls().ok() > 0).toList());
      assertThat(medianRate(windows.subList(killed + 1, WINDOWS)))
          .as("the rate is back within the second")
          .isGreaterThan(MIN_SHARE * before);
      assertThat(first.usage().callsFailed()).isZero();
    }
  }

  /** The median, of two the higher. */
  private static double medianRate(List<Run> windows) {
    assertThat(windows).as("before and after the kill").isNotEmpty();
    return windows.stream()
        .mapToDouble(Run::callsPerSecond)
        .sorted()
        .skip(windows.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  private static void stop(ServerProcess server) throws IOException, InterruptedException {
    String pid = Long.toString(server.pid());
    assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor()).isZero();
  }

  /** What it has served when it is called no more. */
  private static long settled(ServerProcess server) {
    AtomicLong last = new AtomicLong(-1);
    Awaitility.await()
        .atMost(JarProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
        .pollInterval(200, TimeUnit.MILLISECONDS)
        .until(
            () -> {
              long now = server.usage().callsServed();
              return last.getAndSet(now) == now;
            });
    return last.get();
  }
}
