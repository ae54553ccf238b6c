package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code --path} with real proxies before real servers; one whose program is not installed here is
 * counted as skipped.
 */
@Tag("long")
class PathsIT {

  private static final Path JAR = Path.of("../companions/proxy/target/server-proxy.jar");
  private static final int REQUESTS = 200;
  private static final int RUNS = 2;

  /** Carriages of which a proxy sees each call. */
  private static final Set<String> COUNTED = Set.of("http", "grpc", "redis");

  /** Drivers that lie beside the client, by their technologies. */
  private static final Map<String, String> BESIDE =
      Map.of("redis", "redis", "http-json", "http", "http-form", "http", "http-java", "http");

  @TempDir Path folder;

  private static void assumeInstalled(String program) {
    assumeTrue(
        Stream.concat(
                Arrays.stream(System.getenv("PATH").split(":", -1)),
                Stream.of("/usr/local/sbin", "/usr/sbin", "/sbin"))
            .anyMatch(each -> Files.isExecutable(Path.of(each, program))),
        program + " is not installed here");
  }

  private static ServerProcess proxy(String path, String carriage, ServerProcess server) {
    return ServerProcess.ready(
        JAR, path, "--carriage", carriage, "--to", "127.0.0.1:" + server.port());
  }

  private String[] run(
      String technology, ServerProcess server, String path, ServerProcess proxy, String load) {
    String name = path + "-" + technology;
    return JarProcess.calling(
        technology,
        server,
        "run --protocol %s --path %s --threads 4 --runs %d --out %s %s"
            .formatted(technology, path, RUNS, folder, load),
        "--path-port=" + name + "=" + proxy.port(),
        "--path-usage-port=" + name + "=" + proxy.usagePort(),
        JarProcess.QUICK);
  }

  /** The shipped client, with a driver beside it where it needs one. */
  private JarProcess client(String technology, String... words) throws IOException {
    String family = BESIDE.get(technology);
    if (family == null) {
      return JarProcess.client(words);
    }
    Path jars = Files.createDirectories(folder.resolve("client-harness/target"));
    var unused = JarProcess.shipTo(jars);
    String driver = "driver-" + family + ".jar";
    Files.copy(Path.of("../technologies", family, "driver/target", driver), jars.resolve(driver));
    return JarProcess.in(folder, "client-harness", words);
  }

  @ParameterizedTest
  @CsvSource({
    "openfeign, haproxy, http",
    "openfeign, nginx, http",
    "openfeign, envoy, http",
    "http-json, haproxy, http",
    "http-json, nginx, http",
    "http-form, haproxy, http",
    "http-form, nginx, http",
    "http-java, haproxy, http",
    "http-java, nginx, http",
    "grpc, haproxy, grpc",
    "grpc, nginx, grpc",
    "grpc, envoy, grpc",
    "grpc-stream, haproxy, grpc-stream",
    "grpc-stream, nginx, grpc-stream",
    "grpc-stream, envoy, grpc-stream",
    "tcp, haproxy, tcp",
    "tcp, envoy, tcp",
    "redis, envoy, redis",
  })
  void repliesAreRightAndTheProxysCountIsTheClients(String technology, String path, String carriage)
      throws Exception {
    assumeInstalled(path);
    ServerProcess server = SharedServers.example(technology);
    try (ServerProcess proxy = proxy(path, carriage, server);
        JarProcess client =
            client(technology, run(technology, server, path, proxy, "--requests " + REQUESTS))) {
      assertThat(client.exit()).as("%s", client.err).isZero();
    }
    Path csv = folder.resolve("raw/%s/t4-r%d-via-%s.csv".formatted(technology, REQUESTS, path));
    List<Run> runs = RunCsv.read(csv).runs();
    assertThat(runs).hasSize(RUNS);
    for (Run run : runs) {
      assertThat(run.calls().ok()).isEqualTo(REQUESTS);
      assertThat(run.callsServed()).isEqualTo(REQUESTS);
      assertThat(run.flags()).doesNotContain("path-mismatch", "served-mismatch");
      assertThat(run.point().dimensions().text(Dimension.PATH)).isEqualTo(path);
      assertThat(run.cost().proxy().cpuMs()).isNotNull();
      assertThat(run.cost().proxy().connections()).isNotNull().isPositive();
      if (COUNTED.contains(carriage)) {
        assertThat(run.cost().proxy().calls()).isEqualTo(REQUESTS);
      } else {
        assertThat(run.cost().proxy().calls()).as("it sees none").isNull();
      }
    }
    assertThat(folder.resolve("paths/%s-%s.conf".formatted(path, technology)))
        .content()
        .contains(Integer.toString(server.port()));
  }
}
