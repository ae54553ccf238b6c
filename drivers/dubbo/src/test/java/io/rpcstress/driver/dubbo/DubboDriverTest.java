package io.rpcstress.driver.dubbo;

import static io.rpcstress.driver.dubbo.ScriptedServer.error;
import static io.rpcstress.driver.dubbo.ScriptedServer.greeting;
import static io.rpcstress.driver.dubbo.ScriptedServer.response;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
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
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the driver owes, with a server that does what it should not. */
@Timeout(120)
class DubboDriverTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(300);

  static Session open(String variant, Target target, int connections, Duration deadline)
      throws CallException {
    return new DubboDriver()
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
    assertThat(found).singleElement().extracting(Technology::name).isEqualTo("dubbo");
    assertThat(found.get(0).type()).isEqualTo(16);
    assertThat(found.get(0).defaultPort()).isEqualTo(9016);
  }

  @Test
  void theRulesTellThePolicyOfEveryVariant() throws IOException {
    List<String> rules = Files.readAllLines(Path.of("../../docs/rules.md"));
    for (Variant variant : new DubboDriver().technology().variants()) {
      assertThat(rules)
          .contains(
              "| `dubbo` | `%s` | `%s` | yes | no | no |"
                  .formatted(variant.name(), variant.ownPolicy(17)));
    }
  }

  @Test
  void aLateAnswerNeverAnswersTheNextCall() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (name, id, out) -> {
                  if (name.equals("late")) {
                    TimeUnit.MILLISECONDS.sleep(2 * SHORT.toMillis());
                  }
                  out.write(greeting(id, name));
                });
        Session session = open("example", server.target(), 1, SHORT)) {
      AsyncCaller<String, String> caller = caller(session, 0);
      Answers.inTime(() -> caller.call("first"));
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      assertThat(Answers.inTime(() -> caller.call("Ada"))).isEqualTo("hello, Ada");
      assertThat(Answers.inTime(() -> caller.call("Bob"))).isEqualTo("hello, Bob");
      assertThat(server.connections).as("the connection stays").hasValue(1);
    }
  }

  @Test
  void aConnectionThatIsLostFailsEveryCallOnItAndIsMadeAnew() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (ScriptedServer server =
            new ScriptedServer(
                (name, id, out) -> {
                  asked.incrementAndGet();
                  if (name.equals("lost")) {
                    throw new IOException("closed amid calls");
                  }
                  if (!name.equals("unanswered")) {
                    out.write(greeting(id, name));
                  }
                });
        Session session = open("example", server.target(), 1, SHORT)) {
      AsyncCaller<String, String> caller = caller(session, 0);
      CompletableFuture<String> unanswered = caller.start("unanswered");
      assertEnds(() -> caller.call("lost"));
      assertEnds(() -> ended(unanswered));
      assertThat(Answers.inTime(() -> caller.call("Bob"))).isEqualTo("hello, Bob");
      assertThat(asked).hasValueGreaterThanOrEqualTo(3);
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

  /** As a lost connection or, where Dubbo does not see it at once, by its deadline. */
  private static void assertEnds(Calling calling) {
    assertThatThrownBy(calling::call)
        .isInstanceOfSatisfying(
            CallException.class,
            e -> assertThat(e.kind()).isIn(FailureKind.DISCONNECTED, FailureKind.DEADLINE));
  }

  private interface Calling {
    Object call() throws Exception;
  }

  private static void assertFails(FailureKind kind, Calling calling) {
    assertThatThrownBy(calling::call)
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).as(e.toString()).isEqualTo(kind));
  }

  @Test
  void anErrorIsARefusalAndWhatNamesAClassOrAnnouncesTooMuchIsNeverRead() throws Exception {
    byte[] evil = "\u0091C\u0014java.util.Properties\u0090O\u0090".getBytes(ISO_8859_1);
    byte[] huge = {(byte) 0x91, 0x58, 'I', 0x7F, -1, -1, -1};
    try (ScriptedServer server =
            new ScriptedServer(
                (name, id, out) -> {
                  switch (name) {
                    case "refused" ->
                        out.write(error(id, ScriptedServer.SERVICE_ERROR, "not today"));
                    case "evil" -> out.write(response(id, ScriptedServer.OK, evil));
                    case "huge" -> out.write(response(id, ScriptedServer.OK, huge));
                    default -> out.write(greeting(id, name));
                  }
                });
        Session session = open("example", server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = caller(session, 0);
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertFails(FailureKind.REFUSED, () -> ended(caller.start("refused")));
      for (String name : new String[] {"evil", "huge"}) {
        assertFails(FailureKind.PROTOCOL, () -> caller.call(name));
        assertFails(FailureKind.PROTOCOL, () -> ended(caller.start(name)));
      }
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertThat(server.connections).as("none of it ends the connection").hasValue(1);
    }
  }

  @Test
  void aServerThatIsNotThereIsFoundWhereTheConnectionIsMade() throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    Target nobody = Target.of(new Address("127.0.0.1", port));
    assertFails(FailureKind.CONNECT, () -> open("example", nobody, 1, LONG));
  }

  @Test
  void aServerThatIsGoneIsAFailureToConnectUntilItIsBack() throws Exception {
    ScriptedServer server =
        new ScriptedServer(
            (name, id, out) -> {
              throw new IOException("gone");
            });
    try (Session session = open("example", server.target(), 1, SHORT)) {
      server.close();
      AsyncCaller<String, String> caller = caller(session, 0);
      assertEnds(() -> caller.call("Ada"));
      for (int i = 0; i < 3; i++) {
        assertFails(FailureKind.CONNECT, () -> caller.call("Ada"));
      }
    }
  }

  @Test
  void startedCallsAreMatchedByTheirIdsInWhateverOrderTheyAreAnswered() throws Exception {
    Map<Long, String> held = new ConcurrentSkipListMap<>();
    try (ScriptedServer server =
            new ScriptedServer(
                (name, id, out) -> {
                  held.put(-id, name);
                  if (held.size() == 10) {
                    for (var each : held.entrySet()) { // the last comes first
                      out.write(greeting(-each.getKey(), each.getValue()));
                    }
                    held.clear();
                  }
                });
        Session session = open("example", server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = caller(session, 0);
      List<CompletableFuture<String>> open =
          IntStream.range(0, 10).mapToObj(i -> caller.start("n" + i)).toList();
      for (int i = 0; i < open.size(); i++) {
        assertThat(ended(open.get(i))).isEqualTo("hello, n" + i);
      }
    }
  }

  @Test
  void aStartedCallEndsByItsDeadline() throws Exception {
    try (ScriptedServer deaf = new ScriptedServer((name, id, out) -> {});
        Session session = open("example", deaf.target(), 1, SHORT)) {
      assertFails(FailureKind.DEADLINE, () -> ended(caller(session, 0).start("Ada")));
    }
  }

  @Test
  void asManyConnectionsAreMadeAsAreAskedFor() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer((name, id, out) -> out.write(greeting(id, name)));
        Session session = open("example", server.target(), 3, LONG)) {
      for (int i = 0; i < 20; i++) {
        assertThat(caller(session, i % 3).call("n" + i)).isEqualTo("hello, n" + i);
      }
      assertThat(server.connections).hasValue(3);
    }
  }
}
