package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The line protocol, its limits and the drain, on real sockets. */
class TcpServerTest {
  private static final int MAX_CONNECTIONS = 20;
  private static final Duration LONG = Duration.ofSeconds(60);

  private final CallCounter calls = new CallCounter();
  private final TcpServer server = new TcpServer();
  private boolean drained;

  @AfterEach
  void stop() throws InterruptedException {
    if (!drained) {
      server.drain(LONG);
    }
  }

  @Test
  void requestsOfOneConnectionAreAnsweredInTheirOrderHoweverTheyAreSplit() throws Exception {
    int requests = 5_000;
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < requests; i++) {
      all.append("name-").append(i).append('\n');
    }
    byte[] bytes = all.toString().getBytes(UTF_8);
    Random random = new Random(20230801);
    try (Client client = new Client(start())) {
      CompletableFuture<Void> writing = client.writeInPieces(bytes, random, 2_000);
      for (int i = 0; i < requests; i++) {
        assertThat(client.reply()).isEqualTo("hello, name-" + i);
      }
      writing.get(300, TimeUnit.SECONDS);
    }
  }

  @Test
  void requestsThatArriveTogetherAreAnsweredInOneSegment() throws Exception {
    try (Socket socket = new Socket()) {
      socket.connect(start());
      socket.setSoTimeout((int) LONG.toMillis());
      socket.getOutputStream().write("Ada\n".repeat(100).getBytes(UTF_8));
      byte[] bytes = new byte[64 * 1024];
      int length = socket.getInputStream().read(bytes);
      assertThat(new String(bytes, 0, length, UTF_8)).isEqualTo("hello, Ada\n".repeat(100));
    }
  }

  @Test
  void aRequestSentByteByByteIsAnswered() throws Exception {
    try (Client client = new Client(start())) {
      for (byte each : "Ada\n".getBytes(UTF_8)) {
        client.write(new byte[] {each}, 0, 1);
      }
      assertThat(client.reply()).isEqualTo("hello, Ada");
    }
  }

  @Test
  void tooLongALineEndsItsConnectionAndNoOther() throws Exception {
    InetSocketAddress address = start();
    try (Client good = new Client(address);
        Client greedy = new Client(address)) {
      greedy.write("x".repeat(Greeting.MAX_NAME_BYTES + 1) + "\n");
      assertThat(greedy.replyOrNull()).isNull();
      assertThat(good.ask("Ada")).isEqualTo("hello, Ada");
      assertThat(good.ask(Greeting.name(Greeting.MAX_NAME_BYTES))).hasSize(4096 + 7);
    }
  }

  @Test
  void aLineThatNeverEndsIsCutAtTheLimitAndNotCollected() throws Exception {
    try (Client endless = new Client(start())) {
      endless.write("x".repeat(Greeting.MAX_NAME_BYTES + 1));
      assertThat(endless.replyOrNull()).isNull();
    }
  }

  @Test
  void connectionsBeyondTheLimitAreRefusedAndRoomIsGivenBack() throws Exception {
    InetSocketAddress address = start();
    Client[] clients = new Client[MAX_CONNECTIONS];
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      clients[i] = new Client(address);
      assertThat(clients[i].ask("Ada")).isEqualTo("hello, Ada");
    }
    try (Client extra = new Client(address)) {
      assertThat(extra.replyOrNull()).isNull();
    }
    clients[0].close();
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              try (Client next = new Client(address)) {
                next.write("Ada\n");
                return "hello, Ada".equals(next.replyOrNull());
              } catch (IllegalStateException refused) {
                return false;
              }
            });
    for (Client client : clients) {
      client.close();
    }
  }

  @Test
  void aDrainAnswersWhatWasReceivedAndThenEndsTheConnections() throws Exception {
    int requests = 1_000;
    InetSocketAddress address = start();
    try (Client client = new Client(address);
        Client idle = new Client(address)) {
      assertThat(idle.ask("Ada")).isEqualTo("hello, Ada");
      assertThat(client.ask("first")).isEqualTo("hello, first");
      client.write("n\n".repeat(requests));
      drained = true;
      // The clients stay connected: it must not wait for them to leave.
      assertThat(server.drain(LONG)).isTrue();
      for (int i = 0; i < requests; i++) {
        assertThat(client.reply()).isEqualTo("hello, n");
      }
      assertThat(client.replyOrNull()).isNull();
      assertThat(idle.replyOrNull()).isNull();
    }
  }

  private InetSocketAddress start() throws IOException {
    return server.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            ServerVariant.EXAMPLE,
            MAX_CONNECTIONS,
            LONG),
        calls);
  }
}
