package io.rpcstress.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.contract.Streams;
import io.rpcstress.contract.json.StreamJson;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.http.Format.StreamService;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How far ahead of its reader the server sends. */
@Timeout(600)
class StreamFlowTest {
  private static final StreamRequest REQUEST =
      new StreamRequest(4_000, StreamRequest.MAX_MESSAGE_BYTES);

  /** The JDK's window of HTTP/2, 16 MiB, and sockets take some 1,200. */
  private static final int MAX_AHEAD = 2_000;

  /** Sees when the sender stops by itself, and how far ahead of the reader it ever is. */
  private static final class Sender extends Handler.Wrapper {
    final CountDownLatch stopped = new CountDownLatch(1);
    final AtomicInteger read = new AtomicInteger();
    private int sent;
    volatile int ahead;

    Sender(Handler handler) {
      super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      return super.handle(request, new Watched(request, response), callback);
    }

    private final class Watched extends Response.Wrapper {
      Watched(Request request, Response response) {
        super(request, response);
      }

      @Override
      public void write(boolean last, ByteBuffer line, Callback callback) {
        ahead = Math.max(ahead, ++sent - read.get());
        AtomicBoolean written = new AtomicBoolean();
        super.write(
            last,
            line,
            new Callback.Nested(callback) {
              @Override
              public void succeeded() {
                written.set(true);
                super.succeeded();
              }
            });
        if (!written.get()) {
          stopped.countDown(); // until what was written before is read
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void aReaderThatTakesNothingStopsTheSender(HttpClient.Version version) throws Exception {
    Sender sender =
        new Sender(
            new CallHandler(
                Formats.json(),
                Map.of(StreamJson.FROM_SERVER_PATH, StreamService.FROM_SERVER),
                Message.Service.NONE,
                new CallCounter(),
                InvocationType.BLOCKING));
    Server server = new Server();
    HttpConfiguration http = new HttpConfiguration();
    ServerConnector connector =
        new ServerConnector(
            server, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(sender);
    server.start();
    try {
      URI resource =
          URI.create("http://127.0.0.1:" + connector.getLocalPort() + StreamJson.FROM_SERVER_PATH);
      HttpClient client = HttpClient.newBuilder().version(version).build();
      // A client changes to HTTP/2 by a request that has no body.
      client.send(
          HttpRequest.newBuilder(resource).method("OPTIONS", BodyPublishers.noBody()).build(),
          BodyHandlers.discarding());
      HttpResponse<InputStream> response =
          client.send(
              HttpRequest.newBuilder(resource)
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofByteArray(StreamJson.written(REQUEST)))
                  .build(),
              BodyHandlers.ofInputStream());
      assertThat(response.version()).isEqualTo(version);
      sender.stopped.await();
      StreamTally tally = new StreamTally(REQUEST);
      read(
          response.body(),
          new StreamJson.Lines(
              "",
              message -> {
                tally.receive(message);
                sender.read.incrementAndGet();
              }));
      assertThat(Streams.FROM_SERVER.isAnswer(REQUEST, tally.reply())).isTrue();
      assertThat(sender.ahead).isBetween(1, MAX_AHEAD);
    } finally {
      server.stop();
    }
  }

  private static void read(InputStream body, StreamJson.Lines lines) throws Exception {
    byte[] part = new byte[8 * 1024];
    try (body) {
      for (int read = body.read(part); read >= 0; read = body.read(part)) {
        lines.read(ByteBuffer.wrap(part, 0, read));
      }
    }
    lines.end();
  }
}
