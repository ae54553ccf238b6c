package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --repeat} against real servers. */
class RepeatIT {

  private static final int REPEAT = 2;

  @TempDir Path folder;

  @Test
  void eachRoundIsAProcessOfEachTechnologyAndEndsInAVerdict() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    JarProcess client =
        JarProcess.client(
                arguments(
                    "tcp,tcp@tuned", "tcp=" + server.port(), "tcp=" + server.usagePort(), "--json"))
            .succeeded();
    assertThat(client.out.stream().filter(line -> line.contains("\"event\":\"run\"")))
        .hasSize(2 * 2 * REPEAT);
    assertThat(client.out.get(client.out.size() - 1))
        .contains("\"event\":\"verdict\"", "\"variant\":\"tuned\"", "\"reference\":\"tcp\"")
        .contains("\"unit\":\"process\"", "\"processes\":2", "\"orderSeed\":11");
    for (String technology : List.of("tcp", "tcp@tuned")) {
      for (int repetition = 0; repetition < REPEAT; repetition++) {
        String stem = repetition == 0 ? "t2-r50" : "t2-r50-p" + repetition;
        Path csv = folder.resolve("raw").resolve(technology).resolve(stem + ".csv");
        int expected = repetition;
        assertThat(RunCsv.read(csv).runs())
            .hasSize(2)
            .allMatch(run -> run.point().repetition() == expected);
      }
    }
    assertThat(Files.readString(folder.resolve("log/repeat.txt"))).contains("--seed 11");
  }

  @Test
  void aFailedProcessCostsItsOwnRepetitionAndSaysHowToRedoIt() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    try (JarProcess client =
        JarProcess.client(
            arguments("tcp,rpcx", "rpcx=1,tcp=" + server.port(), "tcp=" + server.usagePort()))) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.out).anyMatch(line -> line.contains("2 of 2 processes"));
      assertThat(client.out).noneMatch(line -> line.contains("interval 0"));
    }
    FailedPoint failed = RawFiles.readFailed(folder.resolve("raw/rpcx/t2-r50-p1.FAILED"));
    assertThat(failed.point().repetition()).isEqualTo(1);
    assertThat(failed.redo()).contains("--repetition 1").doesNotContain("--repeat ");
    assertThat(folder.resolve("raw/tcp/t2-r50-p1.csv")).exists();
  }

  private String[] arguments(String protocols, String ports, String usage, String... more) {
    String line =
        "run --protocol %s --port %s --usage-port %s --threads 2 --requests 50 --runs 2"
            .formatted(protocols, ports, usage);
    line += " --repeat %d --seed 11 --out %s ".formatted(REPEAT, folder) + String.join(" ", more);
    return JarProcess.words(line.strip(), JarProcess.QUICK);
  }
}
