package io.rpcstress.driver.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.Tls;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Answers;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.RealServerContract;
import io.rpcstress.driver.SamplePack;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every variant with the real broker and server, as they are shipped; skipped where RabbitMQ is not
 * installed. One broker for all, but that it is killed at last.
 */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AmqpDriverIT {
  private static final Path RABBITMQ = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");
  private static final Path BROKER_JAR =
      Path.of("../../../companions/broker/target/server-broker.jar");
  private static final Path SERVER_JAR =
      Path.of("../../../technologies/amqp/server/target/server-amqp.jar");
  private static final Path CREDENTIALS = BrokerCredentials.fileFor(AmqpDriver.class);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int STARTED = 500;

  private static @Nullable ServerProcess broker;
  private static @Nullable ServerProcess server;

  @BeforeAll
  static void start() {
    if (Files.isExecutable(RABBITMQ)) {
      ServerProcess running = brokerAt("0", List.of());
      broker = running;
      server =
          serverOf(
              running, List.of("--step-time", "1ms", "--message", SamplePack.wide().toString()));
    }
  }

  private static ServerProcess brokerAt(String port, List<String> more) {
    List<String> options =
        new ArrayList<>(List.of("--port", port, "--credentials", CREDENTIALS.toString()));
    options.addAll(more);
    return ServerProcess.ready(BROKER_JAR, "rabbitmq", options.toArray(String[]::new));
  }

  private static ServerProcess serverOf(ServerProcess broker, List<String> more) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--broker", "127.0.0.1:" + broker.port(), "--credentials", CREDENTIALS.toString()));
    options.addAll(more);
    return ServerProcess.ready(SERVER_JAR, "amqp", options.toArray(String[]::new));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
    if (broker != null) {
      broker.terminate();
      broker.exitCode();
    }
  }

  @BeforeEach
  void assumeInstalled() {
    assumeTrue(broker != null, "rabbitmq-server is not installed here");
  }

  private static ServerProcess broker() {
    return Objects.requireNonNull(broker);
  }

  private static ServerProcess server() {
    return Objects.requireNonNull(server);
  }

  private static Target target() {
    return Target.of(new Address("127.0.0.1", broker().port()));
  }

  private static Session open(String variant, Duration deadline) throws CallException {
    return DriverContract.open(AmqpDriverTest.way(variant), target(), 2, deadline);
  }

  private static AsyncCaller<String, String> caller(Session session) throws CallException {
    Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
    return (AsyncCaller<String, String>) caller;
  }

  static List<String> variants() {
    return new AmqpDriver().technology().variants().stream().map(Variant::name).toList();
  }

  @ParameterizedTest
  @MethodSource("variants")
  @Order(1)
  void everyCallIsAnsweredAndCountedOnce(String variant) throws Exception {
    ServerUsage before = server().usage();
    List<String> names = List.of("Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES));
    try (Session session = open(variant, LONG)) {
      AsyncCaller<String, String> caller = caller(session);
      for (String name : names) {
        assertThat(caller.call(name)).isEqualTo("hello, " + name);
      }
      List<CompletableFuture<String>> started =
          IntStream.range(0, STARTED).mapToObj(i -> caller.start("n" + i)).toList();
      for (int i = 0; i < STARTED; i++) {
        assertThat(started.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS))
            .isEqualTo("hello, n" + i);
      }
      assertThatThrownBy(() -> caller.call("x".repeat(Greeting.MAX_NAME_BYTES + 1)))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.REFUSED));
      Caller<Message.Request, Object> messages = session.caller(Message.OPERATION, 1);
      for (String encoding : Message.encodings()) {
        Message.Request message = SamplePack.wideRequest(encoding);
        assertThat(messages.call(message)).as(encoding).isEqualTo(message.expected());
      }
      Message.Request longest = SamplePack.wideRequest(Broker.MAX_MESSAGE_BYTES);
      assertThat(longest.expected().equals(messages.call(longest))).isTrue();
    }
    ServerUsage grown = server().usage().since(before);
    assertThat(grown.callsServed())
        .isEqualTo(names.size() + STARTED + Message.encodings().size() + 1L);
    assertThat(grown.callsFailed()).isEqualTo(1);
  }

  @Test
  @Order(2)
  void aMessageThatIsTooLongForTheBrokerFailsByItsLimitAndTheNextIsAnswered() throws Exception {
    Message.Request tooLong = SamplePack.wideRequest(Broker.MAX_MESSAGE_BYTES + 1);
    Message.Request next = SamplePack.wideRequest("json");
    try (Session session = open("example", LONG)) {
      Caller<Message.Request, Object> messages = session.caller(Message.OPERATION, 0);
      assertThatThrownBy(() -> messages.call(tooLong))
          .isInstanceOfSatisfying(
              CallException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(FailureKind.REFUSED);
                assertThat(e.getMessage()).contains("" + Broker.MAX_MESSAGE_BYTES).hasLineCount(1);
              });
      assertThat(messages.call(next)).isEqualTo(next.expected());
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  @Order(2)
  void messagesWithoutAReplyArriveAndAreCountedOnce(String variant) throws Exception {
    long before = server().usage().callsServed();
    byte[] message = OneWay.OPERATION.request(Payload.defaultOf(OneWay.OPERATION));
    try (Session session = open(variant, LONG)) {
      Caller<byte[], Boolean> sends = session.caller(OneWay.OPERATION, 0);
      for (int i = 0; i < STARTED; i++) {
        assertThat(sends.call(message)).isTrue();
      }
      Awaitility.await()
          .atMost(LONG)
          .until(() -> server().usage().callsServed() - before >= STARTED);
    }
    assertThat(server().usage().callsServed() - before).isEqualTo(STARTED);
  }

  @Test
  @Order(2)
  void everyOrderGetsItsOwnConfirmationAndOneThatIsRefusedFailsAtOnce() throws Exception {
    ServerUsage before = server().usage();
    io.rpcstress.contract.Order small = PlaceOrder.OPERATION.request("products=1,stock=remote");
    try (Session one = open("example", LONG);
        Session other = open("example", LONG)) {
      List<AsyncCaller<io.rpcstress.contract.Order, Confirmation>> callers =
          List.of(orders(one, 0), orders(one, 1), orders(other, 0));
      // the same ids from two clients, who see each other's confirmations
      List<CompletableFuture<Confirmation>> placed =
          IntStream.range(0, 3 * STARTED)
              .mapToObj(i -> callers.get(i % 3).start(small.withId(1 + i / 3)))
              .toList();
      for (int i = 0; i < placed.size(); i++) {
        assertThat(placed.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS))
            .isEqualTo(Confirmation.of(1 + i / 3));
      }
      callers.get(0).close();
      assertThat(callers.get(1).call(small.withId(5))).isEqualTo(Confirmation.of(5));
      DriverContract.assertFails(
          FailureKind.REFUSED,
          () -> callers.get(2).call(new io.rpcstress.contract.Order(1, false, "", List.of())));
    }
    ServerUsage grown = server().usage().since(before);
    assertThat(grown.callsServed()).isEqualTo(3L * STARTED + 1);
    assertThat(grown.callsFailed()).isEqualTo(1);
    assertThat(grown.workNanos()).as("four steps each").isPositive();
  }

  private static AsyncCaller<io.rpcstress.contract.Order, Confirmation> orders(
      Session session, int thread) throws CallException {
    Caller<io.rpcstress.contract.Order, Confirmation> caller =
        session.caller(PlaceOrder.OPERATION, thread);
    return (AsyncCaller<io.rpcstress.contract.Order, Confirmation>) caller;
  }

  @Test
  @Order(3)
  void whomTheBrokerDoesNotKnowIsRefused() throws Exception {
    Path real = CREDENTIALS.resolveSibling("real.credentials");
    Files.move(CREDENTIALS, real);
    try {
      DriverContract.assertFails(
          FailureKind.CONNECT, () -> open("example", LONG)); // there are none
      assertThat(BrokerCredentials.readOrMade(CREDENTIALS))
          .isNotEqualTo(BrokerCredentials.read(real));
      DriverContract.assertFails(FailureKind.REFUSED, () -> open("example", LONG));
    } finally {
      Files.deleteIfExists(CREDENTIALS);
      Files.move(real, CREDENTIALS);
    }
  }

  @Test
  @Order(3)
  void aBrokerThatEncryptsVerifiesItsClientsAndTheyVerifyIt() throws Exception {
    Path keys = RealServerContract.madeKeys().resolve(RealServerContract.OWN);
    Path others = RealServerContract.madeKeys().resolve(RealServerContract.OTHERS);
    List<String> encrypted = List.of("--tls", "mtls", "--tls-keys", keys.toString());
    List<String> everywhere = new ArrayList<>(encrypted);
    everywhere.addAll(List.of("--bind", "0.0.0.0")); // so that it has a name without a certificate
    ServerProcess encrypting = brokerAt("0", everywhere);
    try (ServerProcess consumer = serverOf(encrypting, encrypted)) {
      Target target = Target.of(new Address("127.0.0.1", encrypting.port()));
      try (Session session = open(target, TlsSide.client(Tls.MTLS, keys))) {
        assertThat(caller(session).call("Ada")).isEqualTo("hello, Ada");
      }
      assertThat(consumer.usage().callsServed()).isEqualTo(1);
      DriverContract.assertFails(
          FailureKind.CONNECT, () -> open(target, TlsSide.client(Tls.ON, keys)));
      DriverContract.assertFails(
          FailureKind.CONNECT, () -> open(target, TlsSide.client(Tls.MTLS, others)));
      DriverContract.assertFails(FailureKind.CONNECT, () -> open(target, null));
      Target byAnotherName = Target.of(new Address("127.0.0.2", encrypting.port()));
      DriverContract.assertFails(
          FailureKind.CONNECT, () -> open(byAnotherName, TlsSide.client(Tls.MTLS, keys)));
    } finally {
      encrypting.terminate();
      encrypting.exitCode();
    }
  }

  private static Session open(Target target, @Nullable TlsSide tls) throws CallException {
    AmqpDriver driver = new AmqpDriver();
    ConnectionPolicy connections = driver.technology().variants().get(0).ownPolicy(1);
    return driver.open(
        target, new DriverOptions("example", connections, 1, false, LONG, tls, Compression.NONE));
  }

  private static void signal(String name) {
    byte[] unused = Tool.output(new byte[0], "kill", "-s", name, "" + broker().usage().processId());
  }

  @Tag("long")
  @Test
  @Order(4)
  void aFrozenBrokerIsADeadlineAndGoesOn() throws Exception {
    try (Session session = open("tuned", Duration.ofSeconds(2))) {
      AsyncCaller<String, String> caller = caller(session);
      signal("STOP");
      try {
        assertThatThrownBy(() -> caller.call("Ada")).isInstanceOf(DeadlineExceededException.class);
      } finally {
        signal("CONT");
      }
      awaitAnswer(caller);
    }
  }

  @Tag("long")
  @Test
  @Order(5)
  void aKilledBrokerIsALostConnectionUntilItIsBack() throws Exception {
    try (Session session = open("example", LONG)) {
      AsyncCaller<String, String> caller = caller(session);
      AsyncCaller<io.rpcstress.contract.Order, Confirmation> orders = orders(session, 1);
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      signal("STOP");
      CompletableFuture<String> open = caller.start("Bob"); // it never arrives
      CompletableFuture<Confirmation> order =
          orders.start(PlaceOrder.OPERATION.request("products=1"));
      signal("KILL");
      DriverContract.assertFails(FailureKind.DISCONNECTED, () -> Answers.ended(open));
      DriverContract.assertFails(FailureKind.DISCONNECTED, () -> Answers.ended(order));
      assertThat(broker().exitCode()).isEqualTo(1);
      DriverContract.assertFails(FailureKind.CONNECT, () -> caller.call("Eve"));
      broker = brokerAt(Integer.toString(broker().port()), List.of());
      awaitAnswer(caller);
      Awaitility.await()
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(CallException.class)
          .until(() -> orders.call(PlaceOrder.OPERATION.request("products=1")).success());
    }
  }

  private static void awaitAnswer(Caller<String, String> caller) {
    Awaitility.await()
        .atMost(LONG)
        .ignoreExceptionsInstanceOf(CallException.class)
        .until(() -> caller.call("Ada").equals("hello, Ada"));
  }
}
