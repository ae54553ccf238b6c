package io.rpcstress.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamSource;
import io.rpcstress.contract.Streams;
import io.rpcstress.contract.json.StreamJson;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.HttpPeer;
import io.rpcstress.driver.LoopbackServer;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.http.Exchange.Resource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each client makes of a stream, and how far ahead of a server it sends. */
@Timeout(600)
class StreamCallsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final StreamRequest REQUEST = new StreamRequest(5, 16);
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String END = "0\r\n\r\n";

  /** Of 16 KiB in Base64 those that sockets take, some 500, and as many again. */
  private static final int MAX_AHEAD = 1_000;

  private static List<byte[]> lines() {
    List<byte[]> lines = new ArrayList<>();
    for (StreamSource source = new StreamSource(REQUEST); source.hasNext(); ) {
      lines.add(StreamJson.line(source.next(), ""));
    }
    return lines;
  }

  /** A reply with a chunk for each line. */
  private static byte[] reply(List<byte[]> lines) {
    ByteArrayOutputStream reply = new ByteArrayOutputStream();
    reply.writeBytes(HEAD.getBytes(ISO_8859_1));
    for (byte[] each : lines) {
      reply.writeBytes(chunk(each));
    }
    reply.writeBytes(END.getBytes(ISO_8859_1));
    return reply.toByteArray();
  }

  private static byte[] chunk(byte[] content) {
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    chunk.writeBytes((Integer.toHexString(content.length) + "\r\n").getBytes(ISO_8859_1));
    chunk.writeBytes(content);
    chunk.writeBytes("\r\n".getBytes(ISO_8859_1));
    return chunk.toByteArray();
  }

  private static StreamReply called(String variant, HttpPeer.Script script) throws Exception {
    try (HttpPeer server = new HttpPeer(script);
        Session session =
            DriverContract.open(
                HttpDriversTest.way("http-json", variant), server.target(), 1, LONG)) {
      Caller<StreamRequest, StreamReply> caller = session.caller(Streams.FROM_SERVER, 0);
      StreamReply reply = caller.call(REQUEST);
      assertThat(server.requests).hasSize(1);
      assertThat(server.requests.element())
          .startsWith("POST /server-stream HTTP/1.1\r\n")
          .endsWith("\r\n\r\n{\"messages\":5,\"size\":16}");
      return reply;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void whatIsNoStreamFailsItsCall(String variant) {
    byte[] first = lines().get(0);
    assertFails(FailureKind.PROTOCOL, variant, reply(List.of(first, "{}\n".getBytes(UTF_8))));
    byte[] half = Arrays.copyOf(first, first.length / 2);
    assertFails(FailureKind.PROTOCOL, variant, reply(List.of(first, half)));
    assertFails(
        FailureKind.DISCONNECTED,
        variant,
        (request, socket) -> {
          byte[] whole = reply(lines());
          socket.getOutputStream().write(whole, 0, whole.length / 2);
          throw new IOException("the connection is to end");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aLineWithoutAnEndIsNotAwaited(String variant) {
    byte[] tooLong = "x".repeat(40_000).getBytes(UTF_8);
    assertFails(
        FailureKind.PROTOCOL,
        variant,
        (request, socket) -> {
          socket.getOutputStream().write(HEAD.getBytes(ISO_8859_1));
          socket.getOutputStream().write(chunk(tooLong));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aRefusedStreamNamesTheServersReason(String variant) {
    byte[] refusal = HttpPeer.reply("400 Bad Request", "not so many".getBytes(UTF_8));
    assertFails(FailureKind.REFUSED, variant, refusal);
  }

  private static void assertFails(FailureKind kind, String variant, byte[] reply) {
    assertFails(kind, variant, (request, socket) -> socket.getOutputStream().write(reply));
  }

  private static void assertFails(FailureKind kind, String variant, HttpPeer.Script script) {
    assertThatThrownBy(() -> called(variant, script))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).as(e.toString()).isEqualTo(kind));
  }

  private static Exchange exchange(String variant, Address server, Duration deadline) {
    DriverOptions options =
        new DriverOptions(variant, ConnectionPolicy.pool(1), 1, false, deadline);
    return variant.equals("tuned")
        ? new ApacheExchange(server, options)
        : JdkExchange.http1(server, options, /* reuse= */ true);
  }

  private static Resource resource(Exchange exchange) {
    return new Resource(URI.create(exchange.server() + "/any"), StreamJson.LINES, 256);
  }

  /** Or the time to the first message would be that to the last. */
  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aPartIsTakenBeforeTheNextOneIsSent(String variant) throws Exception {
    CountDownLatch taken = new CountDownLatch(1);
    try (HttpPeer server =
        new HttpPeer(
            (request, socket) -> {
              socket.getOutputStream().write(HEAD.getBytes(ISO_8859_1));
              socket.getOutputStream().write(chunk(new byte[10]));
              taken.await();
              socket.getOutputStream().write(chunk(new byte[10]));
              socket.getOutputStream().write(END.getBytes(ISO_8859_1));
            })) {
      Exchange exchange = exchange(variant, server.address(), LONG);
      AtomicInteger bytes = new AtomicInteger();
      exchange.postForParts(
          resource(exchange),
          new byte[1],
          part -> {
            bytes.addAndGet(part.remaining());
            taken.countDown();
          });
      assertThat(bytes).hasValue(20);
    }
  }

  /** Accepts connections and reads nothing. */
  private static final class Unreading extends LoopbackServer {
    final CountDownLatch over = new CountDownLatch(1);

    Unreading() throws IOException {
      super(0);
      start();
    }

    @Override
    protected void serve(Socket socket) throws InterruptedException {
      over.await();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aServerThatReadsNothingStopsTheSender(String variant) throws Exception {
    AtomicInteger sent = new AtomicInteger();
    StreamRequest stream = new StreamRequest(10_000, StreamRequest.MAX_MESSAGE_BYTES);
    try (Unreading server = new Unreading()) {
      Exchange exchange = exchange(variant, server.address(), Duration.ofSeconds(2));
      assertThatThrownBy(() -> exchange.postParts(resource(exchange), () -> counted(stream, sent)))
          .isInstanceOf(DeadlineExceededException.class);
      assertThat(sent).hasValueBetween(1, MAX_AHEAD);
      server.over.countDown();
    }
  }

  private static Iterator<byte[]> counted(StreamRequest stream, AtomicInteger sent) {
    StreamSource source = new StreamSource(stream);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return source.hasNext();
      }

      @Override
      public byte[] next() {
        sent.incrementAndGet();
        return StreamJson.line(source.next(), "");
      }
    };
  }
}
