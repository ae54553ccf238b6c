package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} against real servers, and what becomes of it when something breaks. */
class RunIT {

  private static final int SIGTERM = 15;

  /** So many that the test, however late it is, always comes before the last. */
  private static final String ENDLESS = "10000";

  @TempDir Path folder;

  private static JarProcess run(ServerProcess server, String line) throws IOException {
    return JarProcess.client(
        JarProcess.calling("tcp", server, "run --protocol tcp " + line, JarProcess.QUICK));
  }

  /** A client of the shared tcp server that goes on until something ends it. */
  private JarProcess endless() throws IOException {
    return run(
        SharedServers.example("tcp"),
        "--threads 2 --requests 5000 --runs %s --json --out %s".formatted(ENDLESS, folder));
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
    JarProcess client =
        JarProcess.client(
                List.of("-Duser.language=ar", "-Duser.country=EG"),
                "plan",
                "--threads=10",
                "--requests=100,200")
            .succeeded();
    assertThat(client.out).anyMatch(line -> line.contains("2 points x 3 technologies"));
  }

  @Test
  void aLineThatIsNotAsDeclaredIsRefusedBeforeAnythingIsMeasured() throws Exception {
    try (JarProcess client =
        run(
            SharedServers.example("tcp"),
            "--threads 2 --requests 10 --line rate=16kbit --out " + folder)) {
      assertThat(client.exit()).as("%s", client.err).isOne();
      assertThat(client.err)
          .anyMatch(line -> line.startsWith("the line is not rate=16kbit: its rate from B to A is"))
          .anyMatch(
              line -> line.startsWith("the line is not rate=16kbit: its rate from A to B is"));
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void aServerKilledInMidRunFailsThePointAndKeepsWhatWasMeasured() throws Exception {
    try (ServerProcess server = SharedServers.own("tcp");
        JarProcess client =
            run(
                server,
                "--threads 7 --requests 5000 --runs %s --json --out %s"
                    .formatted(ENDLESS, folder))) {
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
                JarProcess.words(
                    ("run --protocol tcp --port tcp=%d --usage-port tcp=1 --threads 2 --requests 2"
                            + " --timeout 2s --out %s")
                        .formatted(mute.getLocalPort(), folder),
                    JarProcess.QUICK))) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.err).anyMatch(line -> line.contains("not done after 2 s"));
    }
    FailedPoint failed = RawFiles.readFailed(folder.resolve("raw/tcp/t2-r2.FAILED"));
    assertThat(failed.cause()).isEqualTo(FailureCause.TIMEOUT);
  }

  @Test
  void anInterruptionEndsTheChildAndLeavesNothingHalf() throws Exception {
    try (JarProcess client = endless()) {
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
    try (JarProcess client = endless()) {
      client.awaitOfChild("\"order\":0");
      List<ProcessHandle> children = client.process.descendants().toList();
      client.process.destroyForcibly();
      Awaitility.await()
          .atMost(JarProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }
  }
}
