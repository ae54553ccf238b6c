package io.rpcstress.client.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.Jvms;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.Paths;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.plan.Replicas;
import io.rpcstress.client.harness.plan.Transport;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.server.base.ServerProcess;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two agents that are processes of this host, without ssh, against one real server. */
class HostAgentsIT {

  private static final List<String> HOSTS = List.of("one", "two");
  private static final long PATIENCE_SECONDS = 120;

  /** So many that the test, however late it is, always comes before the last. */
  private static final int ENDLESS = 10_000;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static ServerProcess server;

  @BeforeAll
  static void start() {
    server =
        ServerProcess.ready(Path.of("../technologies/tcp/server/target/server-tcp.jar"), "tcp");
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static Calls calls() {
    return new Calls(
        "127.0.0.1",
        Map.of("tcp", server.port()),
        Map.of("tcp", server.usagePort()),
        Point.EXAMPLE,
        "greet",
        null,
        null,
        null,
        false,
        null,
        null,
        Duration.ofMinutes(2),
        0,
        "-Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
        Freshness.CLIENT,
        Paths.DIRECT,
        Replicas.NONE,
        new ClientHosts(HOSTS, null),
        null,
        null,
        null,
        Transport.PLAIN,
        Jvms.ANY,
        null,
        null);
  }

  private static List<String> agent(String host) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx128m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        "io.rpcstress.client.harness.ClientHarness",
        Agent.COMMAND);
  }

  private static HostAgents agents() throws InterruptedException {
    HostAgents agents = new HostAgents(HOSTS, HostAgentsIT::agent, List.of("tcp"));
    agents.begin();
    return agents;
  }

  private static PointPlan counted(int runs, int requests) {
    return PointPlans.closed(
            calls(), new ClosedRuns(runs, RequestMode.TOTAL), List.of("tcp"), 3, requests)
        .get(0);
  }

  private static boolean measure(HostAgents agents, PointPlan plan, Gathered gathered)
      throws InterruptedException {
    return agents.run(PointTask.of(plan, calls()), plan.point(), gathered, line -> {});
  }

  @Test
  void callsOfTwoHostsAddUpAndTheSameAgentsMeasureTheNextPoint() throws Exception {
    try (HostAgents agents = agents()) {
      Gathered gathered = new Gathered();
      assertThat(measure(agents, counted(2, 1_001), gathered))
          .as("%s", gathered.failure())
          .isTrue();

      assertThat(gathered.runs()).hasSize(2);
      for (Run whole : gathered.runs()) {
        assertThat(whole.point().clientHosts()).isEqualTo(2);
        assertThat(whole.point().threadNum()).isEqualTo(3);
        assertThat(whole.calls().ok()).isEqualTo(1_001);
        assertThat(whole.callsServed()).as("counted by the server").isEqualTo(1_001);
        assertThat(whole.circumstances().releaseSkewMs()).isNotNull().isNotNegative();
        assertThat(whole.flags()).doesNotContain("served-mismatch");
      }
      assertThat(gathered.latencies()).allMatch(all -> all.getTotalCount() == 1_001);
      assertThat(gathered.clientRuns())
          .extracting(r -> r.circumstances().client())
          .containsExactly(0, 1, 0, 1);
      assertThat(gathered.clientRuns())
          .extracting(r -> r.calls().ok())
          .containsExactly(667L, 334L, 667L, 334L);

      Gathered next = new Gathered();
      PointPlan open =
          PointPlans.open(
                  calls(),
                  List.of("tcp"),
                  4,
                  new OfferedLoad(ArrivalShape.CONSTANT, 101, 1, 0, 1),
                  OpenRun.THREADS,
                  Dimensions.NONE)
              .get(0);
      PointTask task = PointTask.of(open, calls()).starting(OpenRun.THREADS);
      assertThat(agents.run(task, open.point(), next, line -> {}))
          .as("%s", next.failure())
          .isTrue();
      OpenRun whole = next.openRun();
      assertThat(whole).isNotNull();
      assertThat(whole.run().calls().issued()).isEqualTo(101);
      assertThat(whole.offeredPerSecond()).isEqualTo(101);
      assertThat(whole.run().callsServed()).isEqualTo(101);
      assertThat(whole.run().flags()).doesNotContain("served-mismatch");
    }
  }

  @Test
  void aKilledAgentIsNamedItsClientEndsAndTheNextPointStartsAnother() throws Exception {
    try (HostAgents agents = agents()) {
      Gathered gathered = new Gathered();
      PointPlan plan = counted(ENDLESS, 3_000);
      long before = server.usage().callsServed();
      CompletableFuture<Boolean> good =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return measure(agents, plan, gathered);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      Awaitility.await()
          .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> good.isDone() || server.usage().callsServed() > before);
      assertThat(gathered.failure()).isNull();
      List<ProcessHandle> clients = new ArrayList<>();
      for (Process each : agents.processes()) {
        each.descendants().forEach(clients::add);
      }
      assertThat(clients).hasSize(2);
      agents.processes().get(1).destroyForcibly();
      long at = System.nanoTime();
      assertThat(good.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isFalse();
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - at);
      PointFailure failure = gathered.failure();
      assertThat(failure).isNotNull();
      assertThat(failure.cause()).isEqualTo(FailureCause.CLIENT_LOST);
      assertThat(failure.detail())
          .startsWith("client host two: it was lost: ")
          .endsWith("(2 client hosts; the others were ended)");
      assertThat(took).as("ms; five seconds where the machine is quiet").isLessThan(20_000);
      Awaitility.await()
          .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> clients.stream().noneMatch(ProcessHandle::isAlive));
      Gathered again = new Gathered();
      assertThat(measure(agents, counted(1, 30), again)).as("%s", again.failure()).isTrue();
    }
  }

  @Test
  void hostsThatCannotBeReachedAreNamedEach() {
    HostAgents none =
        new HostAgents(
            List.of("x", "y"),
            host -> List.of("sh", "-c", "echo welcome; echo 'ssh: no " + host + "' >&2; exit 255"),
            List.of("tcp"));
    try (none) {
      assertThatThrownBy(none::begin)
          .isInstanceOf(Misuse.class)
          .hasMessageStartingWith("--client-hosts: x cannot be reached (ssh: no x): ")
          .hasMessageContaining("; y cannot be reached (ssh: no y): ");
    }
  }

  @Test
  void anAgentRefusesAnotherVersionsHarnessAndAHarnessAnotherVersionsAgent() throws Exception {
    Process agent = new ProcessBuilder(agent("any")).start();
    try (PrintStream to = new PrintStream(agent.getOutputStream(), true, StandardCharsets.UTF_8);
        BufferedReader from = agent.inputReader(StandardCharsets.UTF_8)) {
      to.println("{\"message\":\"hello\",\"version\":1,\"jar\":\"another\",\"technologies\":[]}");
      assertThat(from.readLine()).contains("\"refused\"").contains("its jar");
      assertThat(from.readLine()).isNull();
    }
    assertThat(agent.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(agent.exitValue()).isEqualTo(2);

    String other =
        "{\"message\":\"hello\",\"version\":1,\"jar\":\"0\",\"host\":\"\",\"drivers\":{}}";
    HostAgents hosts =
        new HostAgents(
            List.of("x", "y"),
            host -> List.of("sh", "-c", "read line; echo '" + other + "'; read line"),
            List.of());
    try (hosts) {
      assertThatThrownBy(hosts::begin)
          .isInstanceOf(Misuse.class)
          .hasMessageContaining("x has another version of client-harness.jar")
          .hasMessageContaining("y has another version");
    }
  }
}
