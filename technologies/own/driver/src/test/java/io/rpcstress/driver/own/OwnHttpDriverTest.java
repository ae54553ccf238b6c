package io.rpcstress.driver.own;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.rpcstress.contract.OwnCall;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of a server that is none of this project's. */
class OwnHttpDriverTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int CHUNKED = 0;
  private static final String PASSWORD = "of-the-test";

  /** What one request was. */
  private record Seen(String method, String uri, String host, String token, String body) {}

  private final BlockingQueue<Seen> requests = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/echo", exchange -> answer(exchange, 200, note(exchange).body()));
    server.createContext("/moved", exchange -> moved(exchange));
    server.createContext("/broken", exchange -> answer(exchange, 503, "out of stock"));
    server.createContext(
        "/huge", exchange -> answer(exchange, 200, "x".repeat(OwnCall.MAX_BYTES + 1)));
    server.createContext("/silent", exchange -> awaitEnd());
    server.start();
  }

  @AfterEach
  void stop() {
    ended.countDown();
    server.stop(0);
  }

  private Seen note(HttpExchange exchange) throws IOException {
    Seen seen =
        new Seen(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            exchange.getRequestHeaders().getFirst("Host"),
            exchange.getRequestHeaders().getFirst("Token"),
            new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    requests.add(seen);
    return seen;
  }

  private void moved(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Location", "/echo");
    answer(exchange, 302, "");
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(status, CHUNKED);
      exchange.getResponseBody().write(body.getBytes(UTF_8));
    }
  }

  private void awaitEnd() {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static OwnCall.Request calls(String method, String path, String... bodies) {
    return trusting(null, method, path, bodies);
  }

  private static OwnCall.Request trusting(
      @Nullable Path authority, String method, String path, String... bodies) {
    return new OwnCall.Service(
            "call-0",
            method,
            path,
            List.of(new OwnCall.Header("Token", "a secret")),
            OwnCall.statuses("2xx"),
            List.of(bodies).stream().map(each -> each.getBytes(UTF_8)).toList(),
            List.of(),
            authority == null ? null : authority.toString())
        .first();
  }

  private Session open(Duration deadline) {
    Address address = new Address("127.0.0.1", server.getAddress().getPort(), "shop.example");
    return new OwnHttpDriver()
        .open(
            Target.of(address),
            new DriverOptions("example", ConnectionPolicy.pool(1), 1, false, deadline));
  }

  private byte[] called(OwnCall.Request request, Duration deadline) throws Exception {
    try (Session session = open(deadline);
        Caller<OwnCall.Request, byte[]> caller = session.caller(OwnCall.OPERATION, 0)) {
      return caller.call(request);
    }
  }

  private void assertFails(OwnCall.Request request, FailureKind kind, String message) {
    assertThatThrownBy(() -> called(request, LONG))
        .isInstanceOfSatisfying(
            CallException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(kind);
              assertThat(e).hasMessageContaining(message);
            });
  }

  @Test
  void eachCallSendsTheNextSampleAndReturnsWhatIsAnsweredInChunks() throws Exception {
    OwnCall.Request first = calls("PUT", "/echo?of=a%20b", "{\"a\":1}", "{\"a\":2}");
    try (Session session = open(LONG);
        Caller<OwnCall.Request, byte[]> caller = session.caller(OwnCall.OPERATION, 0)) {
      for (int i = 0; i < 3; i++) {
        OwnCall.Request next = OwnCall.OPERATION.numbered(first, i);
        assertThat(caller.call(next)).asString(UTF_8).isEqualTo("{\"a\":%d}", 1 + i % 2);
      }
    }
    String host = "shop.example:" + server.getAddress().getPort();
    assertThat(requests)
        .contains(new Seen("PUT", "/echo?of=a%20b", host, "a secret", "{\"a\":2}"))
        .hasSize(3);
  }

  @Test
  void aCallWithoutASampleHasNoBody() throws Exception {
    assertThat(called(calls("GET", "/echo"), LONG)).isEmpty();
    assertThat(requests.remove().method()).isEqualTo("GET");
  }

  @Test
  void noRedirectIsFollowed() {
    assertFails(
        calls("GET", "/moved"), FailureKind.REFUSED, "HTTP status 302 to /echo, which is not");
    assertThat(requests).isEmpty();
  }

  @Test
  void aStatusThatIsNotExpectedIsAFailureWithWhatTheServerSays() {
    assertFails(
        calls("POST", "/broken", "{}"), FailureKind.REFUSED, "HTTP status 503: out of stock");
  }

  @Test
  void aReplyThatIsTooLongIsNotReadOn() {
    assertFails(calls("GET", "/huge"), FailureKind.PROTOCOL, "more than " + OwnCall.MAX_BYTES);
  }

  @Test
  void aServerThatDoesNotAnswerMissesTheDeadline() {
    assertThatThrownBy(() -> called(calls("GET", "/silent"), Duration.ofMillis(200)))
        .asInstanceOf(type(CallException.class))
        .extracting(CallException::kind)
        .isEqualTo(FailureKind.DEADLINE);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void whereNoServerIsNoConnectionIsMade() {
    server.stop(0);
    assertFails(calls("GET", "/echo"), FailureKind.CONNECT, "");
  }

  @Test
  void aServerWithTlsIsCalledWhereItsCertificateIsTrusted(@TempDir Path folder) throws Exception {
    Path authority = certificate(folder);
    HttpsServer encrypting =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    encrypting.setHttpsConfigurator(new HttpsConfigurator(context(folder)));
    encrypting.createContext("/echo", exchange -> answer(exchange, 200, note(exchange).body()));
    encrypting.start();
    try {
      assertThat(encrypted(encrypting, trusting(authority, "POST", "/echo", "{}")))
          .asString(UTF_8)
          .isEqualTo("{}");
      assertThatThrownBy(() -> encrypted(encrypting, calls("POST", "/echo", "{}")))
          .asInstanceOf(type(CallException.class))
          .extracting(CallException::kind)
          .isEqualTo(FailureKind.CONNECT);
    } finally {
      encrypting.stop(0);
    }
  }

  private static byte[] encrypted(HttpsServer server, OwnCall.Request request) throws Exception {
    Address address = new Address("127.0.0.1", server.getAddress().getPort(), "localhost");
    DriverOptions options = new DriverOptions("tls", ConnectionPolicy.pool(1), 1, false, LONG);
    try (Session session = new OwnHttpDriver().open(Target.of(address), options);
        Caller<OwnCall.Request, byte[]> caller = session.caller(OwnCall.OPERATION, 0)) {
      return caller.call(request);
    }
  }

  /** Of localhost, which signs itself. */
  private static Path certificate(Path folder) throws Exception {
    Path store = folder.resolve("store.p12");
    Path certificate = folder.resolve("ca.pem");
    String common = " -alias own -storetype PKCS12 -storepass " + PASSWORD + " -keystore " + store;
    keytool("-genkeypair -keyalg EC -dname CN=localhost -ext san=dns:localhost" + common);
    keytool("-exportcert -rfc -file " + certificate + common);
    return certificate;
  }

  private static void keytool(String words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(words.split(" ", -1)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private static SSLContext context(Path folder) throws Exception {
    char[] password = PASSWORD.toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(folder.resolve("store.p12").toFile(), password), password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
