package io.rpcstress.server.bolt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each variant answers, on real sockets, to frames by hand. */
@Timeout(120)
class BoltServerTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** What Hessian, which SOFABolt would read, begins an object of some class with. */
  private static final byte[] HESSIAN = "C\020java.util.PropertiesO".getBytes(UTF_8);

  private @Nullable BoltServer server;

  private InetSocketAddress start(ServerVariant variant) {
    BoltServer started = new BoltServer();
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
  void namesAreAnsweredOnOneConnection(ServerVariant variant) throws Exception {
    try (RawClient client = new RawClient(start(variant))) {
      for (String name :
          new String[] {"Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES)}) {
        assertThat(client.greet(name)).isEqualTo("hello, " + name);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNameThatIsTooLongIsRefusedAndTheConnectionStays(ServerVariant variant) throws Exception {
    try (RawClient client = new RawClient(start(variant))) {
      byte[] tooLong = "x".repeat(Greeting.MAX_NAME_BYTES + 1).getBytes(UTF_8);
      RawClient.Response refused = client.ask(RawClient.TEXT, tooLong);
      assertThat(refused.status()).isEqualTo(RawClient.SERVER_EXCEPTION);
      assertThat(refused.text()).contains("a name of 4097 characters");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClassThatIsNotInTheTableIsRefusedAndNeverLoaded(ServerVariant variant) throws Exception {
    try (RawClient client = new RawClient(start(variant))) {
      for (String name :
          new String[] {"java.util.Properties", "com.example.Evil", "[C", "java.lang.StringX"}) {
        RawClient.Response refused = client.ask(name, HESSIAN);
        assertThat(refused.status()).as(name).isNotEqualTo(RawClient.SUCCESS);
        assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      }
      // As a string's content it is text, whatever it looks like.
      assertThat(client.ask(RawClient.TEXT, HESSIAN).text())
          .isEqualTo("hello, " + new String(HESSIAN, UTF_8));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSignOfLifeIsAnswered(ServerVariant variant) throws Exception {
    try (RawClient client = new RawClient(start(variant))) {
      client.send(RawClient.head(1, 1, 0, 77, 0, 0, 0).array());
      RawClient.Response answer = client.receive();
      assertThat(answer.id()).isEqualTo(77);
      assertThat(answer.command()).isZero();
      assertThat(answer.status()).isEqualTo(RawClient.SUCCESS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void callsThatComeOneBehindTheOtherAreAnsweredOnceEach(ServerVariant variant) throws Exception {
    int calls = 5_000;
    try (RawClient client = new RawClient(start(variant))) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 0; i < calls; i++) {
        all.writeBytes(RawClient.request(i, RawClient.TEXT, ("n" + i).getBytes(UTF_8)));
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
      Set<Integer> answered = new HashSet<>();
      for (int i = 0; i < calls; i++) {
        RawClient.Response answer = client.receive();
        assertThat(answer.text()).isEqualTo("hello, n" + answer.id());
        assertThat(answered.add(answer.id())).isTrue();
      }
      sending.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
