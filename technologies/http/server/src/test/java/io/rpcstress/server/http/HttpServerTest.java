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
  private static final String JSON = "application/json";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String ADA = RawClient.post("/greet", JSON, "{\"name\":\"Ada\"}");

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final List<HttpServer> started = new ArrayList<>();

  @AfterEach
  void stop() {
    started.forEach(server -> server.drain(LONG));
  }

  private InetSocketAddress start(Format format, ServerVariant variant) throws Exception {
    HttpServer server = new HttpServer(format);
    started.add(server);
    return server.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            variant,
            MAX_CONNECTIONS,
            LONG),
        new CallCounter());
  }

  private InetSocketAddress startJson() throws Exception {
    return start(Formats.json(), ServerVariant.EXAMPLE);
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
    InetSocketAddress json = start(Formats.json(), variant);
    InetSocketAddress form = start(Formats.form(), variant);
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
    try (RawClient json = new RawClient(startJson())) {
      json.write(RawClient.post("/greet", JSON, "{\"name\":\"" + escaped + "\"}"));
      assertThat(json.reply())
          .isNotNull()
          .extracting(Reply::body)
          .isEqualTo("{\"message\":\"hello, " + name + "\"}");
    }
    try (RawClient form = new RawClient(start(Formats.form(), ServerVariant.TUNED))) {
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
    try (RawClient client = new RawClient(startJson())) {
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
    try (RawClient client = new RawClient(startJson())) {
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
    try (RawClient client = new RawClient(start(Formats.form(), ServerVariant.EXAMPLE))) {
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
    try (RawClient client = new RawClient(startJson())) {
      assertThat(client.write("GET /greet HTTP/1.1\r\nHost: b\r\n\r\n").reply())
          .satisfies(
              reply -> {
                assertThat(reply.status()).isEqualTo(405);
                assertThat(reply.head()).contains("Allow: POST");
              });
    }
  }

  @Test
  void theTunedServerReportsNothingOfItself() throws Exception {
    try (RawClient example = new RawClient(startJson());
        RawClient tuned = new RawClient(start(Formats.json(), ServerVariant.TUNED))) {
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
    InetSocketAddress server = startJson();
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
    InetSocketAddress server = startJson();
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
    try (RawClient client = new RawClient(startJson())) {
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

  /** What a drain does under load is shown on the jar. */
  @Test
  void aDrainEndsConnectionsThatAreIdleAndRefusesNewOnes() throws Exception {
    InetSocketAddress server = startJson();
    try (RawClient idle = new RawClient(server)) {
      assertServes(idle);
      assertThat(started.get(0).drain(LONG)).isTrue();
      assertThat(idle.reply()).isNull();
    }
    assertThatThrownBy(() -> new RawClient(server)).isInstanceOf(IOException.class);
  }
}
