package io.rpcstress.server.rsocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each variant answers, on real sockets, to frames by hand. */
@Timeout(120)
class RsocketServerTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private @Nullable RsocketServer server;

  private InetSocketAddress start(ServerVariant variant) {
    RsocketServer started = new RsocketServer();
    server = started;
    return started.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), variant, 20, LONG),
        new CallCounter());
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (server != null) {
      assertThat(server.drain(LONG)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothOperationsAreAnsweredOnOneConnection(ServerVariant variant) throws Exception {
    try (RawClient client = new RawClient(start(variant))) {
      for (String name :
          new String[] {"Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES)}) {
        assertThat(client.greet(name)).isEqualTo("hello, " + name);
      }
      assertThat(client.put(new byte[1], new byte[0]).text()).isEqualTo("ok");
      assertThat(client.put(new byte[Put.MAX_KEY_BYTES], new byte[Put.MAX_VALUE_BYTES]).text())
          .isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallBeyondTheLimitsIsRefusedAndTheConnectionStays(ServerVariant variant) throws Exception {
    try (RawClient client = new RawClient(start(variant))) {
      assertRefused(client, new byte[Greeting.MAX_NAME_BYTES + 1], "a name of 4097 bytes");
      assertRefused(client, "10", "an entry of 1 bytes: 7 or more expected");
      assertRefused(client, "10 0000 00000000", "a key of 0 bytes");
      assertRefused(client, "10 0401 00000000", "a key of 1025 bytes");
      assertRefused(client, "10 0001 ffffffff", "a value of -1 bytes");
      assertRefused(client, "10 0001 7fffffff", "a value of 2147483647 bytes");
      assertRefused(client, "10 0002 00000002 616263", "3 bytes of key and value: 4 announced");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  private static void assertRefused(RawClient client, String hex, String why) throws Exception {
    assertRefused(client, HexFormat.of().parseHex(hex.replace(" ", "")), why);
  }

  private static void assertRefused(RawClient client, byte[] data, String why) throws Exception {
    RawClient.Frame answer = client.ask(data);
    assertThat(answer.type()).isEqualTo(RawClient.ERROR);
    assertThat(answer.body()).startsWith(0, 0, 2, 1); // APPLICATION_ERROR
    assertThat(answer.text()).contains(why);
  }

  @ParameterizedTest
  @EnumSource
  void keepAliveIsAnsweredWhereItAsks(ServerVariant variant) throws Exception {
    try (RawClient client = new RawClient(start(variant))) {
      byte[] body = new byte[Long.BYTES + 3];
      body[Long.BYTES] = 'a';
      client.send(RawClient.frame(0, RawClient.KEEPALIVE, 0, body));
      client.send(RawClient.frame(0, RawClient.KEEPALIVE, 0x80, body));
      RawClient.Frame answer = client.receive();
      assertThat(answer.type()).isEqualTo(RawClient.KEEPALIVE);
      assertThat(answer.flags()).isZero();
      assertThat(answer.body()).endsWith('a', 0, 0);
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @EnumSource
  void callsThatComeOneBehindTheOtherAreAnsweredOnceEach(ServerVariant variant) throws Exception {
    int calls = 5_000;
    try (RawClient client = new RawClient(start(variant))) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 0; i < calls; i++) {
        all.writeBytes(RawClient.request(2 * i + 1, "n" + i));
      }
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                try {
                  client.send(all.toByteArray());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      for (int i = 0; i < calls; i++) {
        RawClient.Frame answer = client.receive();
        assertThat(answer.text()).isEqualTo("hello, n" + answer.stream() / 2);
        assertThat(answer.stream()).isEqualTo(2 * i + 1);
      }
      sending.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
