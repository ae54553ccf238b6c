package io.rpcstress.server.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redis' own tools against the jar; skipped where they are not installed. */
class RedisToolsIT {
  private static final String CLI = "redis-cli";
  private static final String BENCHMARK = "redis-benchmark";

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static ServerProcess server;

  @TempDir private Path folder = Path.of(".");

  @BeforeAll
  static void start() {
    server = ServerProcess.ready("redis");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void redisCliIsGreeted() throws Exception {
    assertThat(run(CLI, "greet", "Zoë 東京")).isEqualTo("hello, Zoë 東京\n");
    assertThat(run(CLI, "GREET", "Ada")).isEqualTo("hello, Ada\n");
    assertThat(run(CLI, "put", "key", "value")).isEqualTo("OK\n");
    assertThat(run(CLI, "ping")).isEqualTo("PONG\n");
    assertThat(run(CLI, "-3", "greet", "Ada"))
        .as("it asks for RESP3 first, and goes on without")
        .endsWith("hello, Ada\n");
    assertThat(run(CLI, "greet")).startsWith("ERR wrong number of arguments");
    assertThat(run(CLI, "set", "key", "value")).startsWith("ERR unknown command 'set'");
  }

  @Test
  void redisCliAsksManyOverOneConnection() throws Exception {
    assertThat(run(CLI, "-r", "500", "greet", "Ada")).isEqualTo("hello, Ada\n".repeat(500));
  }

  @Test
  void redisBenchmarkCallsAndTheServerCountsEachOfIts() throws Exception {
    long before = server.usage().callsServed();
    String report =
        run(BENCHMARK, "-n", "20000", "-c", "50", "-P", "16", "--csv", "greet", "abcdefghijklmnop");
    assertThat(report).contains("\"greet abcdefghijklmnop\",");
    // It starts calls in batches, so that the last one may exceed the requested number.
    assertThat(server.usage().callsServed() - before).isBetween(20_000L, 20_000L + 50 * 16);
  }

  private String run(String tool, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(tool, "-h", "127.0.0.1", "-p"));
    command.add(Integer.toString(server.address().getPort()));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectInput(new java.io.File("/dev/null"))
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      assumeTrue(!String.valueOf(e.getMessage()).contains("No such file"), tool + " is missing");
      throw e;
    }
    boolean ended = process.waitFor(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).as(tool + " ended").isTrue();
    return Files.readString(output, UTF_8);
  }
}
