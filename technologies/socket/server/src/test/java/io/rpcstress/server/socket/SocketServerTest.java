package io.rpcstress.server.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each variant of each server answers, on real sockets. */
class SocketServerTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private @Nullable SocketServer server;

  static Stream<Arguments> servers() {
    return Arrays.stream(Idl.values())
        .flatMap(
            idl ->
                Arrays.stream(ServerVariant.values()).map(variant -> Arguments.of(idl, variant)));
  }

  private InetSocketAddress start(Idl idl, ServerVariant variant) throws Exception {
    SocketServer started = new SocketServer(idl);
    server = started;
    return started.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), variant, 20, LONG),
        new CallCounter());
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (server != null) {
      server.drain(LONG);
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void bothOperationsAreAnsweredOnOneConnection(Idl idl, ServerVariant variant) throws Exception {
    try (SocketClient client = new SocketClient(idl, start(idl, variant))) {
      for (String name : List.of("Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES))) {
        assertThat(client.greet(name)).isEqualTo("hello, " + name);
      }
      assertThat(client.put(new byte[1], new byte[0]).kept()).isTrue();
      assertThat(client.put(new byte[Put.MAX_KEY_BYTES], new byte[Put.MAX_VALUE_BYTES]).kept())
          .isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aCallBeyondTheLimitsIsRefusedByItsIdAndTheConnectionStays(Idl idl, ServerVariant variant)
      throws Exception {
    try (SocketClient client = new SocketClient(idl, start(idl, variant))) {
      assertThat(client.ask(Call.greet(99, "x".repeat(Greeting.MAX_NAME_BYTES + 1))))
          .isEqualTo(Answer.refused(99, "a name of 4097 bytes: at most 4096"));
      assertThat(client.ask(Call.greet(98, "ü".repeat(2049))).text()).contains("4098");
      assertThat(client.put(new byte[0], new byte[0]).text()).contains("a key of 0 bytes");
      assertThat(client.put(new byte[Put.MAX_KEY_BYTES + 1], new byte[0]).text())
          .contains("a key of 1025 bytes");
      assertThat(client.put(new byte[1], new byte[Put.MAX_VALUE_BYTES + 1]).text())
          .contains("a value of 16385 bytes");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void callsThatComeOneBehindTheOtherAreAnsweredInTheirOrder(Idl idl, ServerVariant variant)
      throws Exception {
    int calls = 3_000;
    try (SocketClient client = new SocketClient(idl, start(idl, variant))) {
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < calls; i++) {
                    client.send(Call.greet(i, "n" + i));
                  }
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      List<Answer> answers = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        answers.add(client.receive());
      }
      for (int i = 0; i < calls; i++) {
        assertThat(answers.get(i)).isEqualTo(Answer.greeting(i, "hello, n" + i));
      }
      sending.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
