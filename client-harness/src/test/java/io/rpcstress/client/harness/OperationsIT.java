package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.command.CommandLines;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import io.rpcstress.contract.Payload;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.RealServerContract;
import io.rpcstress.driver.SamplePack;
import io.rpcstress.driver.Technology;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every operation of every technology that the client brings, from the jar that is shipped: it
 * contains what they need. How each is called {@link RealServerContract} shows. One server process
 * each for all operations.
 */
@Tag("long")
class OperationsIT {

  private static final int THREADS = 3;
  private static final int REQUESTS = 30;
  private static final int RUNS = 2;

  private static final Map<String, ServerProcess> SERVERS = new LinkedHashMap<>();

  /** What the shipped client says that it can do: technology to operations. */
  private static final Map<String, List<String>> OFFERED = new LinkedHashMap<>();

  @TempDir Path folder;

  /** Executes its arguments, a command line each, with what is in the shipped jar. */
  static final class Commands {
    private Commands() {}

    public static void main(String[] lines) {
      for (String line : lines) {
        int status = CommandLines.execute(System.out, System.err, line.split(" ", -1));
        if (status != 0) {
          System.exit(status);
        }
      }
      System.exit(0); // a technology's threads may outlive its sessions
    }
  }

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
    for (Operation<?, ?> operation : Operations.all()) {
      assertThat(offering(operation)).as(operation.name()).isNotEmpty();
    }
  }

  private static List<String> offering(Operation<?, ?> operation) {
    return OFFERED.entrySet().stream()
        .filter(technology -> technology.getValue().contains(operation.name()))
        .map(each -> each.getKey() + " " + operation.name())
        .toList();
  }

  private String run(String technologies, Operation<?, ?> operation, String more) {
    String line =
        "run --operation %s --protocol %s --threads %d --requests %d --runs %d --out %s%s"
            .formatted(operation.name(), technologies, THREADS, REQUESTS, RUNS, folder, more);
    for (Map.Entry<String, ServerProcess> each : SERVERS.entrySet()) {
      line +=
          " --port %1$s=%2$d --usage-port %1$s=%3$d"
              .formatted(each.getKey(), each.getValue().port(), each.getValue().usagePort());
    }
    return line;
  }

  /** By technology and operation. */
  private Map<String, List<Run>> measured() throws IOException {
    Map<String, List<Run>> measured = new LinkedHashMap<>();
    for (Path csv : new RawFiles(folder).csvFiles()) {
      List<Run> runs = RunCsv.read(csv).runs();
      assertThat(runs).as("%s", csv).hasSize(RUNS);
      measured.put(runs.get(0).point().technology() + " " + runs.get(0).point().operation(), runs);
    }
    return measured;
  }

  @Test
  void everyOperationOfEachTechnologyIsMeasured() throws Exception {
    List<String> all = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (Operation<?, ?> operation : Operations.all()) {
      all.addAll(offering(operation));
      String pack = String.join(" ", SamplePack.options(operation.name()));
      for (String each : offering(operation)) {
        String technology = each.substring(0, each.indexOf(' '));
        lines.add(run(technology, operation, (" --no-fork " + pack).stripTrailing()));
      }
    }
    JarProcess.main(Commands.class, lines.toArray(String[]::new)).succeeded();
    Map<String, List<Run>> measured = measured();
    assertThat(measured.keySet()).containsExactlyInAnyOrderElementsOf(all);
    measured.forEach((what, runs) -> assertThat(runs).as(what).allSatisfy(OperationsIT::check));
  }

  @Test
  void aRunOfAllLeavesAFileForEachTechnologyThatHasTheOperation() throws Exception {
    Operation<?, ?> operation = Greeting.OPERATION;
    JarProcess.client(JarProcess.words(run("all", operation, ""), JarProcess.QUICK)).succeeded();
    assertThat(measured().keySet()).containsExactlyInAnyOrderElementsOf(offering(operation));
  }

  private static void check(Run run) {
    Operation<?, ?> operation = Operations.find(run.point().operation()).orElseThrow();
    assertThat(run.point().dimensions().text(Dimension.PAYLOAD))
        .isEqualTo(Payload.defaultOf(operation).toString());
    assertThat(run.conditions().payloadBytes()).isPositive();
    assertThat(run.calls().ok()).isEqualTo(REQUESTS);
    assertThat(run.callsServed()).as("what the server counted").isEqualTo(REQUESTS);
    assertThat(run.flags()).doesNotContain(Flag.SERVED_MISMATCH.label());
  }
}
