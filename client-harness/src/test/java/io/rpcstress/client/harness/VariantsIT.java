package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.point.UsageEndpoint;
import io.rpcstress.driver.Address;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both variants of a technology in one run, each with the server that it needs. */
class VariantsIT {

  private static final int REQUESTS = 40;
  private static final int RUNS = 3;

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
                Integer.toString(RUNS)));
    words.addAll(ports);
    words.addAll(Arrays.asList(more));
    return words.toArray(new String[0]);
  }

  private static List<String> at(String name, Jar server) {
    return List.of(
        "--port", name + "=" + server.port(), "--usage-port", name + "=" + server.usagePort());
  }

  private static ServerUsage usage(Jar server) throws Exception {
    return new UsageEndpoint(new Address("127.0.0.1", server.usagePort())).usage();
  }

  @Test
  void eachVariantCallsTheServerThatIsSetUpForItAndNoOther() throws Exception {
    try (Jar grpc = Jar.server("grpc");
        Jar tuned = Jar.tunedServer("grpc");
        Jar tcp = Jar.server("tcp")) {
      List<String> ports = new ArrayList<>(at("grpc", grpc));
      ports.addAll(at("grpc@tuned", tuned));
      ports.addAll(at("tcp", tcp));
      try (Jar client =
          Jar.client(
              run("grpc,grpc@tuned,tcp,tcp@multiplexed", ports, "--out", folder.toString()))) {
        assertThat(client.exit()).as("%s", client.err).isZero();
      }
      assertThat(usage(grpc).variant()).isEqualTo("example");
      assertThat(usage(grpc).callsServed()).isEqualTo(REQUESTS * RUNS);
      assertThat(usage(tuned).variant()).isEqualTo("tuned");
      assertThat(usage(tuned).callsServed()).isEqualTo(REQUESTS * RUNS);
      assertThat(usage(tcp).callsServed()).as("two floors").isEqualTo(2 * REQUESTS * RUNS);
    }
    for (String contender : List.of("grpc", "grpc@tuned", "tcp", "tcp@multiplexed")) {
      List<String> csv = Files.readAllLines(folder.resolve("raw/" + contender + "/t4-r40.csv"));
      assertThat(csv).as(contender).hasSize(1 + RUNS).noneMatch(row -> row.contains("mismatch"));
    }
    assertThat(Files.readString(folder.resolve("raw/tcp/t4-r40.csv"))).contains("per-thread");
    assertThat(Files.readString(folder.resolve("raw/tcp@multiplexed/t4-r40.csv")))
        .contains("multiplexed:1");
  }

  /** The forked clients find every HTTP client in the jar, and all of them the one tuned server. */
  @Test
  void everyHttpClientBelowFeignAndTheCoalescingFloorAnswerFromTheShippedJar() throws Exception {
    String onTuned = "openfeign@tuned,openfeign@hc5,openfeign@okhttp,openfeign@jdk";
    try (Jar example = Jar.server("openfeign");
        Jar tuned = Jar.tunedServer("openfeign");
        Jar tcp = Jar.server("tcp")) {
      List<String> ports = new ArrayList<>(at("openfeign", example));
      ports.addAll(at("openfeign@tuned", tuned));
      ports.addAll(at("tcp", tcp));
      String all = "openfeign," + onTuned + ",tcp@coalescing";
      try (Jar client = Jar.client(run(all, ports, "--out", folder.toString()))) {
        assertThat(client.exit()).as("%s", client.err).isZero();
      }
      assertThat(usage(example).callsServed()).isEqualTo(REQUESTS * RUNS);
      assertThat(usage(tuned).callsServed()).as("four clients").isEqualTo(4 * REQUESTS * RUNS);
      assertThat(usage(tcp).callsServed()).isEqualTo(REQUESTS * RUNS);
      for (String contender : all.split(",", -1)) {
        List<String> csv = Files.readAllLines(folder.resolve("raw/" + contender + "/t4-r40.csv"));
        assertThat(csv).as(contender).hasSize(1 + RUNS).noneMatch(row -> row.contains("mismatch"));
      }
    }
  }

  @Test
  void aPointWhoseServerIsOfTheOtherVariantFailsBeforeItsFirstCall() throws Exception {
    try (Jar example = Jar.server("grpc");
        Jar client =
            Jar.client(run("grpc@tuned", at("grpc@tuned", example), "--out", folder.toString()))) {
      assertThat(client.exit()).isEqualTo(1);
      String refusal =
          "grpc@tuned needs a server started with --variant tuned at 127.0.0.1:%d; the one there"
              .formatted(example.port());
      assertThat(client.err).anyMatch(line -> line.contains(refusal + " runs example"));
      assertThat(usage(example).callsServed()).isZero();
    }
    FailedPoint failed = RawFiles.readFailed(folder.resolve("raw/grpc@tuned/t4-r40.FAILED"));
    assertThat(failed.cause()).isEqualTo(FailureCause.WRONG_SERVER);
  }

  @Test
  void aSweepDoesNotBeginOnAServerOfTheOtherVariant() throws Exception {
    String sweep = folder.resolve("s").toString();
    try (Jar tuned = Jar.tunedServer("grpc")) {
      List<String> begin =
          new ArrayList<>(
              List.of("sweep", "begin", sweep, "--protocols", "grpc", "--threads", "1"));
      begin.addAll(at("grpc", tuned));
      try (Jar begun = Jar.client(begin.toArray(new String[0]))) {
        assertThat(begun.exit()).as("%s", begun.err).isZero();
      }
      try (Jar await = Jar.client("sweep", "await", sweep, "--wait", "10")) {
        assertThat(await.exit()).isEqualTo(1);
        assertThat(await.err)
            .singleElement()
            .asString()
            .startsWith("grpc needs a server started with --variant example at 127.0.0.1:")
            .endsWith("runs tuned");
      }
    }
  }
}
