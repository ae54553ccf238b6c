package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every server owes as the process of its jar: life, limits and messages, shown on each
 * technology that the drivers of the module know.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public abstract class ServerJarContract {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration UNTIL_LOST = Duration.ofSeconds(3);
  private static final Duration OF_A_CALL_THAT_FAILS = Duration.ofSeconds(1);
  private static final int CALLS = 100;
  private static final int CLIENTS = 8;

  private final Path jar;

  /** The server's jar, from the folder of the driver's module. */
  protected ServerJarContract(Path jar) {
    this.jar = jar;
  }

  /** Every variant of every technology that calls a server of this jar. */
  protected final List<Way> allWays() {
    return DriverContract.drivers().stream()
        .flatMap(
            driver ->
                driver.technology().variants().stream()
                    .filter(variant -> variant.server() != ServerVariant.GO)
                    .map(variant -> new Way(driver, variant)))
        .toList();
  }

  /** A variant for each variant of a server. */
  protected final List<Way> servers() {
    Set<String> seen = new HashSet<>();
    return allWays().stream()
        .filter(way -> seen.add(way.variant().server().of(way.driver().technology().name())))
        .toList();
  }

  /** The variants of the example servers. */
  protected final List<Way> examples() {
    return servers().stream()
        .filter(way -> way.variant().server() == ServerVariant.EXAMPLE)
        .toList();
  }

  /** Those of the servers that show how many connections are taken; their sessions share none. */
  protected List<Way> limited() {
    return examples();
  }

  /** Starts the server that a variant calls, with what it needs. */
  protected ServerProcess ready(Way way, String... more) {
    List<String> options = new ArrayList<>(List.of("--variant", way.variant().server().label()));
    options.addAll(List.of(more));
    return ServerProcess.ready(
        jar, way.driver().technology().name(), options.toArray(String[]::new));
  }

  /** The server that a variant calls, which its other tests call, too. */
  protected abstract ServerProcess running(Way way);

  /** What calls a server. */
  protected static Target target(ServerProcess server) {
    return Target.of(new Address("127.0.0.1", server.port()));
  }

  private static Session open(Way way, ServerProcess server, int threads, Duration deadline)
      throws CallException {
    return DriverContract.open(way, target(server), threads, deadline);
  }

  @Order(Integer.MAX_VALUE) // of its server
  @ParameterizedTest
  @MethodSource("servers")
  final void aServerReportsItselfAndItsCallsAndEndsUnderLoadWhenItHasAnswered(Way way)
      throws Exception {
    String technology = way.driver().technology().name();
    ServerProcess server = running(way);
    reportsItselfAndItsCalls(way, server);
    endsUnderLoad(way, server);
    assertThat(server.out()).containsExactly("READY " + technology + " 127.0.0.1:" + server.port());
    assertThat(server.err()).as("that it counts calls, and where its usage is").hasSize(2);
  }

  private static void reportsItselfAndItsCalls(Way way, ServerProcess server) throws Exception {
    ServerUsage before = server.usage();
    try (Session session = open(way, server, 1, LONG);
        Caller<String, String> caller = session.caller(Greeting.OPERATION, 0)) {
      for (int i = 0; i < CALLS; i++) {
        assertThat(caller.call("n" + i)).isEqualTo("hello, n" + i);
      }
      ServerUsage after = server.usage();
      assertThat(after.technology()).isEqualTo(way.driver().technology().name());
      assertThat(after.variant()).isEqualTo(way.variant().server().label());
      assertThat(after.callsServed() - before.callsServed()).isEqualTo(CALLS);
      assertThat(after.callsFailed()).isEqualTo(before.callsFailed());
      assertThat(after.processId()).isEqualTo(server.pid());
      assertThat(after.startedMillis()).isPositive().isEqualTo(before.startedMillis());
      assertThat(after.openConnections()).isPositive();
      assertThat(after.process().cpuNanos()).isGreaterThan(before.process().cpuNanos());
      assertThat(after.process().contextSwitches()).isPositive();
      assertThat(after.process().rssKb()).isPositive();
    }
  }

  private static void endsUnderLoad(Way way, ServerProcess server) throws Exception {
    AtomicLong answered = new AtomicLong();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> load = new ArrayList<>();
    try (Session session = open(way, server, CLIENTS, UNTIL_LOST)) {
      for (int i = 0; i < CLIENTS; i++) {
        Caller<String, String> caller = session.caller(Greeting.OPERATION, i);
        Thread thread = new Thread(() -> callUntilItFails(caller, answered, wrong));
        thread.start();
        load.add(thread);
      }
      Awaitility.await()
          .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> answered.get() > 200 || load.stream().noneMatch(Thread::isAlive));
      assertThat(answered.get()).isGreaterThan(200);
      server.terminate();
      assertThat(server.exitCode()).isZero();
      for (Thread thread : load) {
        thread.join(TimeUnit.SECONDS.toMillis(ServerProcess.PATIENCE_SECONDS));
        assertThat(thread.isAlive()).as("a client still waits for a reply").isFalse();
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void callUntilItFails(
      Caller<String, String> caller, AtomicLong answered, Queue<String> wrong) {
    try {
      while (true) {
        String reply = caller.call("Ada");
        if (!reply.equals("hello, Ada")) {
          wrong.add(reply);
        }
        answered.incrementAndGet();
      }
    } catch (CallException | InterruptedException serverIsGone) {
      // how every client of a server that ends finds out
    }
  }

  @ParameterizedTest
  @MethodSource("limited")
  final void aConnectionBeyondTheLimitIsNotServedAndTheOthersGoOn(Way way) throws Exception {
    try (ServerProcess server = ready(way, "--max-connections", "1")) {
      try (Session session = open(way, server, 1, LONG);
          Caller<String, String> caller = session.caller(Greeting.OPERATION, 0)) {
        assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
        assertThatThrownBy(() -> callOnce(way, server, OF_A_CALL_THAT_FAILS))
            .isInstanceOf(CallException.class);
        assertThat(caller.call("Eve")).isEqualTo("hello, Eve");
        assertThat(server.usage().openConnections()).isEqualTo(1);
      }
      if (way.variant().ownPolicy(1).kind() != ConnectionPolicy.Kind.POOL) { // its may stay open
        Awaitility.await()
            .atMost(LONG)
            .ignoreExceptionsInstanceOf(CallException.class)
            .until(() -> callOnce(way, server, UNTIL_LOST).equals("hello, Bob"));
      }
    }
  }

  private static String callOnce(Way way, ServerProcess server, Duration deadline)
      throws Exception {
    try (Session session = open(way, server, 1, deadline)) {
      return session.caller(Greeting.OPERATION, 0).call("Bob");
    }
  }

  /** A server's default port is its driver's. */
  @ParameterizedTest
  @MethodSource("examples")
  final void helpHasThePortThatTheDriverCalls(Way way) {
    Technology technology = way.driver().technology();
    try (ServerProcess help = ServerProcess.launch(jar, technology.name(), "--help")) {
      assertThat(help.exitCode()).isZero();
      assertThat(String.join(" ", help.out()).replaceAll("\\s+", " "))
          .contains(
              "server-" + technology.name(), "--bind", "(default: " + ports(technology) + ")");
    }
  }

  private static String ports(Technology technology) {
    int port = technology.defaultPort();
    boolean tuned =
        technology.variants().stream().anyMatch(each -> each.server() == ServerVariant.TUNED);
    return tuned ? port + ", tuned " + ServerVariant.TUNED.port(port) : Integer.toString(port);
  }
}
