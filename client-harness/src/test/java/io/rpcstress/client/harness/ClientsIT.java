package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code --clients}: several client processes against one real server. */
class ClientsIT {

  private static final int CLIENTS = 2;
  private static final int THREADS = 2;
  private static final int REQUESTS = 3_000;
  private static final int RUNS = 3;

  /** So many that the test, however late it is, always comes before the last. */
  private static final String ENDLESS = "10000";

  /** Of a processor, what a JVM that waits may take: the share from which on a row is flagged. */
  private static final double IDLE_SHARE = 0.002;

  @TempDir Path folder;

  private JarProcess run(ServerProcess server, String line) throws IOException {
    return JarProcess.client(
        JarProcess.calling(
            "tcp",
            server,
            "run --protocol tcp --threads %d --clients %d --json --out %s %s"
                .formatted(THREADS, CLIENTS, folder, line),
            JarProcess.QUICK));
  }

  private static List<JsonNode> events(JarProcess client, String name) {
    return client.out.stream()
        .filter(line -> line.startsWith("{"))
        .map(line -> JsonMapper.shared().readTree(line))
        .filter(event -> event.path("event").asString("").equals(name))
        .toList();
  }

  @Test
  void theSumIsTheServersAndEachClientHasItsRows() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    long began = System.nanoTime();
    JarProcess client =
        run(server, "--requests %d --runs %d".formatted(REQUESTS, RUNS)).succeeded();
    assertThat(events(client, "run")).hasSize(RUNS);
    assertThat(events(client, "client")).hasSize(CLIENTS * RUNS);
    List<JsonNode> parent = events(client, "parent");
    double parentMs = parent.isEmpty() ? 0 : parent.get(0).path("cpuMs").asDouble();
    Path csv = folder.resolve("raw/tcp/t2-r3000-clients2.csv");
    RunCsv.Content content = RunCsv.read(csv);
    assertThat(content.bad()).isEmpty();
    assertThat(content.runs()).hasSize(RUNS);
    for (Run whole : content.runs()) {
      List<Run> own =
          content.clients().stream().filter(run -> run.order() == whole.order()).toList();
      assertThat(own).extracting(run -> run.circumstances().client()).containsExactly(0, 1);
      assertThat(own).allMatch(run -> run.calls().ok() == REQUESTS);
      assertThat(own).allMatch(run -> run.cost().server().cpuMs() == null);
      assertThat(whole.calls().ok()).isEqualTo((long) CLIENTS * REQUESTS);
      assertThat(whole.callsServed()).as("counted by the server").isEqualTo(whole.calls().ok());
      assertThat(whole.cost().server().cpuMs()).isNotNull();
      assertThat(whole.circumstances().releaseSkewMs()).isNotNull().isNotNegative();
      assertThat(whole.flags()).doesNotContain("served-mismatch");
    }
    assertThat(RawFiles.histograms(csv))
        .hasSize(RUNS)
        .allMatch(histogram -> histogram.getTotalCount() == (long) CLIENTS * REQUESTS);
    if (Files.isReadable(Path.of("/proc/self/schedstat"))) {
      double tookMillis = (System.nanoTime() - began) / 1e6;
      assertThat(parentMs)
          .as("ms from the first gate to the last reply, of %.0f in all", tookMillis)
          .isLessThan(Math.max(10, IDLE_SHARE * tookMillis));
    }
  }

  @Test
  void aClientThatDiesFailsThePointByItsNumberAndTheOthersAreEnded() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "no /proc here");
    ServerProcess server = SharedServers.example("tcp");
    try (JarProcess client = run(server, "--requests 5000 --runs " + ENDLESS)) {
      client.awaitOfChild("\"order\":0");
      List<ProcessHandle> children = client.process.descendants().toList();
      assertThat(children).hasSize(CLIENTS);
      children.stream()
          .filter(child -> number(child) == 1)
          .findFirst()
          .orElseThrow()
          .destroyForcibly();
      assertThat(client.exit()).isEqualTo(1);
      assertThat(children).noneMatch(ProcessHandle::isAlive);
      assertThat(client.out).anyMatch(line -> line.contains("\"event\":\"failed\""));
    }
    FailedPoint failed = RawFiles.readFailed(folder.resolve("raw/tcp/t2-r5000-clients2.FAILED"));
    assertThat(failed.cause()).isEqualTo(FailureCause.CRASHED);
    assertThat(failed.detail()).startsWith("client 1: the measuring process ended with 137");
    assertThat(failed.redo()).contains("--clients 2");
    try (Stream<Path> files = Files.walk(folder.resolve("raw"))) {
      assertThat(files.filter(Files::isRegularFile)).hasSize(1);
    }
  }

  private static int number(ProcessHandle child) {
    try {
      String words = Files.readString(Path.of("/proc/" + child.pid() + "/cmdline"));
      return words.contains("-Drpcstress.client=1\0") ? 1 : 0;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
