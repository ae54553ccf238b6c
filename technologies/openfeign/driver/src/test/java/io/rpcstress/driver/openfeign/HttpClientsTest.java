package io.rpcstress.driver.openfeign;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import feign.Request;
import feign.RetryableException;
import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.HttpDriverContract;
import io.rpcstress.driver.HttpPeer;
import io.rpcstress.driver.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each HTTP client below Feign sends, against a socket that writes down every byte. */
class HttpClientsTest extends HttpDriverContract {

  /** As the starter's own client sends, about; Apache's client with its defaults sends 215. */
  private static final int MAX_REQUEST_BYTES = 130;

  @Override
  protected List<Numbers> technologies() {
    return List.of(new Numbers("openfeign", 3, 9003));
  }

  /** HttpURLConnection, which the others have, repeats a call: see below. */
  @Override
  protected List<String> variants() {
    return List.of("hc5", "okhttp", "jdk");
  }

  private static Way way(String variant) {
    return Way.of(new OpenFeignDriver(), variant);
  }

  @Override
  protected List<Way> boundedWays() {
    List<Way> ways = new ArrayList<>(ways());
    ways.add(way("example"));
    ways.add(way("urlconnection"));
    return ways;
  }

  @Override
  protected Way interruptible() {
    return way("jdk");
  }

  @Override
  protected String name(Way way, String request) {
    return request.substring(request.indexOf("name=") + 5, request.indexOf(" HTTP"));
  }

  @Override
  protected byte[] body(Way way, String greeting) {
    return greeting.getBytes(UTF_8);
  }

  @Override
  protected List<String> malformedAnswers(Way way) {
    String malformed = // Apache's client would look for a status line in what follows
        way.variant().name().equals("hc5")
            ? "HTTP/1.1 200 OK\r\nContent-Length: none\r\n\r\n"
            : "HTTP/1.1 no status\r\n\r\n";
    return List.of(hex(malformed));
  }

  /** What Feign makes of it. */
  @Override
  protected FailureKind malformedAnswer(Way way) {
    return FailureKind.DISCONNECTED;
  }

  @ParameterizedTest
  @CsvSource({
    "tuned, Accept;Host",
    "hc5, Accept;Host",
    "okhttp, Accept;Host",
    "jdk, Accept;Content-Length;Host;User-Agent"
  })
  void aRequestHasNoHeaderThatTheServerDoesNotNeed(String variant, String expected)
      throws Exception {
    Way way = way(variant);
    try (HttpPeer server = server(way, (name, answering) -> answering.greet(name))) {
      try (Session session = open(way, server.target(), 3, LONG)) {
        Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
        for (int i = 0; i < 5; i++) {
          assertThat(caller.call("user-00000000001")).isEqualTo("hello, user-00000000001");
        }
      }
      // The JDK's client may answer before it has taken the connection back: the next opens one.
      assertThat(server.connections()).as("connections are kept").isLessThan(5);
      assertThat(server.requests).hasSize(5);
      for (String request : server.requests) {
        assertThat(request).startsWith("GET /greet?name=user-00000000001 HTTP/1.1\r\n");
        List<String> names =
            request
                .lines()
                .skip(1)
                .filter(l -> !l.isEmpty())
                .map(l -> l.substring(0, l.indexOf(':')))
                .toList();
        // Newer JDKs leave the length of an absent body out.
        assertThat(expected.split(";", -1)).contains(names.toArray(String[]::new));
        assertThat(names).contains("Accept", "Host");
        assertThat(request.length())
            .isLessThanOrEqualTo(variant.equals("jdk") ? 160 : MAX_REQUEST_BYTES);
      }
    }
  }

  /**
   * Twice, as in the example: the JDK's HttpURLConnection repeats a GET that was not answered, and
   * has no switch for it. docs/technologies.md says so.
   */
  @ParameterizedTest
  @ValueSource(strings = {"example", "urlconnection"})
  void aCallThatTheServerHangsUpOnIsRepeatedByHttpUrlConnection(String variant) throws Exception {
    Way way = way(variant);
    try (HttpPeer server =
            server(
                way,
                (name, answering) -> {
                  throw new IOException("closed amid a call");
                });
        Session session = open(way, server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertFails(FailureKind.DISCONNECTED, () -> caller.call("ada"));
      assertThat(server.requests).hasSize(2);
    }
  }

  @Test
  void aConnectionThatDidNotComeFreeByTheDeadlineIsAMissedDeadline() {
    FeignGreeter greeter =
        new FeignGreeter(
            name -> {
              throw new RetryableException(
                  -1,
                  "no connection",
                  Request.HttpMethod.GET,
                  new ConnectionRequestTimeoutException("Timeout deadline: 1 MILLISECONDS"),
                  (Long) null,
                  Request.create(
                      Request.HttpMethod.GET,
                      "http://b/greet",
                      Map.of(),
                      Request.Body.empty(),
                      null));
            },
            new Deadlines(LONG));
    assertThatThrownBy(() -> greeter.call("ada")).isInstanceOf(DeadlineExceededException.class);
  }
}
