package io.rpcstress.driver.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every variant against the real server, as it is shipped. */
@Timeout(300)
class BoltDriverIT {
  private static final Path JAR = Path.of("../../server-bolt/target/server-bolt.jar");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int STARTED = 500;

  /** Started when first asked for; one for all tests. */
  private static final Map<ServerVariant, ServerProcess> SERVERS =
      new EnumMap<>(ServerVariant.class);

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(ServerProcess::close);
  }

  static List<Variant> variants() {
    return new BoltDriver().technology().variants();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyCallIsAnsweredAndCountedOnce(Variant variant) throws Exception {
    ServerProcess server =
        SERVERS.computeIfAbsent(
            variant.server(),
            each -> ServerProcess.ready(JAR, "sofa-bolt", "--variant", each.label()));
    ServerUsage before = server.usage();
    Target target = Target.of(new Address("127.0.0.1", server.address().getPort()));
    List<String> names = List.of("Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES));
    try (Session session = BoltDriverTest.open(variant.name(), target, 2, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      for (String name : names) {
        assertThat(caller.call(name)).isEqualTo("hello, " + name);
      }
      AsyncCaller<String, String> starting = (AsyncCaller<String, String>) caller;
      List<CompletableFuture<String>> started =
          IntStream.range(0, STARTED).mapToObj(i -> starting.start("n" + i)).toList();
      for (int i = 0; i < STARTED; i++) {
        assertThat(started.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS))
            .isEqualTo("hello, n" + i);
      }
      assertThatThrownBy(() -> caller.call("x".repeat(Greeting.MAX_NAME_BYTES + 1)))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.REFUSED));
      Awaitility.await().atMost(LONG).until(() -> server.usage().openConnections() == 2);
    }
    ServerUsage after = server.usage();
    assertThat(after.callsServed() - before.callsServed()).isEqualTo((long) names.size() + STARTED);
    assertThat(after.callsFailed() - before.callsFailed()).isEqualTo(1);
  }
}
