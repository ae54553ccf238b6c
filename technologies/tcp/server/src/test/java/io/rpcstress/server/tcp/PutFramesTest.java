package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The put operation on real sockets: between greetings, in pieces, and from hostile peers. */
class PutFramesTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final TcpServer server = new TcpServer();

  @AfterEach
  void stop() throws InterruptedException {
    server.drain(LONG);
  }

  @Test
  void putsAndGreetingsOfOneConnectionAreAnsweredInTheirOrderHoweverTheyAreSplit()
      throws Exception {
    Random random = new Random(20170401);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      if (random.nextBoolean()) {
        all.writeBytes(PutFrame.of(anyEntry(random)));
        expected.add("ok");
      } else {
        all.writeBytes(("n" + i + "\n").getBytes(UTF_8));
        expected.add("hello, n" + i);
      }
    }
    byte[] bytes = all.toByteArray();
    try (Client client = new Client(start())) {
      CompletableFuture<Void> writing = client.writeInPieces(bytes, random, 40_000);
      for (String each : expected) {
        assertThat(client.reply()).isEqualTo(each);
      }
      writing.get(60, TimeUnit.SECONDS);
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
  void aFrameSentByteByByteIsAnswered() throws Exception {
    try (Client client = new Client(start())) {
      for (byte each : PutFrame.of(new Entry(new byte[] {1, 2}, new byte[] {'\n'}))) {
        client.write(new byte[] {each}, 0, 1);
      }
      assertThat(client.reply()).isEqualTo("ok");
      assertThat(client.ask("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1025,0", "65535,0", "1,16385", "1,2147483647", "1,-1", "1,-2147483648"})
  void anAnnouncedLengthBeyondTheLimitsEndsItsConnectionAndNoOther(int key, int value)
      throws Exception {
    InetSocketAddress address = start();
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

  private InetSocketAddress start() throws IOException {
    return server.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            ServerVariant.EXAMPLE,
            10,
            LONG),
        new CallCounter());
  }
}
