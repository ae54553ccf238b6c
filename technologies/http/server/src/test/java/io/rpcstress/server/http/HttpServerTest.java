package io.rpcstress.server.http;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.http.RawClient.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** The two formats, and what a peer may cost, on real sockets. */
@Timeout(120)
class HttpServerTest {
  private static final int MAX_CONNECTIONS = 20;
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final String JSON = "application/json";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String ADA = RawClient.post("/greet", JSON, "{\"name\":\"Ada\"}");

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final List<HttpServer> started = new ArrayList<>();

  @AfterEach
  void stop() {
    started.forEach(server -> server.drain(LONG));
  }

  private static Limits limits(Duration body, Duration idle) {
    return new Limits(
        Limits.DEFAULTS.head(), body, idle, Limits.DEFAULTS.waitingBytes(), 1_000_000, 100);
  }

  private InetSocketAddress start(Format format, ServerVariant variant, Limits limits)
      throws Exception {
    HttpServer server = new HttpServer(format, limits);
    started.add(server);
    return server.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            variant,
            MAX_CONNECTIONS,
            LONG),
        new CallCounter());
  }

  private InetSocketAddress startJson(Limits limits) throws Exception {
    return start(new JsonFormat(), ServerVariant.EXAMPLE, limits);
  }

  private static void assertServes(RawClient client) throws IOException {
    assertThat(client.write(ADA).reply())
        .satisfies(
            reply -> {
              assertThat(reply.status()).isEqualTo(200);
              assertThat(reply.body()).isEqualTo("{\"message\":\"hello, Ada\"}");
            });
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionIsKeptForManyCallsWhateverTheName(ServerVariant variant) throws Exception {
    InetSocketAddress json = start(new JsonFormat(), variant, Limits.DEFAULTS);
    InetSocketAddress form = start(new FormFormat(), variant, Limits.DEFAULTS);
    try (RawClient asJson = new RawClient(json);
        RawClient asForm = new RawClient(form)) {
      for (int i = 0; i < 200; i++) {
        assertServes(asJson);
      }
      assertThat(
              asJson
                  .write(RawClient.post("/greet", JSON + ";charset=utf-8", "{\"name\":\"Zoë 東京\"}"))
                  .reply())
          .isNotNull()
          .extracting(Reply::body)
          .isEqualTo("{\"message\":\"hello, Zoë 東京\"}");
      assertThat(asForm.write(RawClient.post("/greet", FORM, "name=Zo%C3%AB+%26")).reply())
          .isNotNull()
          .extracting(Reply::body)
          .isEqualTo("hello, Zoë &");
      assertThat(asForm.write(RawClient.post("/greet", FORM, "other=1&name=")).reply())
          .isNotNull()
          .extracting(Reply::body)
          .isEqualTo("hello, ");
    }
  }

  @Test
  void theLongestNameFitsInItsLongestSpelling() throws Exception {
    String name = Greeting.name(Greeting.MAX_NAME_BYTES);
    StringBuilder escaped = new StringBuilder();
    StringBuilder encoded = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      escaped.append("\\u%04x".formatted((int) name.charAt(i)));
      encoded.append("%%%02X".formatted((int) name.charAt(i)));
    }
    try (RawClient json = new RawClient(startJson(Limits.DEFAULTS))) {
      json.write(RawClient.post("/greet", JSON, "{\"name\":\"" + escaped + "\"}"));
      assertThat(json.reply())
          .isNotNull()
          .extracting(Reply::body)
          .isEqualTo("{\"message\":\"hello, " + name + "\"}");
    }
    try (RawClient form =
        new RawClient(start(new FormFormat(), ServerVariant.TUNED, Limits.DEFAULTS))) {
      form.write(RawClient.post("/greet", FORM, "name=" + encoded));
      assertThat(form.reply()).isNotNull().extracting(Reply::body).isEqualTo("hello, " + name);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/greet | application/json | {\"name\":\"Ada\"           | 400 | expected {\"name\": \"...\"}",
        "/greet | application/json | {\"name\":\"Ada\"} {}       | 400 | expected {\"name\": \"...\"}",
        "/greet | application/json | {\"name\":null}             | 400 | expected {\"name\": \"...\"}",
        "/greet | application/json | {\"name\":7}                | 400 | expected {\"name\": \"...\"}",
        "/greet | application/json | {\"nom\":\"Ada\"}           | 400 | expected {\"name\": \"...\"}",
        "/greet | application/json | [[[[[[[[[[[[[[[[[[          | 400 | expected {\"name\": \"...\"}",
        "/greet | application/json | null                        | 400 | expected {\"name\": \"...\"}",
        "/greet | application/json | ''                          | 400 | expected {\"name\": \"...\"}",
        "/list-echo | application/json | {\"items\":null}       | 400 | expected {\"items\"",
        "/list-echo | application/json | {\"items\":[7]}        | 400 | expected {\"items\"",
        "/list-echo | application/json | {\"items\":[null]}     | 400 | no item",
        "/list-echo | application/json | {\"items\":[{\"id\":1}]} | 400 | expected {\"items\"",
        "/greet | text/plain       | {\"name\":\"Ada\"}          | 415 | of the type application/json",
        "/other | application/json | {\"name\":\"Ada\"}          | 404 | expected /greet",
      })
  void whatIsNoCallIsRefusedInOneLine(
      String path, String type, String body, int status, String expected) throws Exception {
    try (RawClient client = new RawClient(startJson(Limits.DEFAULTS))) {
      assertThat(client.write(RawClient.post(path, type, body)).reply())
          .satisfies(
              reply -> {
                assertThat(reply.status()).isEqualTo(status);
                assertThat(reply.body()).contains(expected).hasLineCount(1);
              });
      assertServes(client);
    }
  }

  @Test
  void listsComeBackAsTheyWentAndAreBounded() throws Exception {
    String item = "{\"id\":1,\"name\":\"%s\",\"quantity\":1,\"active\":true}";
    String longest = item.formatted("x".repeat(ListEcho.MAX_NAME_BYTES));
    try (RawClient client = new RawClient(startJson(Limits.DEFAULTS))) {
      for (int elements : new int[] {0, 10, ListEcho.MAX_ELEMENTS}) {
        String body = "{\"items\":[" + String.join(",", nCopies(elements, longest)) + "]}";
        Reply reply = client.write(RawClient.post("/list-echo", JSON, body)).reply();
        assertThat(reply).isNotNull();
        assertThat(MAPPER.readTree(reply.body())).isEqualTo(MAPPER.readTree(body));
      }
      for (String body :
          List.of(
              "[" + String.join(",", nCopies(ListEcho.MAX_ELEMENTS + 1, item.formatted("x"))) + "]",
              "[" + String.join(",", nCopies(200_000, "{}")) + "]",
              "[" + item.formatted("x".repeat(ListEcho.MAX_NAME_BYTES + 1)) + "]")) {
        Reply reply =
            client.write(RawClient.post("/list-echo", JSON, "{\"items\":" + body + "}")).reply();
        assertThat(reply).isNotNull();
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains("10000").hasLineCount(1);
      }
      assertServes(client);
    }
  }

  @ParameterizedTest
  @CsvSource({"nom=Ada", "name=%zz", "name=%FF", "name=a&name=b", "''"})
  void whatIsNoFormIsRefused(String body) throws Exception {
    try (RawClient client =
        new RawClient(start(new FormFormat(), ServerVariant.EXAMPLE, Limits.DEFAULTS))) {
      assertThat(client.write(RawClient.post("/greet", FORM, body)).reply())
          .satisfies(
              reply -> {
                assertThat(reply.status()).isEqualTo(400);
                assertThat(reply.body()).contains("expected name=").hasLineCount(1);
              });
    }
  }

  @Test
  void anotherMethodIsRefusedWithTheRightOne() throws Exception {
    try (RawClient client = new RawClient(startJson(Limits.DEFAULTS))) {
      assertThat(client.write("GET /greet HTTP/1.1\r\nHost: b\r\n\r\n").reply())
          .satisfies(
              reply -> {
                assertThat(reply.status()).isEqualTo(405);
                assertThat(reply.head()).contains("Allow: POST");
              });
    }
  }

  @Test
  void theTunedServerSaysNothingOfItself() throws Exception {
    try (RawClient example = new RawClient(startJson(Limits.DEFAULTS));
        RawClient tuned =
            new RawClient(start(new JsonFormat(), ServerVariant.TUNED, Limits.DEFAULTS))) {
      assertThat(example.write(ADA).reply())
          .isNotNull()
          .extracting(Reply::head)
          .asString()
          .contains("Server: Jetty");
      assertThat(tuned.write(ADA).reply())
          .isNotNull()
          .extracting(Reply::head)
          .isEqualTo(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 24\r\n\r\n");
    }
  }

  @ParameterizedTest
  @CsvSource({"99999999999", "25601"})
  void aHugeLengthIsRefusedBeforeTheBodyIsRead(String announced) throws Exception {
    InetSocketAddress server = startJson(Limits.DEFAULTS);
    try (RawClient greedy = new RawClient(server);
        RawClient good = new RawClient(server)) {
      greedy.write(
          "POST /greet HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nContent-Length: %s\r\n\r\n"
              .formatted(JSON, announced));
      assertThat(greedy.reply()).isNotNull().extracting(Reply::status).isEqualTo(413);
      assertThat(greedy.reply()).as("its body would never end").isNull();
      assertServes(good);
    }
  }

  @Test
  void aBodyWithoutALengthIsCutAtTheLimitAndNotCollected() throws Exception {
    InetSocketAddress server = startJson(Limits.DEFAULTS);
    try (RawClient endless = new RawClient(server);
        RawClient good = new RawClient(server)) {
      endless.write(
          "POST /greet HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n"
              .formatted(JSON));
      for (int i = 0; i < 26; i++) {
        endless.write("400\r\n" + " ".repeat(1024) + "\r\n");
      }
      assertThat(endless.reply()).isNotNull().extracting(Reply::status).isEqualTo(413);
      assertServes(good);
    }
  }

  @Test
  void aBodyInPiecesIsPutTogether() throws Exception {
    try (RawClient client = new RawClient(startJson(Limits.DEFAULTS))) {
      for (String piece : ADA.split("", -1)) {
        client.write(piece);
      }
      assertThat(client.reply()).isNotNull().extracting(Reply::status).isEqualTo(200);
      client.write(
          "POST /greet HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n"
              .formatted(JSON));
      client.write("8\r\n{\"name\":\r\n").write("6\r\n\"Ada\"}\r\n").write("0\r\n\r\n");
      assertThat(client.reply())
          .isNotNull()
          .extracting(Reply::body)
          .isEqualTo("{\"message\":\"hello, Ada\"}");
    }
  }

  @Test
  void aPeerThatStallsInTheMiddleOfABodyIsCutAndAQuietOneIsNot() throws Exception {
    InetSocketAddress server = startJson(limits(SHORT, LONG));
    try (RawClient quiet = new RawClient(server);
        RawClient stalled = new RawClient(server)) {
      stalled.write(ADA.substring(0, ADA.length() - 5));
      assertThat(stalled.untilClosed()).doesNotContain("200 OK");
      assertServes(quiet);
    }
  }

  @Test
  void aBodyThatComesByteByByteHasNoMoreTimeThanAnother() throws Exception {
    InetSocketAddress server = startJson(limits(SHORT, LONG));
    try (RawClient slow = new RawClient(server);
        RawClient good = new RawClient(server)) {
      slow.write(
          "POST /greet HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nContent-Length: 20000\r\n\r\n"
              .formatted(JSON));
      assertIsCutWhileItWrites(slow, "x");
      assertServes(good);
    }
  }

  @Test
  void aHeadThatComesByteByByteHasNoMoreTimeThanAnIdleConnection() throws Exception {
    InetSocketAddress server = startJson(limits(LONG, SHORT));
    try (RawClient slow = new RawClient(server)) {
      slow.write("POST /greet HTTP/1.1\r\nX: ");
      assertIsCutWhileItWrites(slow, "x");
    }
    try (RawClient good = new RawClient(server)) {
      assertServes(good);
    }
  }

  @Test
  void aConnectionOfHttp2WithoutCallsIsIdleHoweverOftenItPings() throws Exception {
    InetSocketAddress server = startJson(limits(LONG, SHORT));
    String settings = "\0\0\0\4\0\0\0\0\0";
    String ping = "\0\0\10\6\0\0\0\0\0pingping";
    try (RawClient pinging = new RawClient(server)) {
      pinging.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + settings);
      assertIsCutWhileItWrites(pinging, ping);
    }
  }

  private static void assertIsCutWhileItWrites(RawClient slow, String piece) throws Exception {
    CompletableFuture<String> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return slow.untilClosed();
              } catch (IOException e) {
                return "still open: " + e;
              }
            });
    while (!read.isDone()) {
      try {
        slow.write(piece);
      } catch (IOException closed) {
        break;
      }
      LockSupport.parkNanos(
          TimeUnit.MILLISECONDS.toNanos(20)); // slower than any time-out of a read
    }
    assertThat(read.get(LONG.toSeconds(), TimeUnit.SECONDS)).doesNotContain("still open", "200 OK");
  }

  @Test
  void bodiesThatAreWaitedForHaveABoundTogetherAndTheSlowestMakesRoom() throws Exception {
    Limits small = new Limits(Limits.DEFAULTS.head(), LONG, LONG, 20_000, 20_000, 100);
    InetSocketAddress server = startJson(small);
    String half =
        "POST /greet HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nContent-Length: 15000\r\n\r\n{%s"
            .formatted(JSON, " ".repeat(11_000));
    try (RawClient first = new RawClient(server);
        RawClient second = new RawClient(server);
        RawClient good = new RawClient(server)) {
      first.write(half);
      Awaitility.await().atMost(LONG).until(() -> started.get(0).waitingBytes() >= 11_000);
      second.write(half);
      assertThat(first.untilClosed()).as("it was slow for longest").doesNotContain(" 200 ");
      assertServes(good);
      second.write("\"name\":\"Ada\"" + " ".repeat(4_000 - 14) + "}");
      assertThat(second.reply()).isNotNull().extracting(Reply::status).isEqualTo(200);
      Awaitility.await().atMost(LONG).until(() -> started.get(0).waitingBytes() == 0);
    }
  }

  @Test
  void whatIsAnnouncedAloneTakesNoRoomFromOthers() throws Exception {
    InetSocketAddress server = startJson(limits(LONG, LONG));
    List<RawClient> announcing = new ArrayList<>();
    try (RawClient good = new RawClient(server)) {
      for (int i = 0; i < 4; i++) {
        RawClient client = new RawClient(server);
        announcing.add(client);
        client.write(
            "POST /list-echo HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nContent-Length: 4190000"
                    .formatted(JSON)
                + "\r\n\r\n{");
      }
      Awaitility.await().atMost(LONG).until(() -> started.get(0).waitingBytes() >= 4);
      String list = list(400);
      good.write("POST /list-echo HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\n".formatted(JSON));
      good.write("Content-Length: %d\r\n\r\n".formatted(list.length()));
      good.write(list.substring(0, 10_000)); // it does not come at once
      good.write(list.substring(10_000));
      assertThat(good.reply()).isNotNull().extracting(Reply::status).isEqualTo(200);
    } finally {
      for (RawClient client : announcing) {
        client.close();
      }
    }
  }

  private static String list(int elements) {
    String item = "{\"id\":1,\"name\":\"%s\",\"quantity\":1,\"active\":true}";
    return "{\"items\":[%s]}"
        .formatted(String.join(",", nCopies(elements, item.formatted("n".repeat(60)))));
  }

  @Test
  void largeRepliesThatNobodyReadsHaveABoundTogetherAndTheOldestMakesRoom() throws Exception {
    Limits small = new Limits(Limits.DEFAULTS.head(), LONG, LONG, 5_000_000, 5_000_000, 100);
    InetSocketAddress server = startJson(small);
    String request = RawClient.post("/list-echo", JSON, list(ListEcho.MAX_ELEMENTS));
    List<RawClient> deaf = new ArrayList<>();
    AtomicInteger cut = new AtomicInteger();
    try (RawClient good = new RawClient(server)) {
      for (int i = 0; i < MAX_CONNECTIONS - 2; i++) {
        RawClient client = new RawClient(server);
        deaf.add(client);
        // Until the kernel takes no more of its replies, of 1 MB each, and the server has one.
        Thread asking = new Thread(() -> cut.addAndGet(asksUntilCut(client, request)));
        asking.setDaemon(true);
        asking.start();
      }
      Awaitility.await().atMost(LONG).until(() -> cut.get() >= MAX_CONNECTIONS / 2);
      assertServes(good);
      // Where many long bodies are answered at a time, some are refused.
      Awaitility.await()
          .atMost(LONG)
          .until(() -> Objects.requireNonNull(good.write(request).reply()).status() == 200);
    } finally {
      for (RawClient client : deaf) {
        client.close();
      }
    }
  }

  private static int asksUntilCut(RawClient client, String request) {
    try {
      while (true) {
        client.write(request);
      }
    } catch (IOException cut) {
      return 1;
    }
  }

  @Test
  void aHeadWithoutEndIsRefusedAtTheLimit() throws Exception {
    InetSocketAddress server = startJson(Limits.DEFAULTS);
    try (RawClient greedy = new RawClient(server);
        RawClient good = new RawClient(server)) {
      greedy.write("POST /greet HTTP/1.1\r\nHost: b\r\nX: " + "x".repeat(9 * 1024));
      assertThat(greedy.untilClosed()).startsWith("HTTP/1.1 431");
      assertServes(good);
    }
    try (RawClient greedy = new RawClient(server)) {
      greedy.write("POST /" + "x".repeat(9 * 1024));
      assertThat(greedy.untilClosed()).startsWith("HTTP/1.1 414");
    }
  }

  @Test
  void aPeerThatDoesNotReadHoldsUpNobodyAndIsClosed() throws Exception {
    InetSocketAddress server = startJson(limits(LONG, Duration.ofSeconds(1)));
    String longest = "x".repeat(Greeting.MAX_NAME_BYTES);
    String flood = RawClient.post("/greet", JSON, "{\"name\":\"" + longest + "\"}").repeat(10);
    try (RawClient deaf = new RawClient(server)) {
      CompletableFuture<Boolean> refused =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  for (int i = 0; i < 5_000; i++) { // 200 MB come back, beyond what kernels buffer
                    deaf.write(flood);
                  }
                  return false;
                } catch (IOException closed) {
                  return true;
                }
              });
      while (!refused.isDone()) {
        try (RawClient good = new RawClient(server)) {
          assertServes(good);
        }
      }
      assertThat(refused.get()).isTrue();
    }
  }

  @Test
  void connectionsBeyondTheLimitAreRefusedAndRoomIsGivenBack() throws Exception {
    InetSocketAddress server = startJson(Limits.DEFAULTS);
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      RawClient client = new RawClient(server);
      clients.add(client);
      assertServes(client);
    }
    try (RawClient extra = new RawClient(server)) {
      assertThat(extra.untilClosed()).isEmpty();
    }
    clients.get(0).close();
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              try (RawClient next = new RawClient(server)) {
                return next.write(ADA).reply() != null;
              } catch (IOException refused) {
                return false;
              }
            });
    for (RawClient client : clients) {
      client.close();
    }
  }

  /** What a drain does under load is shown on the jar. */
  @Test
  void aDrainEndsConnectionsThatAreIdleAndRefusesNewOnes() throws Exception {
    InetSocketAddress server = startJson(Limits.DEFAULTS);
    try (RawClient idle = new RawClient(server)) {
      assertServes(idle);
      assertThat(started.get(0).drain(LONG)).isTrue();
      assertThat(idle.reply()).isNull();
    }
    assertThatThrownBy(() -> new RawClient(server)).isInstanceOf(IOException.class);
  }
}
