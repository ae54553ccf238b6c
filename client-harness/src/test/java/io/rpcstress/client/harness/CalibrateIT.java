package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A calibration with the jars that are shipped. As short as can be: what it finds is not tested.
 */
@Tag("long")
@Timeout(600)
class CalibrateIT {

  @TempDir Path folder;

  @Test
  void bothFloorsAndTheHarnessItselfAreMeasuredAndKeptOnce() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    begin(server.port(), server.usagePort(), "--threads", "1:3:1", "--requests", "10");
    String[] words = {
      "calibrate", "--out", folder.toString(), "--rounds", "1", "--budget", "1s", "--once"
    };
    try (JarProcess client = JarProcess.client(words)) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      assertThat(client.out).anyMatch(line -> line.startsWith("ceiling at 3 threads: "));
      assertThat(client.err).anyMatch(line -> line.matches("calibrating, 10 of 10, about .*"));
    }
    JsonNode calibration = calibration();
    assertThat(calibration.path("nullCpuNsPerCall").asDouble()).isPositive();
    assertThat(calibration.path("nullBytesPerCall").isNumber()).isTrue();
    assertThat(calibration.path("clockGranularityNs").asLong()).isPositive();
    assertThat(calibration.path("clockCostNs").asLong()).isPositive();
    for (String floor : new String[] {"per-thread", "multiplexed", "coalescing"}) {
      for (String threads : new String[] {"1", "2", "3"}) {
        JsonNode one = calibration.path("floors").path(floor).path(threads);
        double rate = one.path("callsPerSecond").asDouble();
        assertThat(rate).as(floor + " " + threads).isPositive();
        assertThat(one.path("low").asDouble()).isEqualTo(rate);
        assertThat(one.path("high").asDouble()).isEqualTo(rate);
        assertThat(one.path("clientCpuUsPerCall").asDouble()).isPositive();
        assertThat(one.path("serverCpuUsPerCall").asDouble()).isPositive();
      }
    }
    for (String threads : new String[] {"1", "2", "3"}) {
      JsonNode gate = calibration.path("gates").path(threads);
      assertThat(gate.path("medianMs").asDouble()).as("gate " + threads).isPositive();
      assertThat(gate.path("requests").asInt()).isEqualTo(10);
      assertThat(gate.path("runs").asInt()).isEqualTo(10);
    }
    try (JarProcess again = JarProcess.client(words)) {
      assertThat(again.exit()).isZero();
      assertThat(again.err).anyMatch(line -> line.startsWith("calibrated already"));
    }
    assertThat(calibration()).isEqualTo(calibration);
  }

  @Test
  void theFloorsOfATimedSweepAreMeasuredInItsOwnLoop() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    begin(
        server.port(),
        server.usagePort(),
        "--threads",
        "1",
        "--warmup",
        "400ms",
        "--duration",
        "250ms",
        "--windows",
        "2");
    try (JarProcess client =
        JarProcess.client("calibrate", "--out", folder.toString(), "--rounds", "1")) {
      assertThat(client.exit()).as("%s", client.err).isZero();
    }
    JsonNode floor = calibration().path("floors").path("coalescing").path("1");
    assertThat(floor.path("loop").asString()).isEqualTo("timed");
    assertThat(floor.path("warmSeconds").asDouble()).isEqualTo(0.4);
    assertThat(floor.path("measuredSeconds").asDouble()).isGreaterThanOrEqualTo(0.5);
    assertThat(floor.path("callsPerSecond").asDouble()).isPositive();
    assertThat(calibration().path("nullLoop").asString()).isEqualTo("timed");
  }

  /** A sweep that was killed amid its calibration measures what is left of it. */
  @Test
  void aCalibrationThatWasKilledGoesOn() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    begin(server.port(), server.usagePort(), "--threads", "1", "--requests", "10");
    calibrateOnce();
    Path file = folder.resolve("calibration.jsonl");
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(1 + 1 + 4);
    Files.write(file, lines.subList(0, 4));
    SweepFile.read(folder).remove(SweepFile.CALIBRATION).save();

    try (JarProcess client = calibrateProcess()) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      assertThat(client.err)
          .noneMatch(line -> line.startsWith("calibrating the gate"))
          .noneMatch(line -> line.startsWith("calibrating, 2 of 12"))
          .anyMatch(line -> line.startsWith("calibrating, 3 of 12"));
    }
    assertThat(Files.readAllLines(file)).hasSize(6).startsWith(lines.get(0), lines.get(1));
    assertThat(calibration().path("rounds").asInt()).isEqualTo(1);
    assertThat(calibration().path("gates").path("1").path("medianMs").asDouble()).isPositive();
  }

  private void calibrateOnce() throws Exception {
    try (JarProcess client = calibrateProcess()) {
      assertThat(client.exit()).as("%s", client.err).isZero();
    }
  }

  private JarProcess calibrateProcess() throws Exception {
    return JarProcess.client("calibrate", "--out", folder.toString(), "--budget", "1s", "--once");
  }

  @Test
  void withoutATcpServerItSaysSoAndKeepsNothing() throws Exception {
    begin(1, 1, "--threads", "1:3:1", "--requests", "10");
    try (JarProcess client = JarProcess.client("calibrate", "--out", folder.toString())) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.err)
          .singleElement()
          .asString()
          .startsWith("no calibration: no tcp server's counters at 127.0.0.1:1")
          .contains("start server-tcp");
    }
    assertThat(calibration().isMissingNode()).isTrue();
  }

  private void begin(int port, int usagePort, String... grid) throws Exception {
    List<String> words = new ArrayList<>(List.of("sweep", "begin", folder.toString()));
    words.addAll(List.of("--protocols", "tcp", "--port", "tcp=" + port));
    words.addAll(List.of("--usage-port", "tcp=" + usagePort));
    words.addAll(List.of(grid));
    words.add(JarProcess.QUICK);
    try (JarProcess begin = JarProcess.client(words.toArray(new String[0]))) {
      assertThat(begin.exit()).as("%s", begin.err).isZero();
    }
    JsonNode clock = json().path("clock");
    assertThat(clock.path("granularityNanos").asLong()).isPositive();
    assertThat(clock.path("costNanos").asLong()).isPositive();
  }

  private JsonNode calibration() throws Exception {
    return json().path("calibration");
  }

  private JsonNode json() throws Exception {
    return JsonMapper.shared().readTree(Files.readString(folder.resolve("sweep.json")));
  }
}
