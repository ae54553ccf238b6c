package io.rpcstress.driver.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every variant against the real server, as it is shipped. */
@Timeout(300)
class ThriftDriverIT {
  private static final Path JAR = Path.of("../../server-thrift/target/server-thrift.jar");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int THREADS = 3;

  static List<Variant> variants() {
    return new ThriftDriver().technology().variants();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyCallIsAnsweredAndCountedOnce(Variant variant) throws Exception {
    List<String> names = List.of("Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES));
    byte[] longest = new byte[Put.MAX_VALUE_BYTES];
    new Random(2017).nextBytes(longest);
    try (ServerProcess server =
        ServerProcess.ready(JAR, "thrift", "--variant", variant.server().label())) {
      Target target = Target.of(new Address("127.0.0.1", server.address().getPort()));
      try (Session session =
          DriverContract.open(ThriftDriverTest.way(variant.name()), target, THREADS, LONG)) {
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
      ServerUsage usage = server.usage();
      assertThat(usage.callsServed()).isEqualTo((long) THREADS * names.size() + 3);
      assertThat(usage.callsFailed()).isEqualTo(1);
    }
  }
}
