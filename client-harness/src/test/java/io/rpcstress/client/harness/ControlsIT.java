package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code controls} against a real server. What a busy machine can break is not asserted: whether a
 * noisy host's gentle run is flagged. That a broken harness fails each of them is shown without a
 * host, in {@code ControlsTest}.
 */
@Tag("long")
class ControlsIT {

  /** As few processes a side as carry an interval: what it says is not tested. */
  private static String[] arguments(int port, int usage) {
    return JarProcess.words(
        ("controls --protocol tcp --port tcp=%d --usage-port tcp=%d --threads 2 --repeat 2"
                + " --budget 1s --warmup 200ms --duration 200ms --seed 5 --json")
            .formatted(port, usage),
        JarProcess.QUICK);
  }

  @Test
  void theHarnessPassesOnARealServer() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    try (JarProcess client = JarProcess.client(arguments(server.port(), server.usagePort()))) {
      int code = client.exit();
      assertThat(code)
          .as("%s", client.err)
          .isEqualTo(client.out.stream().allMatch(line -> line.contains("\"ok\":true")) ? 0 : 1);
      assertThat(client.out).hasSize(8).allMatch(line -> line.contains("\"seed\":5"));
      // Two short processes a side on a noisy host: narrow or too wide. Either speaks.
      assertThat(line(client, "a-a-tie")).contains("2 processes a side, time ratio");
      assertThat(line(client, "order-of-names")).contains("ratio when swapped by ratio as named");
      assertThat(line(client, "injected-5-percent")).contains("5 injected", "\"neededForShare\":");
      assertThat(line(client, "injected-50-us")).contains("\"addedUs\":", "\"neededForMicros\":");
      assertThat(line(client, "added-millisecond")).contains("\"addedMs\":");
      assertThat(line(client, "counted-errors"))
          .contains("\"ok\":true", "\"injected\":30", "\"failed\":30", "\"latencies\":2970");
      assertThat(line(client, "no-number-for-wrong-replies"))
          .contains("\"ok\":true", "\"cause\":\"wrong-reply\"");
      assertThat(line(client, "flagged-shortage"))
          .contains("\"besideFlagged\":2", "\"besideRuns\":2");
    }
  }

  @Test
  void withoutAServerNoControlPasses() throws Exception {
    // No program listens on these, and no connection is made from them.
    try (JarProcess client = JarProcess.client(arguments(1, 2))) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.out).hasSize(8).noneMatch(line -> line.contains("\"ok\":true"));
      assertThat(client.out).allMatch(line -> line.contains("unreachable"));
    }
  }

  private static String line(JarProcess client, String control) {
    return client.out.stream()
        .filter(line -> line.contains("\"control\":\"" + control + "\""))
        .findFirst()
        .orElseThrow();
  }
}
