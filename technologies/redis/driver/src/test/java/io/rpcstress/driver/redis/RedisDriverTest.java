package io.rpcstress.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver against a server that answers, is late, or hangs up. */
@Timeout(120)
class RedisDriverTest {

  private static final Duration DEADLINE = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(60);

  @SuppressWarnings("NullAway.Init") // set before each test
  private ScriptedServer server;

  @BeforeEach
  void listen() throws IOException {
    server = new ScriptedServer();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  /** Opens a session of a variant; {@code tuned pool:2} has those connections. */
  private static Session open(Address address, String variant, Duration deadline)
      throws CallException {
    String[] words = variant.split(" ", -1);
    ConnectionPolicy own =
        new RedisDriver().technology().variant(words[0]).orElseThrow().ownPolicy(4);
    return new RedisDriver()
        .open(
            Target.of(address),
            new DriverOptions(
                words[0],
                words.length == 1 ? own : ConnectionPolicy.parse(words[1], own),
                4,
                false,
                deadline));
  }

  private Session open(String variant, Duration deadline) throws CallException {
    return open(server.address(), variant, deadline);
  }

  private static Caller<String, String> caller(Session session) throws CallException {
    return session.caller(Greeting.OPERATION, 0);
  }

  private static void assertFails(FailureKind kind, Caller<String, String> caller, String name) {
    CallException failure = failureOf(caller, name);
    assertThat(failure.kind()).as(failure.toString()).isEqualTo(kind);
  }

  private static CallException failureOf(Caller<String, String> caller, String name) {
    return catchThrowableOfType(CallException.class, () -> caller.call(name));
  }

  /** In the end: the machine may be slower than a deadline, and a lost connection is made again. */
  private static void assertIsGreeted(Caller<String, String> caller, String name) {
    AtomicReference<@Nullable String> reply = new AtomicReference<>();
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              try {
                reply.set(caller.call(name));
                return true;
              } catch (CallException notYet) {
                assertThat(notYet.kind()).isIn(FailureKind.CONNECT, FailureKind.DEADLINE);
                return false;
              }
            });
    assertThat(reply).hasValue("hello, " + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned", "lettuce"})
  void aLateReplyIsNeverTakenForTheNextAnswer(String variant) throws Exception {
    try (Session session = open(variant, DEADLINE)) {
      Caller<String, String> caller = caller(session);
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      server.answerLate.countDown();
      assertIsGreeted(caller, "bob");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned", "lettuce"})
  void aBrokenConnectionFailsItsCallOnceAndTheNextConnects(String variant) throws Exception {
    try (Session session = open(variant, LONG)) {
      Caller<String, String> caller = caller(session);
      assertThat(caller.call("ada")).isEqualTo("hello, ada");
      assertFails(FailureKind.DISCONNECTED, caller, "hangup");
      assertIsGreeted(caller, "bob");
      assertThat(server.hangups).as("how often it was requested").hasValue(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned", "lettuce"})
  void aReplyThatIsNoStringIsAFailureOfTheProtocol(String variant) throws Exception {
    try (Session session = open(variant, LONG)) {
      Caller<String, String> caller = caller(session);
      assertFails(FailureKind.PROTOCOL, caller, "number");
      assertThat(caller.call("bob")).isEqualTo("hello, bob");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned", "lettuce"})
  void aDeadServerIsAFailureToConnect(String variant) throws Exception {
    server.close();
    assertThatThrownBy(() -> open(variant, LONG))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned", "lettuce"})
  void aServerThatGoesAwayIsAFailureOfEachCall(String variant) throws Exception {
    try (Session session = open(variant, LONG)) {
      Caller<String, String> caller = caller(session);
      server.close();
      assertFails(FailureKind.DISCONNECTED, caller, "hangup");
      // Lettuce may end that call before it counts the connection as lost: the next may go there.
      Awaitility.await()
          .atMost(LONG)
          .until(
              () -> {
                FailureKind kind = failureOf(caller, "bob").kind();
                assertThat(kind).isIn(FailureKind.DISCONNECTED, FailureKind.CONNECT);
                return kind == FailureKind.CONNECT;
              });
      assertFails(FailureKind.CONNECT, caller, "bob");
    }
  }

  /** A thread that asks for "late" and keeps how its call failed; it is not started. */
  private static Thread asking(
      Caller<String, String> caller, AtomicReference<@Nullable Throwable> failure) {
    return new Thread(
        () -> {
          try {
            caller.call("late");
          } catch (CallException | InterruptedException e) {
            failure.set(e);
          }
        });
  }

  @Test
  void waitingForAConnectionIsPartOfTheCall() throws Exception {
    try (Session session = open("example pool:1", DEADLINE)) {
      Caller<String, String> caller = caller(session);
      AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
      Thread holding = asking(caller, first);
      holding.start();
      // It either waits for the connection, or gets it and is not answered.
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      holding.join();
      assertThat(first.get()).isInstanceOf(DeadlineExceededException.class);
      server.answerLate.countDown();
      assertIsGreeted(caller, "bob");
    }
  }

  @Test
  void whoWaitsForAConnectionCanBeInterrupted() throws Exception {
    try (Session session = open("example pool:1", LONG)) {
      Caller<String, String> caller = caller(session);
      AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
      AtomicReference<@Nullable Throwable> second = new AtomicReference<>();
      Thread holding = asking(caller, first);
      Thread waiting = asking(caller, second);
      holding.start();
      Awaitility.await().atMost(LONG).until(() -> server.lateRequests.get() == 1);
      waiting.start();
      waiting.interrupt();
      waiting.join();
      assertThat(second.get()).isInstanceOf(InterruptedException.class);
      server.answerLate.countDown();
      holding.join();
      assertThat(first.get()).as("the other goes on").isNull();
    }
  }

  @Test
  void aStartedCallEndsAsOneThatIsWaitedFor() throws Exception {
    try (Session session = open("lettuce", DEADLINE)) {
      AsyncCaller<String, String> caller = (AsyncCaller<String, String>) caller(session);
      assertThatThrownBy(() -> caller.start("late").get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(DeadlineExceededException.class);
      server.answerLate.countDown();
      assertThatThrownBy(() -> caller.start("number").get())
          .cause()
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.PROTOCOL));
    }
  }
}
