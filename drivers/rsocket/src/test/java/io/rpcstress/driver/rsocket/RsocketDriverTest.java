package io.rpcstress.driver.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Answers;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the driver owes, with a server that does what it should not. */
@Timeout(120)
class RsocketDriverTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final int APPLICATION_ERROR = 0x201;
  private static final int CONNECTION_ERROR = 0x101;

  static Session open(String variant, Target target, int connections, Duration deadline)
      throws CallException {
    return new RsocketDriver()
        .open(
            target,
            new DriverOptions(
                variant,
                ConnectionPolicy.multiplexed(connections),
                3,
                false,
                deadline,
                DriverOptions.DEFAULT_CONNECT_TIMEOUT));
  }

  private static AsyncCaller<String, String> caller(Session session, int thread)
      throws CallException {
    Caller<String, String> caller = session.caller(Greeting.OPERATION, thread);
    return (AsyncCaller<String, String>) caller;
  }

  @Test
  void theServiceLoaderFindsItWithNumbersOfItsOwn() {
    List<Technology> found =
        ServiceLoader.load(Driver.class).stream().map(each -> each.get().technology()).toList();
    assertThat(found).singleElement().extracting(Technology::name).isEqualTo("rsocket");
    assertThat(found.get(0).type()).isEqualTo(15);
    assertThat(found.get(0).defaultPort()).isEqualTo(9015);
  }

  @Test
  void theRulesTellThePolicyOfEveryVariant() throws IOException {
    List<String> rules = Files.readAllLines(Path.of("../../docs/rules.md"));
    for (Variant variant : new RsocketDriver().technology().variants()) {
      assertThat(rules)
          .contains(
              "| `rsocket` | `%s` | `%s` | yes | no | no |"
                  .formatted(variant.name(), variant.ownPolicy(17)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aLateAnswerNeverAnswersTheNextCallAndItsRequestIsCancelled(String variant) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (name, stream, answering) -> {
                  if (name.equals("late")) {
                    TimeUnit.MILLISECONDS.sleep(2 * SHORT.toMillis());
                  }
                  answering.payload(stream, "hello, " + name);
                });
        Session session = open(variant, server.target(), 1, SHORT)) {
      AsyncCaller<String, String> caller = caller(session, 0);
      Answers.inTime(() -> caller.call("first"));
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      assertThat(Answers.inTime(() -> caller.call("Ada"))).isEqualTo("hello, Ada");
      assertThat(Answers.inTime(() -> caller.call("Bob"))).isEqualTo("hello, Bob");
      assertThat(server.types).contains(ScriptedServer.CANCEL);
      assertThat(server.connections).as("the connection stays").hasValue(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aConnectionThatIsLostFailsEveryCallOnItAndIsMadeAnew(String variant) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (ScriptedServer server =
            new ScriptedServer(
                (name, stream, answering) -> {
                  asked.incrementAndGet();
                  if (name.equals("lost")) {
                    throw new IOException("closed amid calls");
                  }
                  if (!name.equals("unanswered")) {
                    answering.payload(stream, "hello, " + name);
                  }
                });
        Session session = open(variant, server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = caller(session, 0);
      CompletableFuture<String> unanswered = caller.start("unanswered");
      assertFails(FailureKind.DISCONNECTED, () -> caller.call("lost"));
      assertFails(FailureKind.DISCONNECTED, () -> ended(unanswered));
      assertThat(caller.call("Bob")).isEqualTo("hello, Bob");
      assertThat(asked).as("nothing is sent again").hasValue(3);
      assertThat(server.connections).hasValue(2);
    }
  }

  private static String ended(CompletableFuture<String> reply) throws Exception {
    try {
      return reply.get(LONG.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CallException failure ? failure : e;
    }
  }

  private interface Calling {
    Object call() throws Exception;
  }

  private static void assertFails(FailureKind kind, Calling calling) {
    assertThatThrownBy(calling::call)
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).as(e.toString()).isEqualTo(kind));
  }

  @ParameterizedTest
  @CsvSource({
    "example, ffffff", // a frame of 16 MB
    "tuned, ffffff",
    "example, 004900",
    "tuned, 000001 00" // less than a head
  })
  void aFrameThatAnnouncesTooMuchOrIsNoneEndsTheConnection(String variant, String hex)
      throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (name, stream, answering) -> {
                  if (name.equals("bad")) {
                    answering.out().write(HexFormat.of().parseHex(hex.replace(" ", "")));
                    answering.out().write(new byte[64]);
                  } else {
                    answering.payload(stream, "hello, " + name);
                  }
                });
        Session session = open(variant, server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = caller(session, 0);
      assertThat(caller.call("first")).isEqualTo("hello, first");
      assertFails(FailureKind.DISCONNECTED, () -> caller.call("bad"));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void anErrorOfTheCallIsARefusalAndOneOfTheConnectionEndsIt(String variant) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (name, stream, answering) -> {
                  switch (name) {
                    case "refused" -> answering.error(stream, APPLICATION_ERROR, "not today");
                    case "ended" -> answering.error(0, CONNECTION_ERROR, "never again");
                    case "nothing" -> answering.nothing(stream);
                    default -> answering.payload(stream, "hello, " + name);
                  }
                });
        Session session = open(variant, server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = caller(session, 0);
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertFails(FailureKind.PROTOCOL, () -> caller.call("nothing"));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertThat(server.connections).as("none of it ends the connection").hasValue(1);
      assertFails(FailureKind.DISCONNECTED, () -> caller.call("ended"));
      assertThat(caller.call("Bob")).isEqualTo("hello, Bob");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aServerThatIsNotThereIsFoundWhereTheConnectionIsMade(String variant) throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    Target nobody = Target.of(new Address("127.0.0.1", port));
    assertFails(FailureKind.CONNECT, () -> open(variant, nobody, 1, LONG));
  }

  @Test
  void aServerThatIsGoneIsAFailureToConnectUntilItIsBack() throws Exception {
    ScriptedServer server =
        new ScriptedServer(
            (name, stream, answering) -> {
              throw new IOException("gone");
            });
    try (Session session = open("example", server.target(), 1, LONG)) {
      server.close();
      AsyncCaller<String, String> caller = caller(session, 0);
      assertFails(FailureKind.DISCONNECTED, () -> caller.call("Ada"));
      for (int i = 0; i < 3; i++) {
        assertFails(FailureKind.CONNECT, () -> caller.call("Ada"));
      }
    }
  }

  @Test
  void startedCallsAreMatchedByTheirStreamsInWhateverOrderTheyAreAnswered() throws Exception {
    Map<Integer, String> held = new ConcurrentSkipListMap<>();
    try (ScriptedServer server =
            new ScriptedServer(
                (name, stream, answering) -> {
                  held.put(-stream, name);
                  if (held.size() == 10) {
                    for (var each : held.entrySet()) { // the last comes first
                      answering.payload(-each.getKey(), "hello, " + each.getValue());
                    }
                    held.clear();
                  }
                });
        Session session = open("tuned", server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = caller(session, 0);
      List<CompletableFuture<String>> open =
          IntStream.range(0, 10).mapToObj(i -> caller.start("n" + i)).toList();
      for (int i = 0; i < open.size(); i++) {
        assertThat(ended(open.get(i))).isEqualTo("hello, n" + i);
      }
    }
  }

  @Test
  void aStartedCallEndsByItsDeadlineAndItsRequestIsCancelled() throws Exception {
    try (ScriptedServer deaf = new ScriptedServer((name, stream, answering) -> {});
        Session session = open("example", deaf.target(), 1, SHORT)) {
      CompletableFuture<String> reply = caller(session, 0).start("Ada");
      assertFails(FailureKind.DEADLINE, () -> ended(reply));
      Awaitility.await().atMost(LONG).until(() -> deaf.types.contains(ScriptedServer.CANCEL));
    }
  }

  @Test
  void threadsAreSpreadOverAsManyConnectionsAsAreAskedFor() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (name, stream, answering) -> answering.payload(stream, "hello, " + name));
        Session session = open("example", server.target(), 3, LONG)) {
      for (int thread = 0; thread < 3; thread++) {
        assertThat(caller(session, thread).call("n" + thread)).isEqualTo("hello, n" + thread);
      }
      assertThat(server.connections).hasValue(3);
      assertThat(server.types).filteredOn(type -> type == ScriptedServer.SETUP).hasSize(3);
    }
  }
}
