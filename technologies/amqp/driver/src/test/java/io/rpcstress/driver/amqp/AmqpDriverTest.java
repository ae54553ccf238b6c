package io.rpcstress.driver.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.impl.AMQImpl;
import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.GreetQueue;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.json.OrderJson;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.LoopbackServer;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.StartedCallsContract;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the driver owes, with a broker that does what it should not. */
class AmqpDriverTest extends StartedCallsContract {

  /** Follows an invalid frame: enough bytes for a peer that reads on. */
  private static final String MORE = "00".repeat(64);

  /** A delivery on the first channel, whose content follows. */
  private static final String DELIVERY =
      "01 0001 00000012 003c 003c 02 7431 0000000000000001 00 00 00 ce";

  /** The credentials that the driver reads from its environment: any, to this broker. */
  @BeforeAll
  static void makeCredentials() throws IOException {
    BrokerCredentials made =
        BrokerCredentials.readOrMade(BrokerCredentials.fileFor(AmqpDriver.class));
    assertThat(made.toString()).doesNotContain(made.password());
  }

  static Way way(String variant) {
    AmqpDriver driver = new AmqpDriver();
    return new Way(driver, driver.technology().variant(variant).orElseThrow());
  }

  @Override
  protected List<Numbers> technologies() {
    return List.of(new Numbers("amqp", 19, 9019));
  }

  @Override
  protected List<String> variants() {
    return List.of("example", "tuned");
  }

  private static void greet(ScriptedBroker.Message to, ScriptedBroker.Answering answering)
      throws IOException {
    answering.reply(to, "", "hello, " + to.body());
  }

  @Override
  protected LoopbackServer server(Way way, Script script) throws IOException {
    return new ScriptedBroker(
        (message, answering) ->
            script.answer(
                message.body(),
                new Answering() {
                  @Override
                  public void greet(String name) throws IOException {
                    answering.reply(message, "", "hello, " + name);
                  }

                  @Override
                  public OutputStream out() {
                    return answering.out();
                  }
                }));
  }

  @Override
  protected List<String> malformedAnswers(Way way) {
    return List.of(
        "09 0001 00000001 00 ce" + MORE, // an unknown type of frame
        "01 0001 00000001 00 00" + MORE, // one that does not end where it should
        DELIVERY + "02 0001 0000000e 003c 0000 0000010000000000 0000 ce" + MORE, // 1 TiB to come
        DELIVERY + DELIVERY + MORE); // one within another
  }

  /** All calls of the connection end with it, and none of them has an answer. */
  @Override
  protected FailureKind malformedAnswer(Way way) {
    return FailureKind.DISCONNECTED;
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aBrokerThatRefusesTheCredentialsIsARefusal(Way way) throws Exception {
    try (ScriptedBroker refusing = new ScriptedBroker(AmqpDriverTest::greet, true)) {
      assertFails(FailureKind.REFUSED, () -> open(way, refusing.target(), 1, LONG));
      assertThatThrownBy(() -> open(way, refusing.target(), 1, LONG))
          .hasMessageContaining("refuses the credentials of");
    }
  }

  /** Sends first what a broker sends later, and waits for the end. */
  private static final class Tuning extends LoopbackServer {
    private final CountDownLatch ended = new CountDownLatch(1);

    Tuning() throws IOException {
      super(0);
      start();
    }

    @Override
    protected void serve(Socket socket) throws Exception {
      new ScriptedBroker.Answering(new DataOutputStream(socket.getOutputStream()))
          .send(0, new AMQImpl.Connection.Tune(1, 4096, 0));
      try {
        byte[] unused = socket.getInputStream().readAllBytes();
      } finally {
        ended.countDown();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void whatSpeaksOutOfTurnIsNoBrokerAndLeft(Way way) throws Exception {
    try (Tuning other = new Tuning()) {
      assertFails(FailureKind.CONNECT, () -> open(way, other.target(), 1, LONG));
      assertThat(other.ended.await(60, TimeUnit.SECONDS)).as("it is left").isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void whatIsRefusedOrHasNoConsumerFailsAtOnceAndTheConnectionStays(Way way) throws Exception {
    try (ScriptedBroker broker =
            new ScriptedBroker(
                (message, answering) -> {
                  switch (message.body()) {
                    case "refused" -> answering.reply(message, GreetQueue.REFUSED, "not today");
                    case "unread" -> answering.giveBack(message);
                    case "too large" -> answering.closeChannel(message);
                    default -> greet(message, answering);
                  }
                });
        Session session = open(way, broker.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      assertFails(FailureKind.CONNECT, () -> caller.call("unread"));
      assertThatThrownBy(() -> caller.call("unread")).hasMessageContaining("no server consumes");
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertFails(FailureKind.REFUSED, () -> caller.call("too large"));
      assertThat(caller.call("Bob")).as("on a new channel").isEqualTo("hello, Bob");
      assertThat(broker.connections()).isEqualTo(1);
    }
  }

  @Test
  void aConfirmationIsMatchedByIdAndOneOfAnotherOrderComesAsItIs() throws Exception {
    Order small = PlaceOrder.OPERATION.request("products=1,stock=remote");
    try (ScriptedBroker broker =
            new ScriptedBroker(
                (message, answering) -> {
                  answering.reply(message.from("other-1"), "", confirmation(1));
                  if (message.body().contains("\"id\":9")) {
                    answering.reply(message, "", "no confirmation");
                  } else if (message.body().contains("\"id\":10")) {
                    answering.reply(message, GreetQueue.REFUSED, "the shipping service: gone");
                  } else {
                    answering.reply(message, "", confirmation(8));
                  }
                });
        Session session = open(way("example"), broker.target(), 1, LONG)) {
      Caller<Order, Confirmation> caller = session.caller(PlaceOrder.OPERATION, 0);
      assertThat(caller.call(small.withId(7))).as("wrong").isEqualTo(Confirmation.of(8));
      assertFails(FailureKind.PROTOCOL, () -> caller.call(small.withId(9)));
      assertFails(FailureKind.REFUSED, () -> caller.call(small.withId(10)));
      assertThatThrownBy(() -> caller.call(small.withId(10)))
          .hasMessageContaining("the shipping service: gone");
    }
  }

  private static String confirmation(long order) {
    return new String(OrderJson.confirmed(order), StandardCharsets.UTF_8);
  }

  @Test
  void aBrokerThatReadsNothingMoreKeepsNoCallBeyondTheDeadline() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (ScriptedBroker deaf = new ScriptedBroker((message, answering) -> over.await());
        Session session = open(way("example"), deaf.target(), 1, SHORT)) {
      AsyncCaller<String, String> caller = starting(session, 0);
      String name = Greeting.name(Greeting.MAX_NAME_BYTES);
      List<CompletableFuture<String>> replies = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) { // far more than two sockets hold
        replies.add(caller.start(name));
      }
      for (CompletableFuture<String> each : replies) {
        assertThatThrownBy(() -> ended(each)).isInstanceOf(CallException.class);
      }
    } finally {
      over.countDown();
    }
  }

  /** Reports that it takes no messages, before it answers one that requests that. */
  private static ScriptedBroker blocking(Queue<String> came, List<ScriptedBroker.Answering> to)
      throws IOException {
    return new ScriptedBroker(
        (message, answering) -> {
          came.add(message.body());
          to.add(answering);
          if (message.body().equals("block")) {
            answering.send(0, new AMQImpl.Connection.Blocked("low on disk"));
          }
          greet(message, answering);
        });
  }

  @ParameterizedTest
  @MethodSource("ways")
  void whatTheBrokerTakesNoMessagesForIsHeldUntilItDoes(Way way) throws Exception {
    Queue<String> came = new ConcurrentLinkedQueue<>();
    List<ScriptedBroker.Answering> to = new CopyOnWriteArrayList<>();
    try (ScriptedBroker broker = blocking(came, to);
        Session session = open(way, broker.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = starting(session, 0);
      assertThat(caller.call("block")).isEqualTo("hello, block");
      CompletableFuture<String> held = caller.start("held");
      assertThat(came).containsExactly("block");
      to.get(0).send(0, new AMQImpl.Connection.Unblocked());
      assertThat(ended(held)).isEqualTo("hello, held");
      assertThat(caller.call("block")).isEqualTo("hello, block");
      CompletableFuture<String> lost = caller.start("lost");
      to.get(0).out().close();
      assertFails(FailureKind.DISCONNECTED, () -> ended(lost));
      assertThat(came).containsExactly("block", "held", "block");
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aDeadlineNamesTheBlockedBrokerAndItsRequestIsNeverMade(Way way) throws Exception {
    Queue<String> came = new ConcurrentLinkedQueue<>();
    List<ScriptedBroker.Answering> to = new CopyOnWriteArrayList<>();
    try (ScriptedBroker broker = blocking(came, to);
        Session session = open(way, broker.target(), 1, Duration.ofSeconds(1))) {
      AsyncCaller<String, String> caller = starting(session, 0);
      assertThat(caller.call("block")).isEqualTo("hello, block");
      CompletableFuture<String> started = caller.start("started");
      for (DriverContract.Calling each :
          List.<DriverContract.Calling>of(() -> caller.call("called"), () -> ended(started))) {
        assertThatThrownBy(each::call)
            .isInstanceOf(DeadlineExceededException.class)
            .hasMessage("no reply within 1000 ms: the broker takes no messages (low on disk)");
      }
      to.get(0).send(0, new AMQImpl.Connection.Unblocked());
      Awaitility.await()
          .ignoreExceptionsInstanceOf(DeadlineExceededException.class)
          .until(() -> caller.call("Ada").equals("hello, Ada"));
      assertThat(came).contains("block", "Ada").doesNotContain("called", "started");
    }
  }

  @Test
  void aReplyAsLongAsABrokerCarriesOneEndsNoConnection() throws Exception {
    String longest = "x".repeat(Broker.MAX_MESSAGE_BYTES);
    try (ScriptedBroker broker =
            new ScriptedBroker((message, answering) -> answering.reply(message, "", longest));
        Session session = open(way("example"), broker.target(), 1, LONG)) {
      assertThat(starting(session, 0).call("Ada")).isEqualTo(longest);
    }
  }

  @Test
  void aFileThatHoldsNoCredentialsIsReportedBeforeAnythingIsOpened() throws Exception {
    AmqpDriver driver = new AmqpDriver();
    Path file = BrokerCredentials.fileFor(AmqpDriver.class);
    driver.requireUsable();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    try (ScriptedBroker broker = new ScriptedBroker(AmqpDriverTest::greet)) {
      assertThatThrownBy(driver::requireUsable)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("chmod 600 " + file);
      assertFails(FailureKind.REFUSED, () -> open(way("example"), broker.target(), 1, LONG));
      assertThat(broker.connections()).isZero();
    } finally {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    Path away = file.resolveSibling("away.credentials");
    Files.move(file, away);
    try {
      assertThatThrownBy(driver::requireUsable)
          .as("named, and not there")
          .hasMessageContainingAll(file.toString(), "no such file", BrokerCredentials.VARIABLE);
    } finally {
      Files.move(away, file);
    }
  }

  @Test
  void threadsAreSpreadOverTheRequestedConnections() throws Exception {
    Way way = way("example");
    try (ScriptedBroker broker = new ScriptedBroker(AmqpDriverTest::greet);
        Session session =
            way.driver()
                .open(
                    broker.target(),
                    new DriverOptions(
                        "example", ConnectionPolicy.multiplexed(3), 3, false, LONG))) {
      for (int thread = 0; thread < 3; thread++) {
        assertThat(starting(session, thread).call("n" + thread)).isEqualTo("hello, n" + thread);
      }
      assertThat(broker.connections()).isEqualTo(3);
    }
  }
}
