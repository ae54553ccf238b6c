package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.serial.SerialObjects;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.services.ServiceSetup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the server takes for a call and what it answers otherwise, on real sockets. */
@Timeout(120)
class HttpServerTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String JSON = "application/json";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String ADA = "{\"name\":\"Ada\"}";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final List<HttpServer> started = new ArrayList<>();

  @AfterEach
  void stop() {
    started.forEach(server -> server.drain(LONG));
  }

  private URI start(Format format, ServerVariant variant) throws Exception {
    HttpServer server = new HttpServer(format);
    started.add(server);
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    InetSocketAddress address =
        server.start(
            new ServerOptions(
                anyPort, variant, 20, LONG, ServiceSetup.ALL, Message.Service.NONE, null),
            new CallCounter());
    return URI.create("http://127.0.0.1:" + address.getPort() + "/greet");
  }

  private URI startJson() throws Exception {
    return start(Formats.json(), ServerVariant.EXAMPLE);
  }

  private static HttpResponse<String> post(URI resource, String type, BodyPublisher body)
      throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(resource).header("Content-Type", type).POST(body).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> post(URI resource, String type, String body)
      throws Exception {
    return post(resource, type, BodyPublishers.ofString(body));
  }

  private static void assertRefused(HttpResponse<String> reply, int status, String expected) {
    assertThat(reply.statusCode()).isEqualTo(status);
    assertThat(reply.body()).contains(expected).hasLineCount(1);
  }

  private static void assertServes(URI json) throws Exception {
    assertThat(post(json, JSON + ";charset=utf-8", ADA).body())
        .isEqualTo("{\"message\":\"hello, Ada\"}");
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
    assertThat(post(startJson(), JSON, "{\"name\":\"" + escaped + "\"}").body())
        .isEqualTo("{\"message\":\"hello, " + name + "\"}");
    assertThat(post(start(Formats.form(), ServerVariant.TUNED), FORM, "name=" + encoded).body())
        .isEqualTo("hello, " + name);
  }

  /** On a connection of its own. */
  private static HttpResponse<byte[]> postGzip(URI resource, byte[] body) throws Exception {
    HttpClient own = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return own.send(
        HttpRequest.newBuilder(resource)
            .header("Content-Type", JSON)
            .header("Content-Encoding", "gzip")
            .header("Accept-Encoding", "gzip")
            .POST(BodyPublishers.ofByteArray(body))
            .build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }

  @Test
  void aCompressedCallHasACompressedAnswerAndWhatIsNoneIsRefused() throws Exception {
    URI server = startJson();
    String name = Greeting.name(Greeting.MAX_NAME_BYTES);
    byte[] call = gzip(("{\"name\":\"" + name + "\"}").getBytes(UTF_8));
    HttpResponse<byte[]> answer = postGzip(server, call);
    assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes())
        .asString(UTF_8)
        .isEqualTo("{\"message\":\"hello, " + name + "\"}");
    assertThat(postGzip(server, ADA.getBytes(UTF_8)).statusCode()).isGreaterThanOrEqualTo(400);
    byte[] cut = Arrays.copyOf(call, call.length / 2);
    assertThat(postGzip(server, cut).statusCode()).isGreaterThanOrEqualTo(400);
    byte[] bomb = gzip(new byte[8 * 1024 * 1024]);
    assertThat(postGzip(server, bomb).statusCode()).isEqualTo(413);
    HttpResponse<String> plain = post(server, JSON, ADA);
    assertThat(plain.headers().map()).doesNotContainKeys("content-encoding", "vary");
    assertServes(server);
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
        "/other | application/json | {\"name\":\"Ada\"}          | 404 | expected /client-stream or",
        "/server-stream | application/json | {\"messages\":7}   | 400 | expected {\"messages\"",
        "/server-stream | application/json | {\"messages\":0,\"size\":64} | 400 | 1 to 100000",
        "/server-stream | application/json | {\"messages\":1,\"size\":3}  | 400 | 4 to 16384",
        "/client-stream | application/json | {\"content\":\"AAAAAA==\"} | 415 | x-ndjson",
        "/client-stream | application/x-ndjson | {\"content\":\"AAAAAA==\"} | 400 | expected lines",
      })
  void whatIsNoCallIsRefusedInOneLine(
      String path, String type, String body, int status, String expected) throws Exception {
    URI server = startJson();
    assertRefused(post(server.resolve(path), type, body), status, expected);
    assertServes(server);
  }

  @ParameterizedTest
  @CsvSource({"nom=Ada", "name=%zz", "name=%FF", "name=a&name=b", "''"})
  void whatIsNoFormIsRefused(String body) throws Exception {
    URI server = start(Formats.form(), ServerVariant.EXAMPLE);
    assertRefused(post(server, FORM, body), 400, "expected name=");
    assertThat(post(server, FORM, "other=1&name=Zo%C3%AB+%26").body()).isEqualTo("hello, Zoë &");
  }

  @Test
  void aSerialisedObjectOfAnotherClassIsRefused() throws Exception {
    URI server = start(Formats.serial(), ServerVariant.EXAMPLE);
    BodyPublisher list = BodyPublishers.ofByteArray(SerialObjects.of(List.of()));
    assertRefused(post(server, SerialObjects.TYPE, list), 400, "expected a serialised object");
  }

  @Test
  void anotherMethodIsRefusedWithTheRightOne() throws Exception {
    HttpResponse<String> reply =
        CLIENT.send(
            HttpRequest.newBuilder(startJson()).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(reply.statusCode()).isEqualTo(405);
    assertThat(reply.headers().firstValue("Allow")).hasValue("POST");
  }

  @Test
  void theTunedServerReportsNothingOfItself() throws Exception {
    assertThat(post(startJson(), JSON, ADA).headers().firstValue("Server"))
        .hasValueSatisfying(server -> assertThat(server).startsWith("Jetty"));
    assertThat(post(start(Formats.json(), ServerVariant.TUNED), JSON, ADA).headers().map().keySet())
        .containsExactlyInAnyOrder("content-type", "content-length");
  }

  @Test
  void aBodyThatIsTooLongIsRefusedWhetherItsLengthIsAnnouncedOrNot() throws Exception {
    URI server = startJson();
    byte[] tooLong = " ".repeat(25_601).getBytes(UTF_8);
    for (BodyPublisher body :
        List.of(
            BodyPublishers.ofByteArray(tooLong),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(tooLong)))) {
      assertRefused(post(server, JSON, body), 413, "at most 25600 bytes");
    }
    assertServes(server);
  }
}
