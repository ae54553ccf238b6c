package io.rpcstress.driver.http;

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
import io.rpcstress.driver.NeverWhole;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each HTTP client sends and how it fails, against a socket that writes down every byte. */
@Timeout(120)
class HttpDriversTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Map<String, Driver> DRIVERS =
      Map.of("http-json", new HttpJsonDriver(), "http-form", new HttpFormDriver());

  static Session open(
      String technology, String variant, Target target, int threads, Duration deadline)
      throws CallException {
    Driver driver = Objects.requireNonNull(DRIVERS.get(technology), technology);
    ConnectionPolicy own = driver.technology().variant(variant).orElseThrow().ownPolicy(threads);
    return driver.open(target, new DriverOptions(variant, own, threads, false, deadline));
  }

  private static Caller<String, String> caller(Session session) throws CallException {
    return session.caller(Greeting.OPERATION, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "http-json, example, Content-Length;Content-Type;Host;User-Agent",
    "http-json, tuned, Content-Length;Content-Type;Host",
    "http-json, no-reuse, Connection;Content-Length;Content-Type;Host;User-Agent",
    "http-form, example, Accept;Connection;Content-Length;Content-type;Host;User-Agent",
  })
  void aRequestHasTheseHeadersAndNoOther(String technology, String variant, String expected)
      throws Exception {
    try (RecordingServer server = new RecordingServer(1);
        Session session = open(technology, variant, server.target(), 3, LONG)) {
      Caller<String, String> caller = caller(session);
      for (int i = 0; i < 5; i++) {
        assertThat(caller.call("user-00000000001")).isEqualTo("hello, user-00000000001");
      }
      assertThat(server.accepted).hasValue(variant.equals("no-reuse") ? 5 : 1);
      assertThat(server.requests).hasSize(5);
      for (String request : server.requests) {
        assertThat(request).startsWith("POST /greet HTTP/1.1\r\n");
        List<String> names =
            request
                .lines()
                .skip(1)
                .takeWhile(line -> !line.isEmpty())
                .map(line -> line.substring(0, line.indexOf(':')))
                .sorted()
                .toList();
        assertThat(names).containsExactly(expected.split(";", -1));
        assertThat(request)
            .endsWith(
                technology.equals("http-json")
                    ? "\r\n\r\n{\"name\":\"user-00000000001\"}"
                    : "\r\n\r\nname=user-00000000001");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"http-json, example", "http-json, tuned", "http-form, example"})
  void theHostHeaderHasTheNameThatStandsForTheAddress(String technology, String variant)
      throws Exception {
    try (RecordingServer server = new RecordingServer(1);
        Session session =
            open(
                technology,
                variant,
                Target.of(new Address("127.0.0.1", server.port(), "host-b.invalid")),
                1,
                LONG)) {
      assertThat(caller(session).call("ada")).isEqualTo("hello, ada");
      assertThat(server.requests.element())
          .containsIgnoringCase("\r\nHost: host-b.invalid:%d\r\n".formatted(server.port()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http-json, example, 5",
    "http-json, tuned, 5",
    "http-json, no-reuse, 15",
  })
  void connectionsAreKeptOrNotAsTheVariantRequires(
      String technology, String variant, int connections) throws Exception {
    try (RecordingServer server = new RecordingServer(5)) {
      CallsAtOnce.make(technology, variant, server.port(), 5, 3);
      assertThat(server.accepted).hasValue(connections);
    }
  }

  /** In processes of their own, since the number is read once a process. */
  @Test
  void twoIdleConnectionsAreKeptAsPublishedAndAsManyAsThreadsWhenTuned() throws Exception {
    int threads = 5;
    int rounds = 3;
    int asPublished = threads + (rounds - 1) * (threads - 2);
    assertThat(connectionsOfAProcess("example", threads, rounds))
        .isGreaterThanOrEqualTo(asPublished); // the JDK gives up idle ones after 5 s
    assertThat(connectionsOfAProcess("tuned", threads, rounds)).isLessThan(asPublished);
  }

  private static int connectionsOfAProcess(String variant, int threads, int rounds)
      throws Exception {
    try (RecordingServer server = new RecordingServer(threads)) {
      Process calls =
          new ProcessBuilder(
                  System.getProperty("java.home")
                      + File.separator
                      + "bin"
                      + File.separator
                      + "java",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  CallsAtOnce.class.getName(),
                  "http-form",
                  variant,
                  Integer.toString(server.port()),
                  Integer.toString(threads),
                  Integer.toString(rounds))
              .inheritIO()
              .start();
      try {
        assertThat(calls.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      } finally {
        calls.destroyForcibly();
      }
      assertThat(calls.exitValue()).isZero();
      assertThat(server.requests).hasSize(threads * rounds);
      return server.accepted.get();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http-json, example",
    "http-json, tuned",
    "http-json, no-reuse",
    "http-form, example"
  })
  void aCallThatTheServerHangsUpOnIsNotRepeated(String technology, String variant)
      throws Exception {
    try (RecordingServer server = new RecordingServer(1);
        Session session = open(technology, variant, server.target(), 3, LONG)) {
      Caller<String, String> caller = caller(session);
      assertFails(caller, "hangup", FailureKind.DISCONNECTED);
      assertThat(server.requests).as("the first of a connection").hasSize(1);
      assertThat(caller.call("ada")).isEqualTo("hello, ada");
      assertFails(caller, "hangup", FailureKind.DISCONNECTED);
      assertThat(server.requests).as("on a connection that was kept").hasSize(3);
      assertThat(caller.call("bob")).isEqualTo("hello, bob");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http-json, example, status, REFUSED",
    "http-json, tuned, status, REFUSED",
    "http-form, example, status, REFUSED",
    "http-json, example, huge, PROTOCOL",
    "http-json, tuned, huge, PROTOCOL",
    "http-form, example, huge, PROTOCOL",
    "http-json, example, garbage, PROTOCOL",
    "http-json, tuned, garbage, PROTOCOL",
  })
  void aReplyThatIsNoAnswerIsAFailureOfItsKindAndTheNextCallWorks(
      String technology, String variant, String name, FailureKind kind) throws Exception {
    try (RecordingServer server = new RecordingServer(1);
        Session session = open(technology, variant, server.target(), 1, LONG)) {
      Caller<String, String> caller = caller(session);
      assertFails(caller, name, kind);
      assertThat(caller.call("bob")).isEqualTo("hello, bob");
    }
  }

  /** A server's own line, which of an order names the service that failed. */
  @ParameterizedTest
  @CsvSource({"http-json, example", "http-json, tuned", "http-form, example"})
  void aRefusalRepeatsTheServersMessage(String technology, String variant) throws Exception {
    try (RecordingServer server = new RecordingServer(1);
        Session session = open(technology, variant, server.target(), 1, LONG)) {
      Caller<String, String> caller = caller(session);
      assertThatThrownBy(() -> caller.call("status"))
          .isInstanceOf(CallException.class)
          .hasMessageStartingWith("HTTP status 503: ")
          .hasMessageContaining("hello, status");
    }
  }

  private static void assertFails(Caller<String, String> caller, String name, FailureKind kind) {
    assertThatThrownBy(() -> caller.call(name))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).as("%s", e).isEqualTo(kind));
  }

  @ParameterizedTest
  @CsvSource({"http-json, example", "http-json, tuned", "http-form, example"})
  void aMissedDeadlineIsOneAndItsReplyIsDropped(String technology, String variant)
      throws Exception {
    try (RecordingServer server = new RecordingServer(1);
        Session session = open(technology, variant, server.target(), 1, Duration.ofMillis(700))) {
      Caller<String, String> caller = caller(session);
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      server.answerLate.countDown();
      assertThat(caller.call("bob")).isEqualTo("hello, bob");
    }
  }

  /** All at once, each on a connection of its own. */
  @ParameterizedTest
  @CsvSource({
    "http-json, example",
    "http-json, tuned",
    "http-json, no-reuse",
    "http-form, example"
  })
  void aReplyThatIsNotWholeByTheDeadlineEndsItsCallAndItsConnection(
      String technology, String variant) throws Exception {
    List<String> names = NeverWhole.NAMES;
    ExecutorService threads = Executors.newFixedThreadPool(names.size());
    try (RecordingServer server = new RecordingServer(1);
        Session session =
            open(technology, variant, server.target(), names.size(), Duration.ofMillis(700))) {
      Caller<String, String> good = caller(session);
      assertThat(Answers.inTime(() -> good.call("ada"))).isEqualTo("hello, ada");
      List<Future<String>> calls = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        Caller<String, String> caller = session.caller(Greeting.OPERATION, i);
        String name = names.get(i);
        calls.add(threads.submit(() -> caller.call(name)));
      }
      for (Future<String> call : calls) {
        assertThat(call)
            .failsWithin(LONG)
            .withThrowableOfType(ExecutionException.class)
            .withCauseInstanceOf(DeadlineExceededException.class);
      }
      assertThat(server.neverWhole.isEndedBy(names.size(), LONG)).isTrue();
      assertThat(Answers.inTime(() -> good.call("bob"))).isEqualTo("hello, bob");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void halfABodyOfHttp2EndsItsStreamWhetherItIsWaitedForOrNot() throws Exception {
    try (HalfHttp2Server server = new HalfHttp2Server();
        Session session = open("http-json", "h2", server.target(), 1, Duration.ofMillis(1500))) {
      AsyncCaller<String, String> caller = (AsyncCaller<String, String>) caller(session);
      CompletableFuture<String> started = caller.start("bob");
      assertThatThrownBy(() -> caller.call("ada")).isInstanceOf(DeadlineExceededException.class);
      assertThat(started)
          .failsWithin(LONG)
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(DeadlineExceededException.class);
      assertThat(server.reset.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"http-json, example", "http-json, tuned", "http-form, example"})
  void aDeadServerIsAFailureToConnect(String technology, String variant) throws Exception {
    // A port without a listener that no other test's server can be given meanwhile.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Target dead = Target.of(new Address("127.0.0.1", bound.getLocalPort()));
      try (Session session = open(technology, variant, dead, 3, LONG)) {
        assertFails(caller(session), "ada", FailureKind.CONNECT);
      }
    }
  }

  @Test
  void withoutAServerHttp2FailsWhenItIsOpened() throws Exception {
    RecordingServer server = new RecordingServer(1);
    server.close();
    assertThatThrownBy(() -> open("http-json", "h2", server.target(), 3, LONG))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT));
  }

  @Test
  void aServerWithoutHttp2IsReported() throws Exception {
    try (RecordingServer server = new RecordingServer(1)) {
      assertThatThrownBy(() -> open("http-json", "h2", server.target(), 3, LONG))
          .isInstanceOf(CallException.class)
          .hasMessageContaining("does not change to HTTP/2");
    }
  }

  @Test
  void anInterruptionEndsACallOfTheJdksClient() throws Exception {
    try (RecordingServer server = new RecordingServer(1);
        Session session = open("http-json", "example", server.target(), 1, LONG)) {
      Caller<String, String> caller = caller(session);
      Thread calling = Thread.currentThread();
      Thread interrupting =
          new Thread(
              () -> {
                try {
                  server.reached.await();
                } catch (InterruptedException e) {
                  return;
                }
                calling.interrupt();
              });
      interrupting.start();
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      interrupting.join();
    }
  }
}
