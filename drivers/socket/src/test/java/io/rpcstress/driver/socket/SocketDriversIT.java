package io.rpcstress.driver.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every variant against the real servers, as they are shipped. */
@Timeout(300)
class SocketDriversIT {
  private static final Path JAR = Path.of("../../server-socket/target/server-socket.jar");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int THREADS = 3;

  /** Started when first asked for; one for all tests. */
  private static final Map<String, ServerProcess> SERVERS = new HashMap<>();

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(ServerProcess::close);
  }

  private static ServerProcess server(Idl idl, ServerVariant variant) {
    return SERVERS.computeIfAbsent(
        variant.of(idl.technology()),
        key -> ServerProcess.ready(JAR, idl.technology(), "--variant", variant.label()));
  }

  static Stream<Arguments> variants() {
    return Arrays.stream(Idl.values())
        .flatMap(
            idl ->
                SocketDriversTest.driver(idl).technology().variants().stream()
                    .map(variant -> Arguments.of(idl, variant)));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyCallIsAnsweredAndCountedOnce(Idl idl, Variant variant) throws Exception {
    ServerProcess server = server(idl, variant.server());
    ServerUsage before = server.usage();
    Target target = Target.of(new Address("127.0.0.1", server.address().getPort()));
    List<String> names = List.of("Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES));
    byte[] longest = new byte[Put.MAX_VALUE_BYTES];
    new Random(2017).nextBytes(longest);
    try (Session session =
        DriverContract.open(SocketDriversTest.way(idl, variant.name()), target, THREADS, LONG)) {
      for (int thread = 0; thread < THREADS; thread++) {
        try (Caller<String, String> caller = session.caller(Greeting.OPERATION, thread)) {
          for (String name : names) {
            assertThat(caller.call(name)).isEqualTo("hello, " + name);
          }
        }
      }
      try (Caller<Entry, Boolean> caller = session.caller(Put.OPERATION, 0)) {
        assertThat(caller.call(new Entry(new byte[1], new byte[0]))).isTrue();
        assertThat(caller.call(new Entry(new byte[Put.MAX_KEY_BYTES], longest))).isTrue();
        assertThatThrownBy(() -> caller.call(new Entry(new byte[0], longest)))
            .isInstanceOfSatisfying(
                CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.REFUSED));
        assertThat(caller.call(new Entry(new byte[64], new byte[512]))).isTrue();
      }
    }
    ServerUsage after = server.usage();
    assertThat(after.callsServed() - before.callsServed())
        .isEqualTo((long) THREADS * names.size() + 3);
    assertThat(after.callsFailed() - before.callsFailed()).isEqualTo(1);
  }
}
