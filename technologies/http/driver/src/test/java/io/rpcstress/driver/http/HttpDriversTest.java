package io.rpcstress.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.serial.SerialObjects;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.HttpDriverContract;
import io.rpcstress.driver.HttpPeer;
import io.rpcstress.driver.Session;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What each HTTP client sends and how it fails, against a socket that writes down every byte. */
class HttpDriversTest extends HttpDriverContract {
  private static final String JSON = "http-json";
  private static final String FORM = "http-form";
  private static final Map<String, Driver> DRIVERS =
      Map.of(JSON, new HttpJsonDriver(), FORM, new HttpFormDriver());
  private static final String HUGE =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1999999999\r\n\r\n";

  @Override
  protected List<Numbers> technologies() {
    return List.of(
        new Numbers(FORM, 6, 9006), new Numbers(JSON, 5, 9005), new Numbers("http-java", 12, 9012));
  }

  @Override
  protected List<String> variants() {
    return List.of("example", "tuned");
  }

  static Way way(String technology, String variant) {
    return Way.of(Objects.requireNonNull(DRIVERS.get(technology), technology), variant);
  }

  @Override
  protected List<Way> boundedWays() {
    List<Way> ways = new ArrayList<>(ways());
    ways.add(way(JSON, "no-reuse"));
    return ways;
  }

  @Override
  protected Way interruptible() {
    return way(JSON, "example");
  }

  @Override
  protected String name(Way way, String request) throws Exception {
    String body = request.substring(request.indexOf("\r\n\r\n") + 4);
    return switch (way.driver().technology().name()) {
      case JSON -> body.substring(body.indexOf(':') + 2, body.length() - 2);
      case FORM -> body.substring("name=".length());
      default -> SerialObjects.text(body.getBytes(ISO_8859_1));
    };
  }

  @Override
  protected byte[] body(Way way, String greeting) {
    return switch (way.driver().technology().name()) {
      case JSON -> ("{\"message\":\"" + greeting + "\"}").getBytes(UTF_8);
      case FORM -> greeting.getBytes(UTF_8);
      default -> SerialObjects.of(greeting);
    };
  }

  @Override
  protected List<String> malformedAnswers(Way way) {
    return switch (way.driver().technology().name()) {
      case FORM -> List.of(hex(HUGE + "x".repeat(Replies.MAX_GREETING_BYTES + 1)));
      default ->
          List.of(hex(HUGE + "x"), hex("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>"));
    };
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
    Way way = way(technology, variant);
    try (HttpPeer server = server(way, (name, answering) -> answering.greet(name));
        Session session = open(way, server.target(), 3, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      for (int i = 0; i < 5; i++) {
        assertThat(caller.call("user-00000000001")).isEqualTo("hello, user-00000000001");
      }
      assertThat(server.connections()).isEqualTo(variant.equals("no-reuse") ? 5 : 1);
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
                technology.equals(JSON)
                    ? "\r\n\r\n{\"name\":\"user-00000000001\"}"
                    : "\r\n\r\nname=user-00000000001");
      }
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
    try (HttpPeer server = answeringTogether(way(technology, variant), 5)) {
      CallsAtOnce.make(technology, variant, server.address().port(), 5, 3);
      assertThat(server.connections()).isEqualTo(connections);
    }
  }

  /** Answers requests when so many are open. */
  private HttpPeer answeringTogether(Way way, int requests) throws Exception {
    CyclicBarrier together = new CyclicBarrier(requests);
    return server(
        way,
        (name, answering) -> {
          together.await();
          answering.greet(name);
        });
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

  private int connectionsOfAProcess(String variant, int threads, int rounds) throws Exception {
    try (HttpPeer server = answeringTogether(way(FORM, variant), threads)) {
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
                  FORM,
                  variant,
                  Integer.toString(server.address().port()),
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
      return server.connections();
    }
  }

  /** A server's own line, which of an order names the service that failed. */
  @ParameterizedTest
  @MethodSource("ways")
  void aRefusalRepeatsTheServersMessage(Way way) throws Exception {
    byte[] refusal = HttpPeer.reply("503 Service Unavailable", "not today".getBytes(UTF_8));
    try (HttpPeer server = server(way, (name, answering) -> answering.out().write(refusal));
        Session session = open(way, server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertFails(FailureKind.REFUSED, () -> caller.call("ada"));
      assertThatThrownBy(() -> caller.call("ada"))
          .hasMessageStartingWith("HTTP status 503: ")
          .hasMessageContaining("not today");
    }
  }

  @Test
  void halfABodyOfHttp2EndsItsStreamWhetherItIsWaitedForOrNot() throws Exception {
    try (HalfHttp2Server server = new HalfHttp2Server();
        Session session = open(way(JSON, "h2"), server.target(), 1, Duration.ofMillis(1500))) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      CompletableFuture<String> started = ((AsyncCaller<String, String>) caller).start("bob");
      assertThatThrownBy(() -> caller.call("ada")).isInstanceOf(DeadlineExceededException.class);
      assertThat(started)
          .failsWithin(LONG)
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(DeadlineExceededException.class);
      assertThat(server.reset.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aServerThatIsNotThereOrHasNoHttp2FailsWhenItIsOpened() throws Exception {
    Way way = way(JSON, "h2");
    byte[] reply = HttpPeer.reply("200 OK", new byte[0]);
    HttpPeer server = new HttpPeer((request, socket) -> socket.getOutputStream().write(reply));
    assertThatThrownBy(() -> open(way, server.target(), 3, LONG))
        .isInstanceOf(CallException.class)
        .hasMessageContaining("does not change to HTTP/2");
    server.close();
    assertFails(FailureKind.CONNECT, () -> open(way, server.target(), 3, LONG));
  }
}
