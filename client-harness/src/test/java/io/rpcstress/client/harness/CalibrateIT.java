package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void theFloorsOfATimedSweepAreMeasuredInItsOwnLoop() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    begin(
        server.port(),
        server.usagePort(),
        "--threads 1 --warmup 400ms --duration 250ms --windows 2");
    JarProcess.client("calibrate", "--out", folder.toString(), "--rounds", "1").succeeded();
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
    begin(server.port(), server.usagePort(), "--threads 1 --requests 10");
    calibrateProcess().succeeded();
    Path file = folder.resolve("calibration.jsonl");
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(1 + 1 + 4);
    Files.write(file, lines.subList(0, 4));
    SweepFile.read(folder).remove(SweepFile.CALIBRATION).save();

    JarProcess client = calibrateProcess().succeeded();
    assertThat(client.err)
        .noneMatch(line -> line.startsWith("calibrating the gate"))
        .noneMatch(line -> line.startsWith("calibrating, 2 of 12"))
        .anyMatch(line -> line.startsWith("calibrating, 3 of 12"));
    assertThat(Files.readAllLines(file)).hasSize(6).startsWith(lines.get(0), lines.get(1));
    assertThat(calibration().path("rounds").asInt()).isEqualTo(1);
    assertThat(calibration().path("gates").path("1").path("medianMs").asDouble()).isPositive();
  }

  private JarProcess calibrateProcess() throws Exception {
    return JarProcess.client("calibrate", "--out", folder.toString(), "--budget", "1s", "--once");
  }

  private void begin(int port, int usagePort, String grid) throws Exception {
    String[] words =
        JarProcess.words(
            "sweep begin %s --protocols tcp --port tcp=%d --usage-port tcp=%d %s"
                .formatted(folder, port, usagePort, grid),
            JarProcess.QUICK);
    JarProcess.client(words).succeeded();
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
