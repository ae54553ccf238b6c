package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.contract.http.BoundedBody;
import io.rpcstress.server.base.services.PeerAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What another service's reply may hold here, on a real socket. */
@Timeout(60)
class OrderPeersTest {
  private static final int PATIENCE_MILLIS = 20_000;
  private static final OrderResources.Body ORDER = new OrderResources.Body(new byte[] {'x'}, true);

  private ServerSocket listener;
  private CompletableFuture<Confirmation> reply;

  @BeforeEach
  void ask() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    PeerAddress address =
        new PeerAddress((InetSocketAddress) listener.getLocalSocketAddress(), 10_000);
    reply =
        new OrderPeers(Map.of(ServiceRole.PRODUCT, address))
            .call(OrderStep.CHECK_STOCK, ORDER)
            .toCompletableFuture();
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
  }

  /** The call, of which the request's head is read. */
  private Socket accepted() throws IOException {
    Socket socket = listener.accept();
    socket.setSoTimeout(PATIENCE_MILLIS);
    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    String line = in.readLine();
    while (line != null && !line.isEmpty()) {
      line = in.readLine();
    }
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }

  /** Until the other side has ended it: a time-out fails the test. */
  private static void assertEnds(Socket socket) throws IOException {
    try {
      while (socket.getInputStream().read() >= 0) {
        // the rest of the request
      }
    } catch (SocketException e) { // reset: ended as well
      assertThat(socket.isClosed()).isFalse();
    }
  }

  @Test
  void whyThereIsNoConfirmationIsRepeated() throws Exception {
    try (Socket socket = accepted()) {
      write(
          socket,
          "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 26\r\n\r\nthe shipping service: gone");
      assertThat(reply)
          .failsWithin(Duration.ofMillis(PATIENCE_MILLIS))
          .withThrowableOfType(ExecutionException.class)
          .withMessageContaining("HTTP status 502: the shipping service: gone");
    }
  }

  @Test
  @SuppressWarnings("Interruption") // as OrderFlow does it
  void aCancelledCallEndsTheConnectionOfHalfAReply() throws Exception {
    try (Socket socket = accepted()) {
      write(socket, "HTTP/1.1 201 Created\r\nContent-Length: 30\r\n\r\n{");
      // Its head has to be there: before, a time-out of the client's own would do.
      assertThat(reply).isNotDone();
      TimeUnit.MILLISECONDS.sleep(100);
      reply.cancel(true);
      assertEnds(socket);
    }
  }

  @Test
  void aReplyWithoutAnEndIsNotRead() throws Exception {
    try (Socket socket = accepted()) {
      write(socket, "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n");
      String chunk = "1000\r\n" + "a".repeat(0x1000) + "\r\n";
      OutputStream out = socket.getOutputStream();
      long end = System.nanoTime() + Duration.ofMillis(PATIENCE_MILLIS).toNanos();
      boolean cut = false;
      while (!cut && System.nanoTime() - end < 0) {
        try {
          out.write(chunk.getBytes(UTF_8));
        } catch (SocketException e) {
          cut = true;
        }
      }
      assertThat(cut).as("the connection is ended").isTrue();
      assertThat(reply)
          .failsWithin(Duration.ofMillis(PATIENCE_MILLIS))
          .withThrowableOfType(ExecutionException.class)
          .withStackTraceContaining(BoundedBody.TooLongException.class.getName());
    }
  }
}
