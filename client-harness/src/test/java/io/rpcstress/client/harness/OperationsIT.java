package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import io.rpcstress.contract.Payload;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.RealServerContract;
import io.rpcstress.driver.SamplePack;
import io.rpcstress.driver.Technology;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.JvmSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every operation of every technology that the client brings, over the jars that are shipped. Those
 * of a jar of their own have {@link RealServerContract}. One server process each for all
 * operations.
 */
class OperationsIT {

  private static final int THREADS = 3;
  private static final int REQUESTS = 30;
  private static final int RUNS = 2;

  /** As every measured process has them, but for the compiler: no test judges how fast it is. */
  private static final String SHARED_SETTINGS =
      "--jvm-options="
          + Stream.of(
                  JvmSettings.options(),
                  List.of("-XX:TieredStopAtLevel=1"),
                  ClientArchive.options())
              .flatMap(List::stream)
              .collect(Collectors.joining(" "));

  private static final Map<String, ServerProcess> SERVERS = new LinkedHashMap<>();

  /** What the shipped client says that it can do: technology to operations. */
  private static final Map<String, List<String>> OFFERED = new LinkedHashMap<>();

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    JarProcess client = JarProcess.client("list", "--json").succeeded();
    for (String line : client.out) {
      JsonNode technology = JsonMapper.shared().readTree(line);
      List<String> operations = new ArrayList<>();
      technology.get("operations").forEach(each -> operations.add(each.asString()));
      OFFERED.put(technology.get("technology").asString(), operations);
    }
    for (String technology : OFFERED.keySet()) {
      String[] options = RealServerContract.withoutWaiting(OFFERED.get(technology));
      SERVERS.put(technology, SharedServers.own(technology, options));
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(ServerProcess::close);
  }

  private static List<String> thatHave(Operation<?, ?> operation) {
    return OFFERED.entrySet().stream()
        .filter(technology -> technology.getValue().contains(operation.name()))
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void theShippedJarOffersWhatTheDriversHere() {
    assertThat(OFFERED)
        .containsExactlyInAnyOrderEntriesOf(
            ServiceLoader.load(Driver.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(Driver::hasServer)
                .map(Driver::technology)
                .collect(Collectors.toMap(Technology::name, Technology::operations)));
    assertThat(OFFERED.values()).allSatisfy(operations -> assertThat(operations).contains("greet"));
    for (Operation<?, ?> operation : operations().toList()) {
      assertThat(thatHave(operation)).as(operation.name()).isNotEmpty();
    }
  }

  /** A call without a reply has each technology of a jar of its own alone. */
  static Stream<Operation<?, ?>> operations() {
    return Operations.all().stream().filter(operation -> !operation.isOneWay());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aRunOfAllLeavesAFileForEachTechnologyThatHasIt(Operation<?, ?> operation) throws Exception {
    Map<String, List<Run>> measured = run(operation);
    assertThat(measured.keySet())
        .extracting(each -> Path.of(each).getFileName().toString())
        .containsExactlyInAnyOrderElementsOf(thatHave(operation));
    measured.values().forEach(runs -> check(runs, operation));
  }

  /** Runs the shipped client; what it left, by folder. */
  private Map<String, List<Run>> run(Operation<?, ?> operation) throws Exception {
    String line =
        "run --operation %s --protocol all --threads %d --requests %d --runs %d --out %s"
            .formatted(operation.name(), THREADS, REQUESTS, RUNS, folder);
    for (String option : SamplePack.options(operation.name())) {
      line += " " + option;
    }
    for (Map.Entry<String, ServerProcess> each : SERVERS.entrySet()) {
      line +=
          " --port %1$s=%2$d --usage-port %1$s=%3$d"
              .formatted(each.getKey(), each.getValue().port(), each.getValue().usagePort());
    }
    JarProcess.client(JarProcess.words(line, SHARED_SETTINGS)).succeeded();
    Map<String, List<Run>> measured = new LinkedHashMap<>();
    try (Stream<Path> folders = Files.list(folder.resolve("raw"))) {
      for (Path each : folders.toList()) {
        List<Path> csv = csvIn(each);
        assertThat(csv).as("%s", each).hasSize(1);
        measured.put(each.toString(), RunCsv.read(csv.get(0)).runs());
      }
    }
    return measured;
  }

  private static List<Path> csvIn(Path contender) throws IOException {
    try (Stream<Path> files = Files.list(contender)) {
      return files.filter(file -> file.toString().endsWith(".csv")).toList();
    }
  }

  private static void check(List<Run> runs, Operation<?, ?> operation) {
    assertThat(runs).hasSize(RUNS);
    runs.forEach(run -> check(run, operation));
  }

  private static void check(Run run, Operation<?, ?> operation) {
    assertThat(run.point().operation()).isEqualTo(operation.name());
    assertThat(run.point().dimensions().text(Dimension.PAYLOAD))
        .isEqualTo(Payload.defaultOf(operation).toString());
    assertThat(run.conditions().payloadBytes()).isPositive();
    assertThat(run.calls().ok()).isEqualTo(REQUESTS);
    assertThat(run.callsServed()).as("what the server counted").isEqualTo(REQUESTS);
    assertThat(run.flags())
        .as("what the server counted")
        .doesNotContain(Flag.SERVED_MISMATCH.label());
  }
}
