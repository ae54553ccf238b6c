package io.rpcstress.server.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Redis' own tools against the jar; skipped where they are not installed. */
@Timeout(ServerProcess.PATIENCE_SECONDS)
class RedisToolsIT {
  private static final String CLI = "redis-cli";
  private static final String BENCHMARK = "redis-benchmark";

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static ServerProcess server;

  @BeforeAll
  static void start() {
    server = ServerProcess.ready("redis");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void redisCliIsGreeted() {
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
  void redisCliAsksManyOverOneConnection() {
    assertThat(run(CLI, "-r", "500", "greet", "Ada")).isEqualTo("hello, Ada\n".repeat(500));
  }

  @Test
  void redisBenchmarkCallsAndTheServerCountsEachOfIts() {
    long before = server.usage().callsServed();
    String report =
        run(BENCHMARK, "-n", "20000", "-c", "50", "-P", "16", "--csv", "greet", "abcdefghijklmnop");
    assertThat(report).contains("\"greet abcdefghijklmnop\",");
    // It starts calls in batches, so that the last one may exceed the requested number.
    assertThat(server.usage().callsServed() - before).isBetween(20_000L, 20_000L + 50 * 16);
  }

  private static String run(String tool, String... arguments) {
    assumeTrue(Tool.isHere(tool, "--version"), tool + " is not installed");
    List<String> command = new ArrayList<>(List.of(tool, "-h", "127.0.0.1", "-p"));
    command.add(Integer.toString(server.address().getPort()));
    command.addAll(List.of(arguments));
    return new String(Tool.output(new byte[0], command.toArray(String[]::new)), UTF_8);
  }
}
