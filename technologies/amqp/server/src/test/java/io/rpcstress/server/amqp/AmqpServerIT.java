package io.rpcstress.server.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.GreetQueue;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderMessages;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.json.OrderJson;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The jar behind the real broker; where that is not installed, most is counted as skipped. */
@Timeout(300)
class AmqpServerIT {
  private static final Path BROKER_JAR =
      Path.of("../../../companions/broker/target/server-broker.jar");
  private static final Path BROKER = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");

  @TempDir static Path folder;

  /** One for all tests; null where it is not installed. */
  private static @Nullable ServerProcess broker;

  @BeforeAll
  static void start() {
    if (Files.isExecutable(BROKER)) {
      broker =
          ServerProcess.ready(BROKER_JAR, "rabbitmq", "--credentials", credentials().toString());
    }
  }

  @AfterAll
  static void stop() {
    if (broker != null) {
      broker.terminate();
      broker.exitCode();
    }
  }

  private static Path credentials() {
    return folder.resolve(BrokerCredentials.FILE_NAME);
  }

  private static ServerProcess broker() {
    ServerProcess running = broker;
    assumeTrue(running != null, "rabbitmq-server is not installed here");
    return Objects.requireNonNull(running);
  }

  private static String at(ServerProcess running) {
    return "127.0.0.1:" + running.port();
  }

  private static ServerProcess server() {
    return ServerProcess.ready(
        "amqp", "--broker", at(broker()), "--credentials", credentials().toString());
  }

  /** One that is not waited for, since it may end at once. */
  private static ServerProcess launched(String broker, Path credentials, String... more) {
    List<String> words = new ArrayList<>(List.of("--broker", broker, "--usage-port", "0"));
    words.addAll(List.of("--credentials", credentials.toString()));
    words.addAll(List.of(more));
    return ServerProcess.launch("amqp", words.toArray(String[]::new));
  }

  private static Connection connection() throws Exception {
    BrokerCredentials known = BrokerCredentials.read(credentials());
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost("127.0.0.1");
    factory.setPort(broker().port());
    factory.setUsername(known.user());
    factory.setPassword(known.password());
    factory.setAutomaticRecoveryEnabled(false);
    return factory.newConnection();
  }

  @ParameterizedTest
  @EnumSource
  void bothQueuesAreAnsweredAndEveryAnswerIsCountedFirst(GreetQueue queue) throws Exception {
    try (ServerProcess server = server();
        Connection connection = connection();
        Channel channel = connection.createChannel()) {
      assertThat(server.out()).containsExactly("READY amqp " + at(broker()));
      BlockingQueue<String> replies = new LinkedBlockingQueue<>();
      String replyTo = channel.queueDeclare().getQueue();
      channel.basicConsume(
          replyTo,
          true,
          (tag, reply) ->
              replies.add(
                  reply.getProperties().getCorrelationId()
                      + " "
                      + reply.getProperties().getType()
                      + " "
                      + new String(reply.getBody(), UTF_8)),
          tag -> {});
      publish(channel, queue, replyTo, "1", "Ada");
      assertThat(replies.poll(60, TimeUnit.SECONDS)).isEqualTo("1 null hello, Ada");
      assertThat(server.usage().callsServed()).isEqualTo(1);
      publish(channel, queue, replyTo, "2", "x".repeat(4_097));
      assertThat(replies.poll(60, TimeUnit.SECONDS))
          .isEqualTo("2 refused a name of 4097 bytes: at most 4096");
      publish(channel, queue, replyTo, "2b", "x".repeat(Broker.MAX_MESSAGE_BYTES));
      assertThat(replies.poll(60, TimeUnit.SECONDS))
          .as("the longest message that the broker carries")
          .isEqualTo("2b refused a name of 1048576 bytes: at most 4096");
      publish(channel, queue, null, "3", "no reply-to");
      publish(channel, queue, "no-such-queue", "4", "Bob");
      publish(channel, queue, replyTo, "5", "Eve");
      assertThat(replies.poll(60, TimeUnit.SECONDS)).isEqualTo("5 null hello, Eve");
      Awaitility.await() // several consumers: one may still be at what came before the last
          .atMost(60, TimeUnit.SECONDS)
          .untilAsserted(
              () -> {
                ServerUsage used = server.usage();
                assertThat(used.callsServed()).isEqualTo(3);
                assertThat(used.callsFailed()).isEqualTo(3);
              });
      assertThat(server.usage().openConnections()).isEqualTo(1);

      int calls = 500;
      for (int i = 0; i < calls; i++) {
        publish(channel, queue, replyTo, "n" + i, "n" + i);
      }
      server.terminate(); // amid them: what was delivered is answered
      assertThat(server.exitCode()).isZero();
      assertThat(server.err()).noneMatch(line -> line.contains("cut"));
      assertThat(replies)
          .allSatisfy(reply -> assertThat(reply).matches("(n[0-9]+) null hello, \\1"));
      assertThat(connection.isOpen()).isTrue();
    }
  }

  private static void publish(
      Channel channel, GreetQueue queue, @Nullable String replyTo, String id, String name)
      throws IOException {
    channel.basicPublish(
        "",
        queue.label(),
        new AMQP.BasicProperties.Builder().replyTo(replyTo).correlationId(id).build(),
        name.getBytes(UTF_8));
  }

  private static List<String> python(String program) {
    return Tool.python(
        "pika",
        "src/test/python/" + program,
        Integer.toString(broker().port()),
        credentials().toString());
  }

  @Test
  void aClientInPythonIsAnswered() {
    try (ServerProcess server = server()) {
      assertThat(python("amqp_client.py"))
          .containsExactly(
              "ok greet through rpc_queue",
              "ok refused through rpc_queue",
              "ok direct reply-to through rpc_queue",
              "ok greet through rpc_queue.no-ack",
              "ok refused through rpc_queue.no-ack",
              "ok direct reply-to through rpc_queue.no-ack",
              "ok guest is refused");
      assertThat(server.usage().callsServed()).isEqualTo(4);
      assertThat(server.usage().callsFailed()).isEqualTo(2);
    }
  }

  /** The services of place-order as processes, which take no time for their steps. */
  private static final class Services implements AutoCloseable {
    private ServerProcess shipping = service("shipping");
    private final ServerProcess customer = service("customer", "shipping", shipping);
    private final ServerProcess product = service("product");
    private final ServerProcess order = service("order", "product", product, "customer", customer);

    /** One with a role, given the addresses of those whose usage a client reads behind its own. */
    private static ServerProcess service(String role, Object... peers) {
      List<String> words =
          new ArrayList<>(
              List.of(
                  "--role",
                  role,
                  "--step-time",
                  "0ms",
                  "--broker",
                  at(broker()),
                  "--credentials",
                  credentials().toString()));
      for (int i = 0; i < peers.length; i += 2) {
        int usage = ((ServerProcess) peers[i + 1]).usagePort();
        words.addAll(List.of("--peer", "%s=127.0.0.1:%d/%d".formatted(peers[i], usage, usage)));
      }
      return ServerProcess.ready("amqp", words.toArray(String[]::new));
    }

    List<Long> served() {
      return List.of(order, product, customer, shipping).stream()
          .map(each -> each.usage().callsServed())
          .toList();
    }

    @Override
    public void close() {
      order.close();
      product.close();
      customer.close();
      shipping.close();
    }
  }

  /** Where a client without a library of ours would have its confirmations. */
  private static BlockingQueue<String> confirmations(Channel channel) throws IOException {
    BlockingQueue<String> received = new LinkedBlockingQueue<>();
    channel.exchangeDeclare(OrderMessages.CONFIRMATIONS, OrderMessages.FANOUT);
    String queue = channel.queueDeclare().getQueue();
    channel.queueBind(queue, OrderMessages.CONFIRMATIONS, "");
    channel.basicConsume(
        queue,
        true,
        (tag, message) ->
            received.add(
                message.getProperties().getCorrelationId()
                    + " "
                    + new String(message.getBody(), UTF_8)),
        tag -> {});
    return received;
  }

  private static void place(Channel channel, long id, String payload) throws IOException {
    Order order = PlaceOrder.OPERATION.numbered(PlaceOrder.OPERATION.request(payload), id);
    channel.basicPublish(
        OrderStep.PLACE.exchange(),
        "",
        new AMQP.BasicProperties.Builder().correlationId("id-" + id).build(),
        OrderJson.written(order));
  }

  @Tag("long")
  @Test
  void fourProcessesPassOrdersOnAndOneThatIsGoneIsNamedUntilItIsBack() throws Exception {
    try (Services services = new Services();
        Connection connection = connection();
        Channel channel = connection.createChannel()) {
      BlockingQueue<String> received = confirmations(channel);
      place(channel, 7, "products=250,stock=remote");
      assertThat(received.poll(60, TimeUnit.SECONDS))
          .isEqualTo("id-7 {\"state\":\"success\",\"order\":7}");
      assertThat(services.served()).containsExactly(1L, 2L, 1L, 1L);
      place(channel, 8, "products=1,stock=local");
      assertThat(received.poll(60, TimeUnit.SECONDS)).startsWith("id-8 ").contains("success");
      assertThat(services.served()).containsExactly(2L, 2L, 2L, 2L);

      services.shipping.kill();
      services.shipping.exitCode();
      // what the broker has not yet noticed is lost, and ended by a client's deadline
      Awaitility.await()
          .atMost(60, TimeUnit.SECONDS)
          .untilAsserted(() -> assertThat(isConsumed(connection, "shipping")).isFalse());
      place(channel, 9, "products=1,stock=remote");
      assertThat(received.poll(60, TimeUnit.SECONDS))
          .isEqualTo("id-9 the shipping service: no process consumes from shipping");
      services.shipping = Services.service("shipping");
      place(channel, 10, "products=1,stock=remote");
      assertThat(received.poll(60, TimeUnit.SECONDS)).startsWith("id-10 ").contains("success");
      assertThat(received).as("no order is confirmed twice").isEmpty();
    }
  }

  private static boolean isConsumed(Connection connection, String queue) throws IOException {
    Channel asking = connection.createChannel();
    try {
      return asking.queueDeclarePassive(queue).getConsumerCount() > 0;
    } catch (IOException notThere) {
      return false;
    } finally {
      asking.abort();
    }
  }

  @Test
  void aClientInPythonPlacesAnOrderAndGetsItsConfirmation() {
    try (ServerProcess server = server()) {
      assertThat(python("amqp_orders.py"))
          .containsExactly("ok confirmed", "ok stock local", "ok too many products", "ok no order");
      assertThat(server.usage().callsServed()).isEqualTo(2);
      assertThat(server.usage().callsFailed()).isEqualTo(2);
    }
  }

  @Test
  void anotherUserIsRefusedAtOnce() throws Exception {
    Path wrong = folder.resolve("wrong");
    try (ServerProcess server = launched(at(broker()), credentialsMade(wrong))) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.err())
          .singleElement()
          .asString()
          .contains("refuses the credentials of " + wrong);
    }
  }

  @Test
  void aQueueThatAnotherClientHasDeclaredIsNamedAtOnce() throws Exception {
    try (Connection connection = connection();
        Channel channel = connection.createChannel()) {
      String queue = GreetQueue.ACKNOWLEDGED.label();
      Awaitility.await() // that of a server which another test has killed
          .atMost(60, TimeUnit.SECONDS)
          .until(() -> !isConsumed(connection, queue));
      var unused = channel.queueDeclare(queue, false, false, false, null); // as the tutorial does
      try (ServerProcess server = launched(at(broker()), credentials())) {
        assertThat(server.exitCode()).isEqualTo(1);
        assertThat(server.err())
            .singleElement()
            .asString()
            .contains("the broker at " + at(broker()) + " refuses", "PRECONDITION_FAILED", queue);
      } finally {
        var unusedDelete = channel.queueDelete(queue);
      }
    }
  }

  @Test
  void aCredentialsFileThatIsNoneIsMisuse() {
    try (ServerProcess server = ServerProcess.launch("amqp", "--credentials", folder.toString())) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.err())
          .singleElement()
          .asString()
          .contains(folder + " is no regular file")
          .doesNotContain("chmod");
    }
  }

  private static Path credentialsMade(Path file) throws IOException {
    BrokerCredentials unused = BrokerCredentials.readOrMade(file);
    return file;
  }

  @Tag("long")
  @Test
  void aBrokerThatIsNotThereIsWaitedForAndThenNamed() throws Exception {
    String closed = "127.0.0.1:1";
    Path file = folder.resolve("any");
    try (ServerProcess server = launched(closed, credentialsMade(file), "--broker-wait", "1")) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.err()).hasSize(2);
      assertThat(server.err().get(0)).contains("waits for the broker at " + closed);
      assertThat(server.err().get(1)).contains("no broker at " + closed, "give --broker");
      assertThat(server.out()).isEmpty();
    }
  }

  /** A broker that is amid its start, or another program behind its port. */
  @Test
  void aPeerThatBeginsWithAnotherFrameIsNoBroker() throws Exception {
    byte[] tune = {1, 0, 0, 0, 0, 0, 12, 0, 10, 0, 30, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xCE};
    try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      CompletableFuture<byte[]> firstBytes =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket peer = other.accept()) {
                  peer.getOutputStream().write(tune);
                  return peer.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      Path file = folder.resolve("any other");
      var unused = BrokerCredentials.readOrMade(file);
      InetSocketAddress there = (InetSocketAddress) other.getLocalSocketAddress();
      Subscription subscription = new Subscription(there, file, null, List.of(), line -> {});
      assertThatThrownBy(() -> subscription.begin(Duration.ZERO))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("no broker at 127.0.0.1:" + other.getLocalPort())
          .hasMessageContaining("it does not speak as a broker does");
      assertThat(firstBytes.get(60, TimeUnit.SECONDS))
          .as("until the connection is closed")
          .startsWith('A', 'M', 'Q', 'P');
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--broker, nowhere, 127.0.0.1:9019",
    "--broker-wait, 99999, 0 to 3600",
    "--port, 70000, 65535"
  })
  void aWrongOptionIsOneLine(String option, String value, String expected) {
    try (ServerProcess server = ServerProcess.launch("amqp", option, value)) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.err()).singleElement().asString().contains(option, value, expected);
    }
  }

  @Tag("long")
  @Test
  void aServerThatLostItsBrokerGoesOnWhereItIsBack() throws Exception {
    try (ServerProcess server = server();
        Connection connection = connection();
        Channel channel = connection.createChannel()) {
      // As an operator would: everything of this server's goes, and it has to come back.
      List<String> queues = List.of("rpc_queue", "rpc_queue.no-ack");
      for (String each : queues) {
        channel.queueDelete(each);
      }
      Awaitility.await()
          .atMost(60, TimeUnit.SECONDS)
          .untilAsserted(
              () -> {
                for (String each : queues) {
                  try (Channel asking = connection.createChannel()) {
                    assertThat(asking.queueDeclarePassive(each).getConsumerCount()).isPositive();
                  } catch (IOException notThere) {
                    throw new AssertionError(notThere);
                  }
                }
              });
      assertThat(server.isAlive()).isTrue();
    }
  }
}
