package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} against real servers, and what becomes of it when something breaks. */
class RunIT {

  private static final List<String> TECHNOLOGIES = List.of("rpcx", "grpc", "openfeign", "tcp");

  private static final int SIGTERM = 15;

  /** So many that the test, however late it is, always comes before the last. */
  private static final String ENDLESS = "10000";

  /** Of a processor, what a JVM that waits may take: the share from which on a row is flagged. */
  private static final double IDLE_SHARE = 0.002;

  @TempDir Path folder;

  private static String[] run(String protocol, Object port, Object usage, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                "--protocol",
                protocol,
                "--port",
                port.toString(),
                "--usage-port",
                usage.toString(),
                JarProcess.QUICK));
    words.addAll(Arrays.asList(more));
    return words.toArray(new String[0]);
  }

  private static String[] tcp(ServerProcess server, String... more) {
    return run("tcp", "tcp=" + server.port(), "tcp=" + server.usagePort(), more);
  }

  /** A client of the shared tcp server that tells its runs as JSON. */
  private static JarProcess onTwoThreads(String requests, String runs, Path out)
      throws IOException {
    ServerProcess server = SharedServers.example("tcp");
    return JarProcess.client(
        tcp(
            server,
            "--threads",
            "2",
            "--requests",
            requests,
            "--runs",
            runs,
            "--json",
            "--out",
            out.toString()));
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(folder.resolve("raw"))) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder.resolve("raw"))) {
      return all.filter(Files::isRegularFile).map(folder::relativize).sorted().toList();
    }
  }

  /** Where people write other digits, and a comma for the point. */
  @Test
  void numbersArePrintedAlikeInEveryLocale() throws Exception {
    try (JarProcess client =
        JarProcess.client(
            List.of("-Duser.language=ar", "-Duser.country=EG"),
            "plan",
            "--threads=10",
            "--requests=100,200")) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      assertThat(client.out).anyMatch(line -> line.startsWith("2 points x 3 technologies"));
    }
  }

  @Test
  void aLineThatIsNotAsDeclaredIsRefusedBeforeAnythingIsMeasured() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    String out = folder.toString();
    try (JarProcess client =
        JarProcess.client(
            tcp(server, "--threads=2", "--requests=10", "--line=rate=16kbit", "--out", out))) {
      assertThat(client.exit()).as("%s", client.err).isOne();
      assertThat(client.err)
          .anyMatch(line -> line.startsWith("the line is not rate=16kbit: its rate from B to A is"))
          .anyMatch(
              line -> line.startsWith("the line is not rate=16kbit: its rate from A to B is"));
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void aHundredCallsOnSevenThreadsAreIssuedAndServedByEachTechnology() throws Exception {
    List<String> ports = new ArrayList<>();
    List<String> usages = new ArrayList<>();
    for (String technology : TECHNOLOGIES) {
      ServerProcess server = SharedServers.example(technology);
      ports.add(technology + "=" + server.port());
      usages.add(technology + "=" + server.usagePort());
    }
    String[] arguments =
        run(
            String.join(",", TECHNOLOGIES),
            String.join(",", ports),
            String.join(",", usages),
            "--threads",
            "7",
            "--requests",
            "100",
            "--out",
            folder.toString());
    try (JarProcess client = JarProcess.client(arguments)) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      assertThat(client.out.stream().filter(line -> line.matches("average +[0-9].*"))).hasSize(4);
    }
    for (String technology : TECHNOLOGIES) {
      checkRows(folder.resolve("raw/" + technology + "/t7-r100.csv"));
      assertThat(folder.resolve("raw/" + technology + "/t7-r100.hlog")).isNotEmptyFile();
    }
  }

  private static void checkRows(Path csv) throws IOException {
    List<String> lines = Files.readAllLines(csv);
    List<String> header = List.of(lines.get(0).split(",", -1));
    assertThat(lines).hasSize(11);
    for (int order = 0; order < 10; order++) {
      List<String> row = List.of(lines.get(order + 1).split(",", -1));
      assertThat(row.get(header.indexOf("order"))).isEqualTo(Integer.toString(order));
      for (String column : List.of("callsIssued", "callsOk", "callsServed")) {
        assertThat(row.get(header.indexOf(column))).as(column).isEqualTo("100");
      }
      assertThat(row.get(header.indexOf("p50Us"))).isNotEmpty();
      assertThat(row.get(header.indexOf("p99Us"))).isEmpty();
      assertThat(row.get(header.indexOf("serverCpuUs"))).isNotEmpty();
    }
  }

  @Test
  void theParentComputesNothingWhileItsChildMeasures() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/schedstat")), "no scheduler's account here");
    List<String> told;
    ServerProcess server = SharedServers.example("tcp");
    long began = System.nanoTime();
    try (JarProcess client =
        JarProcess.client(
            tcp(
                server,
                "--threads",
                "4",
                "--requests",
                "10000",
                "--json",
                "--out",
                folder.toString()))) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      told = List.copyOf(client.out);
    }
    double tookMillis = (System.nanoTime() - began) / 1e6;
    Pattern parent = Pattern.compile("\"event\":\"parent\".*\"cpuMs\":([0-9.E-]+)");
    List<Double> millis =
        told.stream()
            .map(parent::matcher)
            .filter(Matcher::find)
            .map(matcher -> Double.valueOf(matcher.group(1)))
            .toList();
    assertThat(millis).as("%s", told).hasSize(1);
    // A JVM that does nothing wakes some times a second: the longer a slow host takes, the more.
    assertThat(millis.get(0))
        .as("ms from the first gate to the last reply, of %.0f in all", tookMillis)
        .isLessThan(Math.max(10, IDLE_SHARE * tookMillis));
    assertThat(told).noneMatch(line -> line.contains("parent-cpu"));
  }

  @Tag("defect")
  @DisplayName("defect 5: a point that failed ends with exit code 1")
  @Test
  void aDeadServerIsOneClearLineAndAFailedPoint() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    String[] arguments =
        run(
            "tcp",
            "tcp=" + free,
            "tcp=" + free,
            "--threads",
            "7",
            "--requests",
            "100",
            "--out",
            folder.toString());
    try (JarProcess client = JarProcess.client(arguments)) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.err)
          .anyMatch(line -> line.contains("no tcp server answers at 127.0.0.1:" + free));
    }
    Path failed = folder.resolve("raw/tcp/t7-r100.FAILED");
    assertThat(RawFiles.readFailed(failed).cause()).isEqualTo(FailureCause.UNREACHABLE);
    assertThat(files()).containsExactly(folder.relativize(failed));
  }

  @Test
  void aServerKilledInMidRunFailsThePointAndKeepsWhatWasMeasured() throws Exception {
    try (ServerProcess server = SharedServers.own("tcp");
        JarProcess client =
            JarProcess.client(
                tcp(
                    server,
                    "--threads",
                    "7",
                    "--requests",
                    "5000",
                    "--runs",
                    ENDLESS,
                    "--json",
                    "--out",
                    folder.toString()))) {
      client.awaitOfChild("\"order\":0");
      server.kill();
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.out).anyMatch(line -> line.contains("\"event\":\"failed\""));
    }
    FailedPoint failed = RawFiles.readFailed(folder.resolve("raw/tcp/t7-r5000.FAILED"));
    assertThat(failed.cause()).isEqualTo(FailureCause.CALLS_FAILED);
    assertThat(failed.runs()).isNotEmpty();
    assertThat(failed.redo()).contains("--threads 7 --requests 5000");
    assertThat(files()).hasSize(1);
  }

  @Test
  void aServerThatNeverAnswersIsEndedByTheTimeout() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        JarProcess client =
            JarProcess.client(
                run(
                    "tcp",
                    "tcp=" + mute.getLocalPort(),
                    "tcp=1",
                    "--threads",
                    "2",
                    "--requests",
                    "2",
                    "--timeout",
                    "5s",
                    "--out",
                    folder.toString()))) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.err).anyMatch(line -> line.contains("not done after 5 s"));
    }
    FailedPoint failed = RawFiles.readFailed(folder.resolve("raw/tcp/t2-r2.FAILED"));
    assertThat(failed.cause()).isEqualTo(FailureCause.TIMEOUT);
  }

  @Test
  void anInterruptionEndsTheChildAndLeavesNothingHalf() throws Exception {
    try (JarProcess client = onTwoThreads("5000", ENDLESS, folder)) {
      client.awaitOfChild("\"order\":0");
      List<ProcessHandle> children = client.process.descendants().toList();
      assertThat(children).isNotEmpty();
      // SIGTERM: a process that was started in the background may ignore SIGINT
      client.process.destroy();
      assertThat(client.exit()).isEqualTo(128 + SIGTERM);
      assertThat(children).noneMatch(ProcessHandle::isAlive);
      assertThat(files()).isEmpty();
    }
  }

  @Test
  void aChildDoesNotOutliveAParentThatWasKilled() throws Exception {
    try (JarProcess client = onTwoThreads("5000", ENDLESS, folder)) {
      client.awaitOfChild("\"order\":0");
      List<ProcessHandle> children = client.process.descendants().toList();
      client.process.destroyForcibly();
      Awaitility.await()
          .atMost(JarProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  @Test
  void aDiskThatFillsUpWhileMeasuringLeavesNoHalfFile() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(mount("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.toString()), "no root");
    try (JarProcess client = onTwoThreads("4000", "50", disk)) {
      client.awaitOfChild("\"order\":0");
      fill(disk.resolve("filler"));
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.err).anyMatch(line -> line.contains("could not be written whole"));
      try (Stream<Path> left = Files.walk(disk.resolve("raw"))) {
        assertThat(left.filter(Files::isRegularFile)).isEmpty();
      }
    } finally {
      mount("umount", "-l", disk.toString());
    }
  }

  private static boolean mount(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static void fill(Path file) {
    try (OutputStream out = Files.newOutputStream(file)) {
      byte[] block = new byte[4096];
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      // Full: that is what was wanted.
    }
  }
}
