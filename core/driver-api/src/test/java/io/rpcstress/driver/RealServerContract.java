package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a driver owes with the real server, as it is shipped: every operation of every variant of
 * the drivers that the module's service loader finds.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RealServerContract {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int THREADS = 3;
  private static final int STARTED = 500;
  private static final int[] LENGTHS = {0, 1, 100, ListEcho.MAX_ELEMENTS};
  private static final int SEED = 2017;

  private final Path jar;

  /**
   * Started when first asked for; one of each variant for all tests, and one more for those that
   * share connections: they are counted, and a pool's may outlive its session.
   */
  private final Map<String, ServerProcess> servers = new HashMap<>();

  /**
   * The drivers of a family.
   *
   * @param family its server's module is called so
   */
  protected RealServerContract(String family) {
    jar = Path.of("../server/target/server-" + family + ".jar");
  }

  /** How a variant is connected. */
  protected ConnectionPolicy connections(Way way) {
    return way.variant().ownPolicy(THREADS);
  }

  /** What is tested. */
  protected final List<Way> allWays() {
    return DriverContract.drivers().stream()
        .flatMap(
            driver ->
                driver.technology().variants().stream().map(variant -> new Way(driver, variant)))
        .toList();
  }

  @AfterAll
  final void stop() {
    servers.values().forEach(ServerProcess::close);
  }

  private ServerProcess server(Way way) {
    String technology = way.driver().technology().name();
    ServerVariant variant = way.variant().server();
    return servers.computeIfAbsent(
        variant.of(technology) + " " + connections(way).kind(),
        name -> ServerProcess.ready(jar, technology, "--variant", variant.label()));
  }

  @ParameterizedTest
  @MethodSource("allWays")
  final void everyCallIsAnsweredAndCountedOnce(Way way) throws Exception {
    ServerProcess server = server(way);
    ServerUsage before = server.usage();
    List<String> operations = way.driver().technology().operations();
    Calls calls = new Calls();
    try (Session session =
        DriverContract.open(
            way,
            Target.of(new Address("127.0.0.1", server.port())),
            THREADS,
            connections(way),
            LONG)) {
      calls.greet(session);
      if (operations.contains(Put.OPERATION.name())) {
        calls.put(session);
      }
      if (operations.contains(ListEcho.OPERATION.name())) {
        calls.echo(session);
      }
      if (connections(way).kind() == ConnectionPolicy.Kind.MULTIPLEXED) {
        Awaitility.await()
            .atMost(LONG)
            .until(() -> server.usage().openConnections() == connections(way).count());
      }
    }
    ServerUsage after = server.usage();
    assertThat(after.callsServed() - before.callsServed()).isEqualTo(calls.answered);
    assertThat(after.callsFailed() - before.callsFailed()).isEqualTo(calls.refused);
  }

  /** Makes calls, sees what they bring, and counts them. */
  private static final class Calls {
    private long answered;
    private long refused;

    void greet(Session session) throws Exception {
      List<String> names =
          List.of("Ada", "", "Zoë 東京 \"\\", Greeting.name(Greeting.MAX_NAME_BYTES));
      for (int thread = 0; thread < THREADS; thread++) {
        try (Caller<String, String> caller = session.caller(Greeting.OPERATION, thread)) {
          for (String name : names) {
            assertThat(caller.call(name)).isEqualTo("hello, " + name);
            answered++;
          }
          if (caller instanceof AsyncCaller<String, String> starting) {
            start(starting);
          }
          refuse(() -> caller.call("x".repeat(Greeting.MAX_NAME_BYTES + 1)));
          assertThat(caller.call("Bob")).isEqualTo("hello, Bob");
          answered++;
        }
      }
    }

    private void start(AsyncCaller<String, String> caller) throws Exception {
      List<CompletableFuture<String>> started =
          IntStream.range(0, STARTED).mapToObj(i -> caller.start("n" + i)).toList();
      for (int i = 0; i < STARTED; i++) {
        assertThat(started.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS))
            .isEqualTo("hello, n" + i);
        answered++;
      }
    }

    private void refuse(DriverContract.Calling calling) {
      DriverContract.assertFails(FailureKind.REFUSED, calling);
      refused++;
    }

    /** Some drivers see by themselves that no server keeps an entry. */
    private void refuse(Caller<Entry, Boolean> caller, Entry entry) {
      if (!(catchThrowable(() -> caller.call(entry)) instanceof IllegalArgumentException unsent)) {
        refused++;
        refuse(() -> caller.call(entry));
      } else {
        assertThat(unsent).hasMessageContaining("a key of 0 bytes");
      }
    }

    void put(Session session) throws Exception {
      byte[] longest = new byte[Put.MAX_VALUE_BYTES];
      new Random(SEED).nextBytes(longest);
      try (Caller<Entry, Boolean> caller = session.caller(Put.OPERATION, 0)) {
        assertThat(caller.call(new Entry(new byte[1], new byte[0]))).isTrue();
        assertThat(caller.call(new Entry(new byte[Put.MAX_KEY_BYTES], longest))).isTrue();
        refuse(caller, new Entry(new byte[0], longest));
        assertThat(caller.call(new Entry(new byte[64], new byte[512]))).isTrue();
        answered += 3;
      }
    }

    void echo(Session session) throws Exception {
      try (Caller<List<Item>, List<Item>> caller = session.caller(ListEcho.OPERATION, 1)) {
        for (int length : LENGTHS) {
          List<Item> items =
              ListEcho.OPERATION.request(
                  Payload.defaultOf(ListEcho.OPERATION).with("elements", length));
          assertThat(ListEcho.OPERATION.isAnswer(items, caller.call(items))).isTrue();
          answered++;
        }
      }
    }
  }
}
