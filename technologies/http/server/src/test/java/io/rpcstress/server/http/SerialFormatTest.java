package io.rpcstress.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.serial.HostileObjects;
import io.rpcstress.contract.serial.SerialObjects;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.http.RawClient.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Serialised objects on real sockets: what is refused, and that nothing of it runs. */
@Timeout(120)
class SerialFormatTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final HttpServer server = new HttpServer(Formats.serial());
  private InetSocketAddress address;

  @BeforeEach
  void start() throws Exception {
    address =
        server.start(
            new ServerOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                ServerVariant.EXAMPLE,
                20,
                LONG),
            new CallCounter());
  }

  @AfterEach
  void stop() {
    server.drain(LONG);
  }

  private HttpResponse<byte[]> post(String path, byte[] body) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path))
                .header("Content-Type", SerialObjects.TYPE)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
  }

  @Test
  void stringsAreGreetedAndListsReturned() throws Exception {
    HttpResponse<byte[]> greeting = post("/greet", SerialObjects.of("Zoë"));
    assertThat(greeting.statusCode()).isEqualTo(200);
    assertThat(greeting.headers().firstValue("Content-Type")).hasValue(SerialObjects.TYPE);
    assertThat(SerialObjects.text(greeting.body())).isEqualTo("hello, Zoë");
    for (int elements : new int[] {0, 100, ListEcho.MAX_ELEMENTS}) {
      List<Item> sent = ListEcho.OPERATION.request("elements=" + elements);
      List<Item> answered = SerialObjects.items(post("/list-echo", SerialObjects.of(sent)).body());
      assertThat(ListEcho.OPERATION.isAnswer(sent, answered)).isTrue();
    }
  }

  @Test
  void aHostileStreamIsRefusedAndNothingOfItRuns() throws Exception {
    for (Map.Entry<String, byte[]> each : HostileObjects.all().entrySet()) {
      for (String path : List.of("/greet", "/list-echo")) {
        try (RawClient client = new RawClient(address)) {
          Reply reply = client.post(path, SerialObjects.TYPE, each.getValue()).reply();
          assertThat(reply).as(each.getKey()).isNotNull();
          assertThat(reply.status()).as(each.getKey()).isEqualTo(400);
          assertThat(reply.body()).startsWith("expected a serialised object");
          // The same connection goes on: the stream was read to its end.
          assertThat(client.post("/greet", SerialObjects.TYPE, SerialObjects.of("Ada")).reply())
              .isNotNull()
              .extracting(Reply::status)
              .isEqualTo(200);
        }
      }
    }
    assertThat(HostileObjects.EXECUTED).hasValue(0);
  }

  @Test
  void whatIsLongerThanAllowedIsNotReadAndListsAndNamesAreBounded() throws Exception {
    int max = SerialObjects.MAX_BYTES;
    try (RawClient client = new RawClient(address)) {
      client.write(
          "POST /list-echo HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
              .formatted(SerialObjects.TYPE, max + 1));
      assertThat(client.reply()).isNotNull().extracting(Reply::status).isEqualTo(413);
    }
    Item item = new Item(1, "x".repeat(ListEcho.MAX_NAME_BYTES + 1), 1, true);
    assertThat(post("/list-echo", SerialObjects.of(List.of(item))).statusCode()).isEqualTo(400);
    List<Item> more = new ArrayList<>(ListEcho.OPERATION.request("elements=10000"));
    more.add(more.get(0));
    assertThat(post("/list-echo", SerialObjects.of(more)).statusCode()).isEqualTo(400);
  }
}
