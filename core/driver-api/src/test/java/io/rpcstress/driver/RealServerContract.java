package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.PayloadDimension;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
  private static final int SEED = 2017;

  private final Path jar;

  /**
   * Started at its first use; one of each variant for all tests, and one more for those that share
   * connections: they are counted, and a pool's may outlive its session.
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
    Technology technology = way.driver().technology();
    ServerVariant variant = way.variant().server();
    String[] options = withoutWaiting(technology.operations(), "--variant", variant.label());
    return servers.computeIfAbsent(
        variant.of(technology.name()) + " " + connections(way).kind(),
        name -> ServerProcess.ready(jar, technology.name(), options));
  }

  /** A server's options: orders that wait 400 ms each would be most of a test's time. */
  public static String[] withoutWaiting(List<String> operations, String... more) {
    Stream<String> own = operations.stream().filter("place-order"::equals);
    return Stream.concat(Stream.of(more), own.map(name -> "--step-time=0ms"))
        .toArray(String[]::new);
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
      for (String operation : operations) {
        calls.ask(session, Operations.find(operation).orElseThrow());
      }
      calls.greet(session);
      if (operations.contains(Put.OPERATION.name())) {
        calls.put(session);
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

  /** The usual payload of an operation, and each of its dimensions at both ends. */
  public static List<Payload> payloads(Operation<?, ?> operation) {
    Payload usual = Payload.defaultOf(operation);
    List<Payload> payloads = new ArrayList<>(List.of(usual));
    for (PayloadDimension each : operation.dimensions()) {
      payloads.add(usual.with(each.name(), each.min()));
      payloads.add(usual.with(each.name(), each.max()));
    }
    return payloads;
  }

  /** Makes calls, sees what they bring, and counts them. */
  private static final class Calls {
    private long answered;
    private long refused;

    <Q, R> void ask(Session session, Operation<Q, R> operation) throws Exception {
      try (Caller<Q, R> caller = session.caller(operation, 1)) {
        for (Payload payload : payloads(operation)) {
          Q request = operation.request(payload);
          R reply = caller.call(request);
          assertThat(operation.isAnswer(request, reply)).as("%s: %s", payload, reply).isTrue();
          answered++;
        }
      }
    }

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
        refuse(caller, new Entry(new byte[0], longest));
        assertThat(caller.call(new Entry(new byte[Put.MAX_KEY_BYTES], longest))).isTrue();
        answered++;
      }
    }
  }
}
