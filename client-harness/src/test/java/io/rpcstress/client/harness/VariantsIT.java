package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.Address;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both variants of a technology in one run, each with the server that it needs. */
class VariantsIT {

  /** A call a thread: that each is answered and counted is tested, not how fast. */
  private static final int REQUESTS = 4;

  private static final int RUNS = 2;

  @TempDir Path folder;

  private static String[] run(String protocols, List<String> ports, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                "--protocol",
                protocols,
                "--threads",
                "4",
                "--requests",
                Integer.toString(REQUESTS),
                "--runs",
                Integer.toString(RUNS),
                JarProcess.QUICK));
    words.addAll(ports);
    words.addAll(Arrays.asList(more));
    return words.toArray(new String[0]);
  }

  private static List<String> at(String name, ServerProcess server) {
    return List.of(
        "--port", name + "=" + server.port(), "--usage-port", name + "=" + server.usagePort());
  }

  private static ServerUsage usage(ServerProcess server) throws Exception {
    return new UsageReader(new Address("127.0.0.1", server.usagePort())).usage();
  }

  @Test
  void eachVariantCallsTheServerThatIsSetUpForItAndNoOther() throws Exception {
    ServerProcess grpc = SharedServers.example("grpc");
    ServerProcess tuned = SharedServers.tuned("grpc");
    ServerProcess tcp = SharedServers.example("tcp");
    long grpcBefore = usage(grpc).callsServed();
    long tunedBefore = usage(tuned).callsServed();
    long tcpBefore = usage(tcp).callsServed();
    List<String> ports = new ArrayList<>(at("grpc", grpc));
    ports.addAll(at("grpc@tuned", tuned));
    ports.addAll(at("tcp", tcp));
    try (JarProcess client =
        JarProcess.client(
            run("grpc,grpc@tuned,tcp,tcp@multiplexed", ports, "--out", folder.toString()))) {
      assertThat(client.exit()).as("%s", client.err).isZero();
    }
    assertThat(usage(grpc).variant()).isEqualTo("example");
    assertThat(usage(grpc).callsServed() - grpcBefore).isEqualTo(REQUESTS * RUNS);
    assertThat(usage(tuned).variant()).isEqualTo("tuned");
    assertThat(usage(tuned).callsServed() - tunedBefore).isEqualTo(REQUESTS * RUNS);
    assertThat(usage(tcp).callsServed() - tcpBefore)
        .as("two floors")
        .isEqualTo(2 * REQUESTS * RUNS);
    for (String contender : List.of("grpc", "grpc@tuned", "tcp", "tcp@multiplexed")) {
      assertThat(rows(contender)).as(contender).noneMatch(row -> row.contains("mismatch"));
    }
    assertThat(rows("tcp")).anyMatch(row -> row.contains("per-thread"));
    assertThat(rows("tcp@multiplexed")).anyMatch(row -> row.contains("multiplexed:1"));
  }

  /** The rows of a contender's only point, one a run. */
  private List<String> rows(String contender) throws IOException {
    List<String> csv =
        Files.readAllLines(
            folder.resolve("raw").resolve(contender).resolve("t4-r" + REQUESTS + ".csv"));
    assertThat(csv).as(contender).hasSize(1 + RUNS);
    return csv.subList(1, csv.size());
  }

  @Test
  void aPointWhoseServerIsOfTheOtherVariantFailsBeforeItsFirstCall() throws Exception {
    ServerProcess example = SharedServers.example("grpc");
    long before = usage(example).callsServed();
    try (JarProcess client =
        JarProcess.client(
            run("grpc@tuned", at("grpc@tuned", example), "--out", folder.toString()))) {
      assertThat(client.exit()).isEqualTo(1);
      String refusal =
          "grpc@tuned needs a server started with --variant tuned at 127.0.0.1:%d; the one there"
              .formatted(example.port());
      assertThat(client.err).anyMatch(line -> line.contains(refusal + " runs example"));
      assertThat(usage(example).callsServed()).isEqualTo(before);
    }
    FailedPoint failed = RawFiles.readFailed(folder.resolve("raw/grpc@tuned/t4-r4.FAILED"));
    assertThat(failed.cause()).isEqualTo(FailureCause.WRONG_SERVER);
  }

  @Test
  void aSweepDoesNotBeginOnAServerOfTheOtherVariant() throws Exception {
    String sweep = folder.resolve("s").toString();
    ServerProcess tuned = SharedServers.tuned("grpc");
    List<String> begin =
        new ArrayList<>(List.of("sweep", "begin", sweep, "--protocols", "grpc", "--threads", "1"));
    begin.addAll(at("grpc", tuned));
    try (JarProcess begun = JarProcess.client(begin.toArray(new String[0]))) {
      assertThat(begun.exit()).as("%s", begun.err).isZero();
    }
    try (JarProcess await = JarProcess.client("sweep", "await", sweep, "--wait", "10")) {
      assertThat(await.exit()).isEqualTo(1);
      assertThat(await.err)
          .singleElement()
          .asString()
          .startsWith("grpc needs a server started with --variant example at 127.0.0.1:")
          .endsWith("runs tuned");
    }
  }
}
