package io.rpcstress.server.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.dubbo.DubboBounds;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerInProcess;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each variant answers over HTTP/2, on real sockets, to frames by hand. */
class TripleServerTest extends ServerInProcess {
  private static final int MANY = 500;
  private static final String STRING = "java.lang.String";

  /** Longer than a client of the tests waits: what ends its connection is not this. */
  private static final Duration BEYOND = Duration.ofMinutes(10);

  private Duration stalled = LONG;

  @Override
  protected Server server() {
    return new TripleServer(new TimeLimits(stalled, BEYOND, Duration.ofSeconds(1)));
  }

  private static void assertGreets(Http2Client client, String name) throws IOException {
    assertThat(client.call(Http2Client.GREET, Http2Client.greeting(name)).toString())
        .contains("hessian", "hello, " + name, STRING);
  }

  @ParameterizedTest
  @EnumSource
  void namesAreAnsweredOnOneConnection(ServerVariant variant) throws Exception {
    try (Http2Client client = new Http2Client(start(variant))) {
      for (String name :
          new String[] {"Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES)}) {
        assertGreets(client, name);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void callsThatAreOpenAtATimeAreAnsweredOnceEach(ServerVariant variant) throws Exception {
    try (Http2Client client = new Http2Client(start(variant))) {
      List<Integer> streams = new ArrayList<>();
      for (int i = 0; i < MANY; i++) {
        byte[] message = Http2Client.greeting("n" + i + ".");
        int stream = client.begin(Http2Client.GREET, Http2Client.GRPC);
        client.data(stream, Http2Client.prefixed(message.length, message), true);
        streams.add(stream);
      }
      for (int i = 0; i < MANY; i++) {
        assertThat(client.answer(streams.get(i)).toString()).containsOnlyOnce("hello, n" + i + ".");
      }
    }
  }

  static byte[] list(int elements, int nameBytes) {
    Message items =
        Message.values().bytes(0x58, 'I', elements >> 24, elements >> 16, elements >> 8, elements);
    String name = "n".repeat(nameBytes);
    items.bytes('C').text(Message.ITEM).bytes(0x94);
    for (String field : new String[] {"id", "name", "quantity", "active"}) {
      items.text(field);
    }
    for (int i = 0; i < elements; i++) {
      items.bytes(0x60, 0xE1).text(name).bytes(0x91, 'T');
    }
    return Http2Client.wrapped("hessian4", items.written(), "java.util.List");
  }

  @ParameterizedTest
  @EnumSource
  void theLongestListIsReturnedAsItCame(ServerVariant variant) throws Exception {
    byte[] longest = list(ListEcho.MAX_ELEMENTS, ListEcho.MAX_NAME_BYTES);
    assertThat(longest.length).isLessThanOrEqualTo(DubboBounds.MAX_BODY_BYTES);
    try (Http2Client client = new Http2Client(start(variant))) {
      assertThat(client.call(Http2Client.ECHO, list(2, 10)).toString())
          .containsOnlyOnce(Message.ITEM);
      assertThat(client.call(Http2Client.ECHO, longest).message().length)
          .isGreaterThan(ListEcho.MAX_ELEMENTS * ListEcho.MAX_NAME_BYTES);
      assertGreets(client, "Ada");
    }
  }

  private static void assertRefused(Http2Client client, byte[] message) throws IOException {
    assertThat(client.call(Http2Client.GREET, message).toString())
        .as(new String(message, UTF_8))
        .isEmpty();
  }

  private static byte[] hessian(Message value) {
    return Http2Client.wrapped("hessian4", value.written(), STRING);
  }

  @ParameterizedTest
  @EnumSource
  void whatNamesAClassOrAnnouncesTooMuchFailsItsCallAlone(ServerVariant variant) throws Exception {
    byte[] name = Message.values().text("Ada").written();
    try (Http2Client client = new Http2Client(start(variant))) {
      assertRefused(
          client, hessian(Message.values().text("x".repeat(Greeting.MAX_NAME_BYTES + 1))));
      for (String evil : new String[] {"java.util.Properties", "com.example.Evil"}) {
        assertRefused(client, hessian(Message.values().bytes('C').text(evil).bytes(0x90, 0x60)));
      }
      assertRefused(client, hessian(Message.values().bytes(0x58, 'I', 0x7F, 0xFF, 0xFF, 0xFF)));
      assertRefused(client, hessian(Message.values().bytes('S', 0xFF, 0xFF, 'x')));
      // How it is written, which the peer may choose.
      for (String other : new String[] {"fastjson2", "java", "jdk", "protobuf", "kryo", ""}) {
        assertRefused(client, Http2Client.wrapped(other, name, STRING));
      }
      // A field of 2 GiB, of a negative length, that is not there, twice the same, another kind.
      assertRefused(client, new byte[] {0x12, -1, -1, -1, -1, 7, 1});
      assertRefused(client, new byte[] {0x12, -1, -1, -1, -1, 15, 1});
      assertRefused(client, new byte[] {0x0A, -1, -1, -1, -1, -1, -1});
      assertRefused(client, new byte[] {0x0A, 8, 'h'});
      assertRefused(client, new byte[] {0x12, 0, 0x12, 0});
      assertRefused(client, new byte[] {0x08, 1});
      assertRefused(client, new byte[0]);
      assertRefused(client, Http2Client.wrapped("hessian4", name, "x".repeat(1_000)));
      assertGreets(client, "Ada");
    }
  }

  @Test
  void whatIsNoCallEndsItsStreamAlone() throws Exception {
    byte[] body = Http2Client.greeting("Ada");
    try (Http2Client client = new Http2Client(start(ServerVariant.EXAMPLE))) {
      for (String type :
          new String[] {"application/grpc+yaml", "application/json;a=1", "text/xml", "x"}) {
        assertEndsEmpty(client, client.begin(Http2Client.GREET, type), body);
      }
      for (String path :
          new String[] {
            "/",
            Http2Client.GREET + "/",
            "/io.rpcstress.contract.dubbo.Calls/$invoke",
            "/grpc.health.v1.Health/Check"
          }) {
        assertEndsEmpty(client, client.begin(path, Http2Client.GRPC), body);
      }
      assertEndsEmpty(
          client, client.begin(Http2Client.GREET, Http2Client.GRPC, "grpc-encoding", "gzip"), body);
      assertEndsEmpty(
          client,
          client.begin(Http2Client.GREET, Http2Client.GRPC),
          new byte[DubboBounds.MAX_GREETING_BYTES + 6]);
      assertGreets(client, "Ada");
    }
  }

  private static void assertEndsEmpty(Http2Client client, int stream, byte[] body)
      throws IOException {
    client.data(stream, Http2Client.prefixed(body.length, body), true);
    assertThat(client.answer(stream).message()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.0\r\n", "HTTP/1.1\r\nHost: b\r\nConnection: close\r\n"})
  void theLastRequestOfAConnectionIsAnsweredAndNoneBehindIt(String head) throws Exception {
    InetSocketAddress address = start(ServerVariant.EXAMPLE);
    String type = "Content-Type: application/json\r\n";
    String request =
        "POST %s %s%sContent-Length: 7\r\n\r\n[\"Ada\"]".formatted(Http2Client.GREET, head, type);
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.getOutputStream().write((request + request).getBytes(US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 200 OK\r\n")
          .containsOnlyOnce("\"hello, Ada\"");
    }
  }

  @Test
  void aMessageOfGigabytesFailsItsCallAlone() throws Exception {
    try (Http2Client client = new Http2Client(start(ServerVariant.EXAMPLE))) {
      int stream = client.begin(Http2Client.GREET, Http2Client.GRPC);
      client.data(stream, Http2Client.prefixed(Integer.MAX_VALUE, new byte[10]), false);
      assertGreets(client, "Ada");
      client.data(stream, new byte[0], true);
      int negative = client.begin(Http2Client.GREET, Http2Client.GRPC);
      client.data(negative, Http2Client.prefixed(-1, new byte[10]), true);
      assertGreets(client, "Bob");
    }
  }

  @Test
  void aPeerThatSendsHalfAMessageIsClosedWhateverElseItAsks() throws Exception {
    stalled = Duration.ofMillis(300);
    InetSocketAddress address = start(ServerVariant.EXAMPLE);
    byte[] message = Http2Client.greeting("Ada");
    try (Http2Client half = new Http2Client(address);
        Http2Client good = new Http2Client(address)) {
      int stream = half.begin(Http2Client.GREET, Http2Client.GRPC);
      half.data(stream, Http2Client.prefixed(message.length, new byte[3]), false);
      boolean open = true;
      for (long end = System.nanoTime() + LONG.toNanos(); open && System.nanoTime() < end; ) {
        try {
          assertGreets(half, "Bob");
        } catch (IOException ended) {
          open = false;
        }
      }
      assertThat(open).isFalse();
      assertGreets(good, "Ada");
    }
  }

  @Test
  void manyHalfListsEndTheirConnectionsAndNoOther() throws Exception {
    InetSocketAddress address = start(ServerVariant.EXAMPLE);
    byte[] longest = list(ListEcho.MAX_ELEMENTS, ListEcho.MAX_NAME_BYTES);
    byte[] half = new byte[longest.length / 2];
    try (Http2Client greedy = new Http2Client(address);
        Http2Client good = new Http2Client(address)) {
      try {
        for (int i = 0; i < 200; i++) { // 80 MB, of which 16 may be held
          int stream = greedy.begin(Http2Client.ECHO, Http2Client.GRPC);
          greedy.data(stream, Http2Client.prefixed(longest.length, half), false);
          assertGreets(good, "n" + i);
        }
      } catch (IOException ended) {
        // by the server
      }
      greedy.awaitEnd();
      assertThat(good.call(Http2Client.ECHO, longest).message().length).isGreaterThan(half.length);
    }
  }

  @Test
  void aPeerThatDoesNotEndItsHeadersIsClosed() throws Exception {
    stalled = Duration.ofMillis(300);
    InetSocketAddress address = start(ServerVariant.EXAMPLE);
    try (Http2Client half = new Http2Client(address);
        Http2Client good = new Http2Client(address)) {
      half.beginHeaders(Http2Client.GREET);
      half.awaitEnd();
      assertGreets(good, "Ada");
    }
  }

  @Test
  void manyLongHeadsEndTheirConnectionAndNoOther() throws Exception {
    stalled = BEYOND;
    InetSocketAddress address = start(ServerVariant.EXAMPLE);
    List<String> long6KiB = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      long6KiB.addAll(List.of("x-" + i, "x".repeat(120)));
    }
    String[] headers = long6KiB.toArray(String[]::new);
    try (Http2Client first = new Http2Client(address);
        Http2Client second = new Http2Client(address);
        Http2Client third = new Http2Client(address);
        Http2Client good = new Http2Client(address)) {
      for (Http2Client greedy : List.of(first, second, third)) { // 18 MB, of which 16 may be held
        try {
          for (int i = 0; i < 1_020; i++) {
            int unused = greedy.begin(Http2Client.GREET, Http2Client.GRPC, headers);
          }
        } catch (IOException ended) {
          // by the server
        }
        assertGreets(good, "Ada");
      }
      first.awaitEnd();
      assertGreets(good, "Bob");
    }
  }

  /** One in some hundred answers was not flushed. */
  @Test
  void everyMessageThatCannotBeReadIsAnswered() throws Exception {
    byte[] half = hessian(Message.values().bytes('S', 0xFF, 0xFF, 'x'));
    try (Http2Client client = new Http2Client(start(ServerVariant.EXAMPLE))) {
      for (int i = 0; i < 2_000; i++) {
        assertThat(client.call(Http2Client.GREET, half).message()).isEmpty();
      }
      assertGreets(client, "Ada");
    }
  }
}
