package io.rpcstress.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every variant against the real servers, as they are shipped. */
@Timeout(300)
class HttpDriversIT {
  private static final Path JAR = Path.of("../../server-http/target/server-http.jar");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int THREADS = 3;

  /** Of {@link #puts}, those that are answered. */
  private static final int PUTS = 2;

  /** Started when first asked for; one for all tests. */
  private static final Map<String, ServerProcess> SERVERS = new HashMap<>();

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(ServerProcess::close);
  }

  private static ServerProcess server(String technology, String variant) {
    return SERVERS.computeIfAbsent(
        technology + "@" + variant,
        key -> ServerProcess.ready(JAR, technology, "--variant", variant));
  }

  private static Session open(ServerProcess server, String technology, String variant)
      throws Exception {
    return HttpDriversTest.open(
        technology,
        variant,
        Target.of(new Address("127.0.0.1", server.address().getPort())),
        THREADS,
        LONG);
  }

  @ParameterizedTest
  @CsvSource({
    "http-json, example, example",
    "http-json, no-reuse, example",
    "http-json, h2, example",
    "http-json, tuned, tuned",
    "http-json, tuned-server, tuned",
    "http-form, example, example",
    "http-form, tuned, tuned",
  })
  void everyNameIsGreetedAndEveryCallCountedOnce(
      String technology, String variant, String serverVariant) throws Exception {
    ServerProcess server = server(technology, serverVariant);
    ServerUsage before = server.usage();
    List<String> names =
        List.of("Ada", "", "Zoë & 東京 + \"100 %\"", Greeting.name(Greeting.MAX_NAME_BYTES));
    try (Session session = open(server, technology, variant)) {
      for (int thread = 0; thread < THREADS; thread++) {
        Caller<String, String> caller = session.caller(Greeting.OPERATION, thread);
        for (String name : names) {
          assertThat(caller.call(name)).isEqualTo("hello, " + name);
        }
      }
      if (technology.equals("http-json")) {
        puts(session);
      }
    }
    ServerUsage after = server.usage();
    assertThat(after.callsServed() - before.callsServed())
        .isEqualTo((long) THREADS * names.size() + (technology.equals("http-json") ? PUTS : 0));
    assertThat(after.callsFailed() - before.callsFailed())
        .isEqualTo(technology.equals("http-json") ? 1 : 0);
  }

  /** The shortest and the longest, of any bytes; and one that is refused. */
  private static void puts(Session session) throws Exception {
    Caller<Entry, Boolean> caller = session.caller(Put.OPERATION, 0);
    byte[] longest = new byte[Put.MAX_VALUE_BYTES];
    new Random(2017).nextBytes(longest);
    assertThat(caller.call(new Entry(new byte[1], new byte[0]))).isTrue();
    assertThat(caller.call(new Entry(new byte[Put.MAX_KEY_BYTES], longest))).isTrue();
    assertThatThrownBy(() -> caller.call(new Entry(new byte[0], new byte[0])))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.REFUSED));
  }

  @Test
  void startedCallsShareOneConnectionOfHttp2() throws Exception {
    try (ServerProcess server = ServerProcess.ready(JAR, "http-json");
        Session session = open(server, "http-json", "h2")) {
      List<CompletableFuture<String>> open = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        AsyncCaller<String, String> caller =
            (AsyncCaller<String, String>)
                session.<String, String>caller(Greeting.OPERATION, i % THREADS);
        open.add(caller.start("n" + i));
      }
      for (int i = 0; i < open.size(); i++) {
        assertThat(open.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("hello, n" + i);
      }
      assertThat(server.usage().openConnections()).isEqualTo(1);
      assertThat(server.usage().callsServed()).isEqualTo(open.size());
    }
  }

  @Test
  void aConnectionOfHttp2ThatWasLostIsMadeAnew() throws Exception {
    try (ServerProcess first = ServerProcess.ready(JAR, "http-json");
        Session session = open(first, "http-json", "h2")) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      int port = first.address().getPort();
      first.terminate();
      assertThat(first.exitCode()).isZero();
      assertThatThrownBy(() -> caller.call("Ada")).isInstanceOf(CallException.class);
      String samePort = Integer.toString(port);
      try (ServerProcess second =
          ServerProcess.ready(JAR, "http-json", "--port", samePort, "--usage-port", "0")) {
        assertThat(caller.call("Bob")).isEqualTo("hello, Bob");
        assertThat(second.usage().callsServed()).isEqualTo(1);
      }
    }
  }
}
