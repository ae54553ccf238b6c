package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.services.ServiceSetup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol of lines and frames, its limits and the drain, on real sockets. */
@Timeout(300)
class TcpServerTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final TcpServer server = new TcpServer();
  private InetSocketAddress address;
  private boolean drained;

  @BeforeEach
  void start() throws IOException {
    address =
        server.start(
            new ServerOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                ServerVariant.EXAMPLE,
                20,
                LONG,
                ServiceSetup.ALL,
                Message.Service.NONE,
                null),
            new CallCounter());
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (!drained) {
      server.drain(LONG);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2_000, 40_000})
  void putsAndGreetingsOfOneConnectionAreAnsweredInTheirOrderHoweverTheyAreSplit(int pieces)
      throws Exception {
    Random random = new Random(20170401);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < Math.min(pieces * 20, 2_000); i++) {
      if (random.nextBoolean()) {
        all.writeBytes(PutFrame.of(anyEntry(random)));
        expected.add("ok");
      } else {
        all.writeBytes(("n" + i + "\n").getBytes(UTF_8));
        expected.add("hello, n" + i);
      }
    }
    try (Client client = new Client(address)) {
      CompletableFuture<Void> writing = client.writeInPieces(all.toByteArray(), random, pieces);
      for (String each : expected) {
        assertThat(client.reply()).isEqualTo(each);
      }
      writing.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** Keys and values of any bytes, newlines and marks among them; now and then the longest. */
  private static Entry anyEntry(Random random) {
    byte[] key = new byte[random.nextInt(20) == 0 ? Put.MAX_KEY_BYTES : 1 + random.nextInt(80)];
    byte[] value = new byte[random.nextInt(20) == 0 ? Put.MAX_VALUE_BYTES : random.nextInt(600)];
    random.nextBytes(key);
    random.nextBytes(value);
    return new Entry(key, value);
  }

  @Test
  void requestsThatArriveTogetherAreAnsweredInOneSegment() throws Exception {
    try (Socket socket = new Socket()) {
      socket.connect(address);
      socket.setSoTimeout((int) LONG.toMillis());
      socket.getOutputStream().write("Ada\n".repeat(100).getBytes(UTF_8));
      byte[] bytes = new byte[64 * 1024];
      int length = socket.getInputStream().read(bytes);
      assertThat(new String(bytes, 0, length, UTF_8)).isEqualTo("hello, Ada\n".repeat(100));
    }
  }

  /** Not collected until it ends: it may never. */
  @Test
  void aLineThatIsTooLongEndsItsConnectionAndNoOther() throws Exception {
    try (Client good = new Client(address);
        Client endless = new Client(address)) {
      endless.write("x".repeat(Greeting.MAX_NAME_BYTES + 1));
      assertThat(endless.replyOrNull()).isNull();
      assertThat(good.ask(Greeting.name(Greeting.MAX_NAME_BYTES))).hasSize(4096 + 7);
    }
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1025,0", "65535,0", "1,16385", "1,2147483647", "1,-1", "1,-2147483648"})
  void anAnnouncedLengthBeyondTheLimitsEndsItsConnectionAndNoOther(int key, int value)
      throws Exception {
    try (Client good = new Client(address);
        Client greedy = new Client(address)) {
      byte[] header =
          ByteBuffer.allocate(PutFrame.HEADER_BYTES)
              .put(PutFrame.MARK)
              .putShort((short) key)
              .putInt(value)
              .array();
      greedy.write(header, 0, header.length);
      assertThat(greedy.replyOrNull()).isNull();
      assertThat(good.ask("Ada")).isEqualTo("hello, Ada");
    }
  }

  @Test
  void aDrainAnswersWhatWasReceivedAndThenEndsTheConnections() throws Exception {
    int requests = 1_000;
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
}
