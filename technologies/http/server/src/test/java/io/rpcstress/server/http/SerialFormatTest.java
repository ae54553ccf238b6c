package io.rpcstress.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.serial.Bounds;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Serialised objects on real sockets: what is refused, and that nothing of it runs. */
@Timeout(120)
class SerialFormatTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final SerialObjects objects = new SerialObjects(Bounds.DEFAULTS);
  private final Queue<String> log = new ConcurrentLinkedQueue<>();
  private final AtomicLong clock = new AtomicLong();
  private final HttpServer server =
      new HttpServer(
          new SerialFormat(
              () -> Bounds.DEFAULTS,
              new RefusalLog(log::add, () -> clock.addAndGet(Duration.ofSeconds(1).toNanos()))));
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
    HttpResponse<byte[]> greeting = post("/greet", objects.of("Zoë"));
    assertThat(greeting.statusCode()).isEqualTo(200);
    assertThat(greeting.headers().firstValue("Content-Type")).hasValue(SerialObjects.TYPE);
    assertThat(objects.text(greeting.body())).isEqualTo("hello, Zoë");
    for (int elements : new int[] {0, 100, ListEcho.MAX_ELEMENTS}) {
      List<Item> asked = ListEcho.OPERATION.request("elements=" + elements);
      List<Item> answered = objects.items(post("/list-echo", objects.of(asked)).body());
      assertThat(ListEcho.OPERATION.isAnswer(asked, answered)).isTrue();
    }
    assertThat(log).isEmpty();
  }

  @Test
  void aHostileStreamIsRefusedAndInTheLogAndNothingOfItRuns() throws Exception {
    for (Map.Entry<String, HostileObjects.Refused> each : HostileObjects.all().entrySet()) {
      for (String path : List.of("/greet", "/list-echo")) {
        log.clear();
        try (RawClient client = new RawClient(address)) {
          Reply reply = client.post(path, SerialObjects.TYPE, each.getValue().stream()).reply();
          assertThat(reply).as(each.getKey()).isNotNull();
          assertThat(reply.status()).as(each.getKey()).isEqualTo(400);
          assertThat(reply.body()).startsWith("expected a serialised object");
          assertThat(log)
              .as(each.getKey())
              .singleElement()
              .asString()
              .startsWith("refused ")
              .contains(each.getValue().word());
          // The same connection goes on: the stream was read to its end.
          assertThat(client.post("/greet", SerialObjects.TYPE, objects.of("Ada")).reply())
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
    int max = Bounds.DEFAULTS.bytes();
    try (RawClient client = new RawClient(address)) {
      client.write(
          "POST /list-echo HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
              .formatted(SerialObjects.TYPE, max + 1));
      assertThat(client.reply()).isNotNull().extracting(Reply::status).isEqualTo(413);
    }
    Item item = new Item(1, "x".repeat(ListEcho.MAX_NAME_BYTES + 1), 1, true);
    assertThat(post("/list-echo", objects.of(List.of(item))).statusCode()).isEqualTo(400);
    List<Item> more = new ArrayList<>(ListEcho.OPERATION.request("elements=10000"));
    more.add(more.get(0));
    assertThat(post("/list-echo", objects.of(more)).statusCode()).isEqualTo(400);
  }

  @Test
  void boundsBelowWhatItsCallsNeedAreSaidBeforeItStarts() {
    RefusalLog none = new RefusalLog(log::add, () -> 0);
    new SerialFormat(() -> Bounds.DEFAULTS, none).checkSettings();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SerialFormat(() -> Bounds.parse("array=9"), none).checkSettings())
        .withMessageContaining("array=9")
        .withMessageContaining("list-echo elements=10");
  }

  @Test
  void aPeerThatIsRefusedAgainAndAgainFillsNoLog() {
    AtomicLong now = new AtomicLong();
    RefusalLog bounded = new RefusalLog(log::add, now::get);
    for (int i = 0; i < 1_000; i++) {
      bounded.refused("it");
    }
    assertThat(log).hasSize(RefusalLog.MAX_LINES_A_SECOND);
    now.set(Duration.ofSeconds(2).toNanos());
    bounded.refused("it");
    assertThat(log).hasSize(RefusalLog.MAX_LINES_A_SECOND + 2).contains("refused 990 more");
  }
}
