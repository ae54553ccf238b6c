package io.rpcstress.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.redis.RedisServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The driver against this project's own server. */
@Timeout(120)
class RealServerTest {

  private static final int THREADS = 20;
  private static final Duration LONG = Duration.ofSeconds(60);

  private final RedisServer server = new RedisServer();

  private int start(int maxConnections) throws Exception {
    return server
        .start(
            new ServerOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                ServerVariant.EXAMPLE,
                maxConnections,
                LONG),
            new CallCounter())
        .getPort();
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.drain(LONG);
  }

  private static Session open(String variant, int port) throws CallException {
    ConnectionPolicy own =
        new RedisDriver().technology().variant(variant).orElseThrow().ownPolicy(THREADS);
    return new RedisDriver()
        .open(
            Target.of(new Address("127.0.0.1", port)),
            new DriverOptions(variant, own, THREADS, false, LONG));
  }

  @Test
  void theServerListensWhereTheDriverLooks() {
    Technology technology = new RedisDriver().technology();
    assertThat(technology.name()).isEqualTo(server.technology());
    assertThat(technology.defaultPort()).isEqualTo(server.defaultPort());
  }

  @ParameterizedTest
  @CsvSource({"example, 8", "tuned, 20", "lettuce, 1"})
  void everyThreadGetsItsOwnRepliesOverNoMoreConnectionsThanDeclared(
      String variant, int connections) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    // One more would be refused, and its call would fail.
    int port = start(connections);
    try (Session session = open(variant, port)) {
      List<Future<?>> done = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        int thread = t;
        Caller<String, String> caller = session.caller(Greeting.OPERATION, thread);
        done.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    String name = "Ä" + thread + "-" + i;
                    assertThat(caller.call(name)).isEqualTo("hello, " + name);
                  }
                  return thread;
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      for (String name : new String[] {"", "Ådä 🎈", Greeting.name(Greeting.MAX_NAME_BYTES)}) {
        assertThat(caller.call(name)).isEqualTo("hello, " + name);
      }
      assertThatThrownBy(() -> caller.call("x".repeat(Greeting.MAX_NAME_BYTES + 1)))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.REFUSED))
          .hasMessageContaining("4097");
      Caller<Entry, Boolean> putting = session.caller(Put.OPERATION, 0);
      assertThat(putting.call(new Entry(new byte[1024], new byte[16 * 1024]))).isTrue();
      assertThat(putting.call(new Entry(new byte[1], new byte[0]))).isTrue();
      assertThatThrownBy(() -> putting.call(new Entry(new byte[0], new byte[0])))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.REFUSED))
          .hasMessageContaining("a key of 0 bytes");
      assertThat(caller.call("still there")).isEqualTo("hello, still there");
    } finally {
      threads.shutdownNow();
    }
  }
}
