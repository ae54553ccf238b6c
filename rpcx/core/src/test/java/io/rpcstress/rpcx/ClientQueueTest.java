package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What waits to be written: bounded in every state, and held back until the server's HELLO. */
class ClientQueueTest {
  private static RPCX client(int port, Limits limits, Duration deadline) {
    return RPCX.builder().address("127.0.0.1").port(port).deadline(deadline).limits(limits).build();
  }

  /** Connects until the kernel takes no more: further attempts are neither taken nor refused. */
  private static List<Socket> fill(ServerSocket listener) throws IOException {
    List<Socket> sockets = new ArrayList<>();
    while (true) {
      Socket socket = new Socket();
      sockets.add(socket);
      try {
        socket.connect(listener.getLocalSocketAddress(), 300);
      } catch (SocketTimeoutException full) {
        return sockets;
      }
    }
  }

  @Test
  void bytesThatWaitForAConnectionAreBounded() throws Exception {
    Limits limits = Limits.builder().writeBufferBytes(65536).build();
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Socket> fillers = fill(listener);
      try (RPCX rpcx = client(listener.getLocalPort(), limits, Duration.ofSeconds(20))) {
        Greeter.Client greeter = rpcx.client(Greeter.Client.class);
        String text = "x".repeat(1000);
        int[] taken = {0};
        RPCXException problem =
            catchThrowableOfType(
                RPCXException.class,
                () -> {
                  for (; taken[0] < 20_000; taken[0]++) {
                    greeter.note(text);
                  }
                });
        assertThat(problem).as("20 MB of one-way calls were queued").isNotNull();
        assertThat(problem.status()).isEqualTo(StatusCode.RESOURCE_EXHAUSTED);
        assertThat(taken[0]).isBetween(30, 65);
        assertThatThrownBy(() -> greeter.greet(text)).hasMessageContaining("RESOURCE_EXHAUSTED");
        assertThat(rpcx.inFlight()).isZero();
      } finally {
        for (Socket filler : fillers) {
          filler.close();
        }
      }
    }
  }

  @Test
  void nothingButHelloIsWrittenBeforeTheServersHelloWhoseLimitThenHolds() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(listener.getLocalPort(), Limits.DEFAULTS, Duration.ofSeconds(20))) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> large = greeter.greetAsync("x".repeat(10_000));
      CompletableFuture<String> small = greeter.greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        assertThat(peer.receive().hasHello()).isTrue();
        peer.socket().setSoTimeout(300);
        assertThatThrownBy(peer::receive).isInstanceOf(SocketTimeoutException.class);
        peer.socket().setSoTimeout(RawPeer.READ_TIMEOUT_MS);
        peer.send(
            Envelope.newBuilder()
                .setHello(Hello.newBuilder().setVersion(1).setMaxFrameBytes(1024))
                .build());
        peer.send(RawPeer.reply(peer.request().getId(), "small answered"));
        assertThat(small.get(20, TimeUnit.SECONDS)).isEqualTo("small answered");
        assertThatThrownBy(() -> large.get(20, TimeUnit.SECONDS))
            .hasMessageContaining("RESOURCE_EXHAUSTED")
            .hasMessageContaining("the server accepts 1024");
      }
    }
  }

  @Test
  void aGoAwayForOneCallEndsTheOthersUnavailable() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        RPCX rpcx = client(listener.getLocalPort(), Limits.DEFAULTS, Duration.ofSeconds(20))) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> unrelated = greeter.greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(RawPeer.hello());
        var unused = peer.request();
        peer.send(
            Envelope.newBuilder()
                .setGoAway(GoAway.newBuilder().setStatus(3).setMessage("too large"))
                .build());
        assertThatThrownBy(() -> unrelated.get(20, TimeUnit.SECONDS))
            .hasMessageContaining("UNAVAILABLE")
            .hasMessageContaining("too large");
      }
    }
  }
}
