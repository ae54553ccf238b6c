package io.rpcstress.server.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.services.ServiceSetup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol and its limits, on real sockets; what any server owes is in the other test. */
class RedisServerTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final CallCounter calls = new CallCounter();
  private final RedisServer server = new RedisServer();

  @AfterEach
  void stop() throws InterruptedException {
    server.drain(LONG);
  }

  private InetSocketAddress start() throws Exception {
    return server.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            ServerVariant.EXAMPLE,
            20,
            LONG,
            ServiceSetup.ALL,
            Message.Service.NONE,
            null),
        calls);
  }

  private static RespClient connect(InetSocketAddress address) throws IOException {
    return new RespClient(address, LONG);
  }

  @Test
  void aCommandsNameMayHaveCapitalsAndItsArgumentKeepsThem() throws Exception {
    try (RespClient client = connect(start())) {
      assertThat(client.ask("greet", "Ada")).isEqualTo("hello, Ada");
      assertThat(client.ask("GREET", "ADA")).isEqualTo("hello, ADA");
      assertThat(client.ask("Greet", "")).isEqualTo("hello, ");
      assertThat(client.ask("greet", "two\r\nlines")).isEqualTo("hello, two\r\nlines");
    }
  }

  @Test
  void whatClientsSendFirstIsAnsweredAndTheConnectionStays() throws Exception {
    try (RespClient client = connect(start())) {
      assertThat(client.ask("HELLO", "3")).isEqualTo("-ERR unknown command 'HELLO'");
      assertThat(client.ask("CLIENT", "SETINFO", "LIB-NAME", "jedis"))
          .isEqualTo("-ERR unknown command 'CLIENT'");
      assertThat(client.ask("COMMAND", "DOCS")).startsWith("-ERR ");
      assertThat(client.ask("CONFIG", "GET", "save")).startsWith("-ERR ");
      assertThat(client.ask("PING")).isEqualTo("+PONG");
      assertThat(client.ask("ping", "me")).isEqualTo("me");
      client.write("*0\r\n*-1\r\n"); // asks nothing, as in Redis
      assertThat(client.ask("greet", "Ada")).isEqualTo("hello, Ada");
    }
  }

  @Test
  void aWrongCallIsAnErrorOfItsOwnAndTheConnectionStays() throws Exception {
    try (RespClient client = connect(start())) {
      String wrongNumber = "-ERR wrong number of arguments for 'greet' command";
      assertThat(client.ask("greet")).isEqualTo(wrongNumber);
      assertThat(client.ask("GREET", "a", "b")).isEqualTo(wrongNumber);
      assertThat(client.ask("greet", "x".repeat(Greeting.MAX_NAME_BYTES + 1)))
          .isEqualTo("-ERR a name of 4097 bytes: at most 4096");
      assertThat(client.ask("ping", "a", "b")).startsWith("-ERR wrong number");
      assertThat(client.ask("\u0007\r\n" + "y".repeat(500)))
          .isEqualTo("-ERR unknown command '???" + "y".repeat(61) + "...'");
      assertThat(client.ask("greet", "Ada")).isEqualTo("hello, Ada");
    }
  }

  @Test
  void pipelinedCommandsAreAnsweredInTheirOrderHoweverTheyAreSplit() throws Exception {
    int requests = 5_000;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < requests; i++) {
      all.writeBytes(RespClient.command(i % 2 == 0 ? "greet" : "GREET", "name-" + i));
    }
    byte[] bytes = all.toByteArray();
    Random random = new Random(20230801);
    try (RespClient client = connect(start())) {
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(
              () -> {
                int at = 0;
                while (at < bytes.length) {
                  int length = Math.min(1 + random.nextInt(2_000), bytes.length - at);
                  client.write(Arrays.copyOfRange(bytes, at, at + length));
                  at += length;
                }
              });
      for (int i = 0; i < requests; i++) {
        assertThat(client.reply()).isEqualTo("hello, name-" + i);
      }
      writing.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void aPutsValueMayHoldAnyBytes() throws Exception {
    try (RespClient client = connect(start())) {
      assertThat(client.ask("put", "k", "")).isEqualTo("+OK");
      assertThat(client.ask("PUT", "k".repeat(1024), "v\r\n\0".repeat(4096))).isEqualTo("+OK");
      assertThat(client.ask("put", "k"))
          .isEqualTo("-ERR wrong number of arguments for 'put' command");
      assertThat(client.ask("greet", "Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*2\r\n$5\r\ngreet\r\n$536870912\r\n", // what Netty's own aggregator would take
        "*2\r\n$5\r\ngreet\r\n$2147483647\r\n",
        "*2\r\n$5\r\ngreet\r\n$-1\r\n",
        "*2\r\n$5\r\ngreet\r\n$18433\r\n",
        "*1000000000\r\n",
        "*9223372036854775807\r\n",
        "*99999999999999999999\r\n",
        "*17\r\n",
        "*-2\r\n",
        "*2\r\n*2\r\n*2\r\n",
        "*2\r\n$5\r\ngreet\r\n:1\r\n",
        "*2\r\n$5\r\ngreet\r\n+Ada\r\n",
        "*2\r\n$5\r\ngreetings\r\n",
        "$5\r\ngreet\r\n",
        "*x\r\n",
        "*\r\n",
        "*1\n\r",
        "greet Ada\r\n",
        "GET / HTTP/1.1\r\nHost: here\r\n\r\n",
        "\u0000\u0000\u0000\u0000",
        "*00000000000000000000000000000000",
      })
  void whatIsNoCommandEndsItsConnectionAndNoOther(String sent) throws Exception {
    InetSocketAddress address = start();
    try (RespClient good = connect(address);
        RespClient bad = connect(address)) {
      assertThat(bad.ask("greet", "first")).isEqualTo("hello, first");
      bad.write(sent + "*1\r\n$4\r\nPING\r\n".repeat(100));
      assertThat(bad.reply()).startsWith("-ERR Protocol error: ");
      assertThat(bad.replyOrNull()).as("what comes behind it is not answered").isNull();
      assertThat(good.ask("greet", "Ada")).isEqualTo("hello, Ada");
    }
  }

  @Test
  void manySmallArgumentsAreTogetherAsBoundedAsALargeOne() throws Exception {
    try (RespClient greedy = connect(start())) {
      String two = "$2048\r\n" + "x".repeat(2048) + "\r\n";
      greedy.write("*16\r\n" + two.repeat(10));
      assertThat(greedy.reply()).contains("invalid bulk length, at most 18432 bytes a command");
      assertThat(greedy.replyOrNull()).isNull();
    }
  }
}
