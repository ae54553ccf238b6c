package io.rpcstress.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Answers;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.RealServerContract;
import io.rpcstress.driver.Session;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every variant with the real broker and server, as they are shipped; skipped where nats-server is
 * not installed. Each server has a broker of its own, where it gets all requests.
 */
class NatsDriverIT extends RealServerContract {
  private static final Path BROKER_JAR =
      Path.of("../../../companions/broker/target/server-broker.jar");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String LIMIT = "--max-connections";

  private final List<ServerProcess> brokers = new ArrayList<>();

  NatsDriverIT() {
    super("nats");
  }

  @BeforeEach
  void assumeInstalled() {
    assumeTrue(
        Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "nats-server"))),
        "nats-server is not installed here");
  }

  /** All programs have the credentials from their environment. */
  private ServerProcess broker(String... options) {
    ServerProcess broker = ServerProcess.ready(BROKER_JAR, Broker.NATS, options);
    brokers.add(broker);
    return broker;
  }

  /** A limit of connections is the broker's, whose client the server is, too. */
  @Override
  protected ServerProcess ready(Way way, String... more) {
    List<String> options = new ArrayList<>(List.of(more));
    int limit = options.indexOf(LIMIT);
    ServerProcess broker;
    if (limit < 0) {
      broker = broker();
    } else {
      broker = broker(LIMIT, Integer.toString(1 + Integer.parseInt(options.get(limit + 1))));
      options.subList(limit, limit + 2).clear();
    }
    options.addAll(List.of("--broker", "127.0.0.1:" + broker.port()));
    return super.ready(way, options.toArray(String[]::new));
  }

  @AfterAll
  void stopBrokers() {
    brokers.forEach(ServerProcess::terminate);
    brokers.forEach(ServerProcess::exitCode);
  }

  private static Session open(ServerProcess broker) throws CallException {
    Way way = Way.of(new NatsDriver(), "example");
    return DriverContract.open(way, target(broker), 1, LONG);
  }

  private static AsyncCaller<String, String> caller(Session session) throws CallException {
    Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
    return (AsyncCaller<String, String>) caller;
  }

  @Test
  void aCallThatNoServerAnswersFailsAtOnceAndWhomTheBrokerDoesNotKnowIsRefused() throws Exception {
    ServerProcess broker = broker();
    Path credentials = BrokerCredentials.fileFor(NatsDriver.class);
    String password = BrokerCredentials.read(credentials).password();
    try (Session session = open(broker)) {
      DriverContract.assertFails(FailureKind.CONNECT, () -> caller(session).call("Ada"));
    }
    ServerUsage used = broker.usage();
    assertThat(used.technology()).isEqualTo("nats-server");
    assertThat(used.process().cpuNanos()).isPositive();
    assertThat(used.processId()).isNotEqualTo(broker.pid());
    assertThat(Files.readString(Path.of("/proc", "" + used.processId(), "cmdline")))
        .contains("nats-server")
        .doesNotContain(password);
    assertThat(ServerProcess.get(broker.usageAddress().resolve("/configuration")).body())
        .contains("127.0.0.1:" + broker.port())
        .doesNotContain(password);

    Path real = credentials.resolveSibling("real.credentials");
    Files.move(credentials, real);
    try {
      DriverContract.assertFails(FailureKind.CONNECT, () -> open(broker)); // there are none
      assertThat(BrokerCredentials.readOrMade(credentials).password()).isNotEqualTo(password);
      DriverContract.assertFails(FailureKind.REFUSED, () -> open(broker));
    } finally {
      Files.deleteIfExists(credentials);
      Files.move(real, credentials);
    }
  }

  @Tag("long")
  @Test
  void aKilledBrokerIsALostConnectionUntilItIsBack() throws Exception {
    Way way = Way.of(new NatsDriver(), "example");
    try (ServerProcess server = ready(way);
        Session session = open(server)) {
      ServerProcess broker = brokers.get(brokers.size() - 1);
      AsyncCaller<String, String> caller = caller(session);
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      signal("STOP", broker);
      CompletableFuture<String> open = caller.start("Bob"); // it never arrives
      signal("KILL", broker);
      DriverContract.assertFails(FailureKind.DISCONNECTED, () -> Answers.ended(open));
      assertThat(broker.exitCode()).isEqualTo(1);
      DriverContract.assertFails(FailureKind.CONNECT, () -> caller.call("Eve"));
      ServerProcess back = broker("--port", Integer.toString(broker.port()));
      assertThat(back.port()).isEqualTo(broker.port());
      Awaitility.await()
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(CallException.class)
          .until(() -> caller.call("Ada").equals("hello, Ada"));
    }
  }

  private static void signal(String name, ServerProcess broker) {
    byte[] unused = Tool.output(new byte[0], "kill", "-s", name, "" + broker.usage().processId());
  }
}
