package io.rpcstress.client.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.agent.HostAgent.Said;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.PointEvents;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.HdrHistogram.Histogram;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What client hosts that are broken or hostile can do to whoever measures with them: nothing. */
@Timeout(120)
class HostileAgentsTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /** Nobody is called: no such agent has a client. */
  private static final Calls CALLS = TwoHosts.calls(1, 2);

  @TempDir private Path folder = Path.of("");

  private final List<String> log = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private static String said(String kind, String line) {
    return AgentMessage.line(AgentMessage.of(kind).put("line", line));
  }

  private static String ended(int exit) {
    return AgentMessage.line(AgentMessage.of("ended").put("exit", exit));
  }

  /** What a client process would print of a run of ten calls. */
  private static String run(int order, Instant startedAt) {
    return said("out", event(order, startedAt));
  }

  private static String event(int order, Instant startedAt) {
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount(1_000, 10);
    Run run =
        new Run(
            new Point("tcp", Point.EXAMPLE, 1, 10, RequestMode.TOTAL),
            4,
            order,
            1_000,
            CallCounts.allOk(10),
            null,
            Latency.of(latencies),
            Cost.UNKNOWN,
            new Conditions("greet", 16L, Conditions.CLOSED, "per-thread", 1L),
            new TreeSet<>(),
            startedAt);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PointEvents.writer(new PrintStream(bytes, false, StandardCharsets.UTF_8), run.point(), 0)
        .run(run, latencies);
    return bytes.toString(StandardCharsets.UTF_8).strip();
  }

  /**
   * An agent without a program behind it, which says these lines where it is to start one. Its
   * login clears the screen and does not end its last line.
   */
  private List<String> agent(String name, List<String> lines) {
    try {
      ObjectNode hello =
          AgentMessage.of("hello")
              .put("version", AgentMessage.VERSION)
              .put("jar", Agent.jar())
              .put("host", "");
      var unused = hello.putObject("drivers");
      Path first = Files.write(folder.resolve(name + ".hello"), List.of(AgentMessage.line(hello)));
      Path attack = Files.write(folder.resolve(name + ".start"), lines);
      Path end = Files.write(folder.resolve(name + ".end"), List.of(ended(1)));
      return List.of(
          "sh",
          "-c",
          "echo '{ hello }'; printf '\\033[2Jwelcome '; read -r any; cat '%s'; while read -r line; do case $line in"
                  .formatted(first)
              + " *'\"message\":\"start\"'*) cat '%s' ;;".formatted(attack)
              + " *'\"message\":\"end\"'*) cat '%s' ;; esac; done".formatted(end));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How a point of one run fails where the second host says these lines. */
  private PointFailure failure(List<String> ofTheFirst, String... ofTheSecond)
      throws InterruptedException {
    PointPlan plan =
        PointPlans.closed(CALLS, new ClosedRuns(1, RequestMode.TOTAL), List.of("tcp"), 2, 20)
            .get(0);
    Told told = new Told(warnings);
    try (HostAgents agents =
        new HostAgents(
            TwoHosts.NAMES,
            name -> agent(name, name.equals("one") ? ofTheFirst : Arrays.asList(ofTheSecond)),
            List.of())) {
      agents.begin();
      assertThat(agents.run(PointTask.of(plan, CALLS), plan.point(), told, log::add)).isFalse();
    }
    return Objects.requireNonNull(told.failure);
  }

  /** Keeps why it failed. */
  private static final class Told implements PointListener {
    private final List<String> warnings;
    private @Nullable PointFailure failure;

    Told(List<String> warnings) {
      this.warnings = warnings;
    }

    @Override
    public void run(Run run, Histogram latencies) {}

    @Override
    public void warning(String line) {
      warnings.add(line);
    }

    @Override
    public void failed(PointFailure why) {
      failure = why;
    }
  }

  @Test
  void whatAHostWritesCannotBeObeyedByATerminal() throws Exception {
    String evil = "\u001b[2J\u009b31m\u202ex\u2028y";
    PointFailure failure =
        failure(
            List.of(),
            said("out", evil),
            said("out", "{" + evil),
            said("err", evil),
            said("out", "z".repeat(100_000)),
            said(
                "out",
                "{\"event\":\"failed\",\"cause\":\"crashed\",\"detail\":\"\\u001b[2J\\u009bx\","
                    + "\"failures\":{\"\\u001b[2J\":3}}"),
            ended(1));
    assertThat(log).hasSize(4);
    assertThat(log).allSatisfy(line -> assertThat(line).doesNotContainPattern("[\\p{C}\\p{Zl}]"));
    assertThat(log).allSatisfy(line -> assertThat(line).hasSizeLessThan(400));
    assertThat(failure.detail()).startsWith("client host two: ?[2J?x");
    assertThat(failure.failures()).isEqualTo(Map.of("?[2J", 3L));
  }

  @Test
  void rowsThatDoNotAddUpFailTheirPointAlone() throws Exception {
    List<String> good = List.of(run(0, NOON), ended(0));
    for (String other : List.of(run(5, NOON), run(0, Instant.parse("+100000-01-01T00:00:00Z")))) {
      PointFailure failure = failure(good, other, ended(0));
      assertThat(failure.cause()).isEqualTo(FailureCause.CRASHED);
      assertThat(failure.detail()).startsWith("the client hosts' rows do not add up: ");
    }
  }

  /** Its event with one part of the run written otherwise. */
  private static String run(String part, String otherwise) {
    String event = event(0, NOON);
    assertThat(event).containsPattern(part);
    return said("out", event.replaceFirst(part, Matcher.quoteReplacement(otherwise)));
  }

  @Test
  void aHostWhoseRowsCouldNotBeReadAgainIsLost() throws Exception {
    for (String row :
        List.of(
            run("\"latency\":\\{[^}]*\\}", "\"latency\":null"),
            run("\"calls\":\\{[^}]*\\}", "\"calls\":null"),
            run("\"startedAt\":[^,}]*", "\"startedAt\":null"),
            run("\"p50Us\":[^,}]*", "\"p50Us\":\"NaN\""),
            run("\"hostCpuPercent\":null", "\"hostCpuPercent\":-1"),
            run("\"jitterMs\":null", "\"jitterMs\":\"Infinity\""),
            run("\"clientCtxSwitches\":null", "\"clientCtxSwitches\":-7"),
            run("\"flags\":\\[\\]", "\"flags\":[\"\\u001b[2J\"]"),
            run("\"operation\":\"greet\"", "\"operation\":\"greet\\nput\""),
            run("\"serverProcess\":null", "\"serverProcess\":\"\\u202ex\""))) {
      PointFailure failure = failure(List.of(), row, ended(0));
      assertThat(failure.cause()).as(row).isEqualTo(FailureCause.CLIENT_LOST);
      assertThat(failure.detail()).startsWith("client host two: it was lost: a row ");
    }
  }

  @Test
  void rowsThatOverflowTogetherFailTheirPointAlone() throws Exception {
    String much = "\"clientCtxSwitches\":" + Long.MAX_VALUE;
    String part = "\"clientCtxSwitches\":null";
    PointFailure failure = failure(List.of(run(part, much), ended(0)), run(part, much), ended(0));
    assertThat(failure.cause()).isEqualTo(FailureCause.CRASHED);
    assertThat(failure.detail()).startsWith("the client hosts' rows do not add up: a row ");
  }

  @Test
  void aTimeSeriesThatIsNoneIsNoEvent() throws Exception {
    String rows =
        "{\"event\":\"series\",\"rows\":[{\"fromMillis\":0,\"toMillis\":9,\"callsOk\":1}]}";
    PointFailure failure = failure(List.of(), said("out", rows), ended(1));
    assertThat(failure.detail()).startsWith("client host two: the measuring process ended with 1");
    assertThat(log).singleElement().asString().startsWith("client host two: {");
  }

  @Test
  void servicesThatAreNoneEndTheirHost() throws Exception {
    for (String services :
        List.of(
            "{\"service\":\"order\",\"cpuMs\":\"NaN\"}",
            "{\"service\":\"order\",\"workMs\":-1}",
            "{\"service\":\"order\"}" + ",{\"service\":\"order\"}".repeat(64))) {
      PointFailure failure =
          failure(
              List.of(),
              said("out", "{\"event\":\"services\",\"rows\":[" + services + "]}"),
              ended(0));
      assertThat(failure.cause()).as(services).isEqualTo(FailureCause.CLIENT_LOST);
    }
  }

  @Test
  void whoeverPrintsWithoutEndIsShownToALimit() throws Exception {
    List<String> lines = new ArrayList<>(Collections.nCopies(5_000, said("out", "no event")));
    String warning = said("out", "{\"event\":\"warning\",\"warning\":\"look\"}");
    lines.addAll(Collections.nCopies(5_000, warning));
    lines.add(ended(1));
    PointFailure failure = failure(List.of(), lines.toArray(String[]::new));
    assertThat(failure.detail()).startsWith("client host two: the measuring process ended with 1");
    assertThat(log).hasSize(1_002);
    assertThat(warnings).hasSize(100);
  }

  @Test
  void aHostThatSendsMoreRunsThanWereOrderedIsLost() throws Exception {
    PointFailure failure = failure(List.of(), run(0, NOON), run(1, NOON), run(2, NOON));
    assertThat(failure.cause()).isEqualTo(FailureCause.CLIENT_LOST);
    assertThat(failure.detail())
        .startsWith("client host two: it was lost: its client sent more than the 1 runs ordered");
  }

  @Test
  void sshGivesAHostNothingButTheCommandWhateverItsConfigurationSays() {
    List<String> words =
        HostAgents.overSsh("u@a2", "my config", Path.of("/opt/it's a place/client-harness.jar"));
    assertThat(words).containsSubsequence("ssh", "-F", "my config", "-T", "-a", "-x", "u@a2");
    assertThat(words).contains("ClearAllForwardings=yes", "BatchMode=yes");
    assertThat(words.get(words.size() - 1))
        .as("one word for the shell there")
        .contains("'/opt/it'\\''s a place/client-harness.jar'")
        .endsWith(" agent");
  }

  @Test
  void aHostThatSaysMoreThanIsListenedToIsLost() throws Exception {
    Path line = Files.write(folder.resolve("line"), List.of(said("err", "x".repeat(1 << 20))));
    BlockingQueue<Said> queue = new LinkedBlockingQueue<>();
    List<String> flood = List.of("sh", "-c", "while cat '%s'; do :; done".formatted(line));
    try (HostAgent agent = HostAgent.start("two", flood, queue)) {
      Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> agent.trouble() != null);
      assertThat(agent.trouble()).contains("says more than is listened to");
      assertThat(queue).hasSizeLessThan(40);
    }
  }
}
