package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.usage.HostFacts;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every server owes, shown on its real jar in a real process. Tests that only call a server,
 * and neither end it nor count from zero, share one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ServerJarContract {
  private static final int NONE = -1;

  private final String technology;
  private final int defaultPort;
  private final int tunedPort;
  private @Nullable ServerProcess shared;

  /** A technology whose tuned variant is its example, and the port it has by default. */
  protected ServerJarContract(String technology, int defaultPort) {
    this(technology, defaultPort, NONE);
  }

  /** The technology under test, and the ports that its variants have by default. */
  protected ServerJarContract(String technology, int defaultPort, int tunedPort) {
    this.technology = technology;
    this.defaultPort = defaultPort;
    this.tunedPort = tunedPort;
  }

  /** A client of the technology, as plain as can be. */
  public interface Greeter extends AutoCloseable {
    /** One call; throws where it fails. */
    String greet(String name) throws Exception;

    @Override
    void close() throws IOException;
  }

  /** Connects a client; it may fail later, at the first call. */
  protected abstract Greeter connect(InetSocketAddress server) throws Exception;

  /** The example server that tests share: they count from what it reports before. */
  protected final ServerProcess shared() {
    ServerProcess running = shared;
    if (running == null) {
      running = ServerProcess.ready(technology);
      shared = running;
    }
    return running;
  }

  @AfterAll
  final void endShared() {
    if (shared != null) {
      shared.close();
    }
  }

  @Test
  void greetsNamesOfAnyLetterAndSize() throws Exception {
    ServerProcess server = shared();
    assertThat(server.address().getPort()).isPositive();
    try (Greeter greeter = connect(server.address())) {
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(greeter.greet("Zoë 東京")).isEqualTo("hello, Zoë 東京");
      String longest = "x".repeat(4096);
      assertThat(greeter.greet(longest)).isEqualTo("hello, " + longest);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void countsEveryCallBeforeItsReplyIsReadAndPrintsOnceThatItIsReady(String variant)
      throws Exception {
    try (ServerProcess server = ServerProcess.ready(technology, "--variant", variant)) {
      countsEveryCall(server, variant);
      server.terminate();
      assertThat(server.exitCode()).isZero();
      assertThat(server.out())
          .containsExactly("READY " + technology + " 127.0.0.1:" + server.address().getPort());
    }
  }

  private void countsEveryCall(ServerProcess server, String variant) throws Exception {
    int calls = 100;
    try (Greeter greeter = connect(server.address())) {
      ServerUsage before = server.usage();
      assertThat(before.callsServed()).isZero();
      for (int i = 0; i < calls; i++) {
        assertThat(greeter.greet("n" + i)).isEqualTo("hello, n" + i);
      }
      ServerUsage after = server.usage();
      assertThat(after.technology()).isEqualTo(technology);
      assertThat(after.variant()).isEqualTo(tunedPort == NONE ? "example" : variant);
      assertThat(after.callsServed()).isEqualTo(calls);
      assertThat(after.callsFailed()).isZero();
      assertThat(after.processId()).isEqualTo(server.pid());
      assertThat(after.startedMillis()).isPositive().isEqualTo(before.startedMillis());
      assertThat(after.openConnections()).isPositive();
      assertThat(after.process().cpuNanos()).isGreaterThan(before.process().cpuNanos());
      assertThat(after.process().contextSwitches()).isPositive();
      assertThat(after.process().rssKb()).isPositive();
    }
  }

  @Test
  void tellsItsHostsFactsAndRefusesAnythingElse() {
    var usage = shared().usageAddress();
    HostFacts facts = HostFacts.parse(ServerProcess.get(usage.resolve("/facts")).body());
    assertThat(facts.get("jvm.flags")).contains("-XX:+UseSerialGC");
    assertThat(ServerProcess.get(usage.resolve("/other")).status()).isEqualTo(404);
    assertThat(ServerProcess.request("POST", usage).status()).isEqualTo(405);
  }

  @Test
  void drainsUnderLoadAndExitsWithZero() throws Exception {
    int clients = 8;
    AtomicLong answered = new AtomicLong();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> load = new ArrayList<>();
    try (ServerProcess server = ServerProcess.ready(technology, "--drain", "20s")) {
      for (int i = 0; i < clients; i++) {
        Thread thread = new Thread(() -> callUntilItFails(server.address(), answered, wrong));
        thread.start();
        load.add(thread);
      }
      Awaitility.await()
          .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> answered.get() > 200 || load.stream().noneMatch(Thread::isAlive));
      assertThat(answered.get()).isGreaterThan(200);
      server.terminate();
      assertThat(server.exitCode()).isZero();
      assertThat(server.err()).noneMatch(line -> line.contains("cut") || line.contains("drain"));
    }
    for (Thread thread : load) {
      thread.join(TimeUnit.SECONDS.toMillis(ServerProcess.PATIENCE_SECONDS));
      assertThat(thread.isAlive()).as("a client still waits for a reply").isFalse();
    }
    assertThat(wrong).isEmpty();
  }

  private void callUntilItFails(
      InetSocketAddress server, AtomicLong answered, Queue<String> wrong) {
    try (Greeter greeter = connect(server)) {
      while (true) {
        String reply = greeter.greet("Ada");
        if (!reply.equals("hello, Ada")) {
          wrong.add(reply);
        }
        answered.incrementAndGet();
      }
    } catch (Exception serverIsGone) {
      // how every client of a server that ends finds out
    }
  }

  @Test
  void aTakenPortIsOneClearLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      try (ServerProcess server =
          ServerProcess.launch(technology, "--port", port, "--usage-port", "0")) {
        assertThat(server.exitCode()).isEqualTo(1);
        assertThat(server.out()).isEmpty();
        assertThat(server.err())
            .singleElement()
            .asString()
            .contains("server-" + technology, "127.0.0.1:" + port, "taken");
      }
    }
  }

  @Test
  void anAddressOfAnotherHostIsOneClearLine() {
    try (ServerProcess server =
        ServerProcess.launch(technology, "--port", "0", "--bind", "192.0.2.1")) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.err()).singleElement().asString().contains("192.0.2.1", "no address of");
    }
  }

  @Test
  void aWrongOptionIsOneClearLineAndMisuse() {
    Map<String, ServerProcess> servers = new LinkedHashMap<>(); // side by side: each only starts
    try {
      for (String option :
          List.of("--prot=1", "--port=x", "--port=70000", "--variant=fast", "--drain=soon")) {
        servers.put(option, ServerProcess.launch(technology, option));
      }
      servers.forEach(ServerJarContract::refuses);
    } finally {
      servers.values().forEach(ServerProcess::close);
    }
  }

  private static void refuses(String option, ServerProcess server) {
    assertThat(server.exitCode()).as(option).isEqualTo(2);
    assertThat(server.out()).as(option).isEmpty();
    String value = option.substring(option.indexOf('=') + 1);
    assertThat(server.err())
        .as(option)
        .singleElement()
        .asString()
        .contains(option.startsWith("--prot=") ? "did you mean --port" : value, "see --help");
  }

  @Test
  void helpAndVersionGoToStandardOutput() {
    try (ServerProcess help = ServerProcess.launch(technology, "--help");
        ServerProcess version = ServerProcess.launch(technology, "--version")) {
      assertThat(help.exitCode()).isZero();
      String ports = tunedPort == NONE ? "%d" : "%d, tuned %d";
      assertThat(String.join(" ", help.out()).replaceAll("\\s+", " "))
          .contains(
              "server-" + technology,
              "--bind",
              "(default: " + ports.formatted(defaultPort, tunedPort) + ")");
      assertThat(version.exitCode()).isZero();
      assertThat(version.out())
          .singleElement()
          .asString()
          .matches("server-" + technology + " [0-9].*");
    }
  }
}
