package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.PayloadDimension;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.Tls;
import io.rpcstress.contract.TlsKeys;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a driver and its server owe each other, as they are shipped: every operation of every
 * variant of the drivers that the module's service loader finds.
 */
public abstract class RealServerContract extends ServerJarContract {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration UNTIL_REFUSED = Duration.ofSeconds(20);
  private static final String LOOPBACK = "127.0.0.1";

  /** Another address of this host. */
  private static final String NOT_IN_CERTIFICATE = "127.0.0.2";

  /** The folder of an authority's keys. */
  public static final String OWN = "own";

  /** The folder of another authority's keys. */
  public static final String OTHERS = "others";

  /** The folder of keys of the other's clients, which trust the first. */
  private static final String MIXED = "mixed";

  private static final int THREADS = 3;

  /** The dimension of a stream's length. */
  private static final String MESSAGES = "messages";

  /**
   * Of a list some 20 KB in JSON; its names alone are longer than half of what gzip makes of it.
   */
  private static final int ELEMENTS = 400;

  private static final int CALLS = 5;
  private static final int STARTED = 500;
  private static final int SEED = 2017;

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
    this(Path.of("../server/target/server-" + family + ".jar"));
  }

  /** The drivers of a family whose server's module is elsewhere. */
  protected RealServerContract(Path jar) {
    super(jar);
  }

  /** How a variant is connected. */
  protected ConnectionPolicy connections(Way way) {
    return way.variant().ownPolicy(THREADS);
  }

  /** What a call ends as that is beyond what the contract allows. */
  protected FailureKind refusal() {
    return FailureKind.REFUSED;
  }

  @AfterAll
  final void stop() {
    servers.values().forEach(ServerProcess::close);
  }

  @Override
  protected final ServerProcess running(Way way) {
    Technology technology = way.driver().technology();
    return servers.computeIfAbsent(
        way.variant().server().of(technology.name()) + " " + connections(way).kind(),
        name ->
            ready(way, withoutWaiting(technology.operations(), "--count-calls", "--drain", "20s")));
  }

  /**
   * A server's options: orders that wait 400 ms each would be most of a test's time, and messages
   * come out of a pack.
   */
  public static String[] withoutWaiting(List<String> operations, String... more) {
    Stream<String> own = operations.stream().filter("place-order"::equals);
    return Stream.of(
            Stream.of(more),
            own.map(name -> "--step-time=0ms"),
            operations.stream().flatMap(name -> Stream.of(SamplePack.options(name))))
        .flatMap(each -> each)
        .toArray(String[]::new);
  }

  @ParameterizedTest
  @MethodSource("allWays")
  final void everyCallIsAnsweredAndCountedOnce(Way way) throws Exception {
    ServerProcess server = running(way);
    ServerUsage before = server.usage();
    List<String> operations = way.driver().technology().operations();
    boolean startsCalls =
        way.driver()
            .startsCalls(
                new DriverOptions(way.variant().name(), connections(way), THREADS, false, LONG));
    Calls calls = new Calls();
    try (Session session =
        DriverContract.open(way, target(server), THREADS, connections(way), LONG)) {
      for (String operation : operations) {
        calls.ask(session, Operations.find(operation).orElseThrow(), startsCalls, false);
        if (operations.contains(Message.OPERATION.name())) {
          calls.askOfPack(session, Operations.find(operation).orElseThrow(), startsCalls);
        }
        if (Operations.find(operation).orElseThrow().isOneWay()) {
          // The last of them may arrive after it was sent.
          long sent = before.callsServed() + calls.answered;
          Awaitility.await().atMost(LONG).until(() -> server.usage().callsServed() >= sent);
        }
      }
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
    assertThat(runs(after) - runs(before)).as("of the call with a number").isEqualTo(THREADS);
  }

  /** Every variant that carries messages. */
  protected final List<Way> carriers() {
    return allWays().stream()
        .filter(way -> way.driver().technology().operations().contains(Message.OPERATION.name()))
        .toList();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("carriers")
  final void aMessageOfManyFieldsAndTheLongestThatItCarriesAreAnswered(Way way) throws Exception {
    Technology technology = way.driver().technology();
    ServerProcess server =
        servers.computeIfAbsent(
            way.variant().server().of(technology.name()) + " " + SamplePack.wide(),
            name -> ready(way, "--message=" + SamplePack.wide()));
    try (Session session = DriverContract.open(way, target(server), 1, LONG);
        Caller<Message.Request, Object> caller = session.caller(Message.OPERATION, 0)) {
      for (String encoding : Message.encodings()) {
        assertAnswered(caller, SamplePack.wideRequest(encoding));
      }
      assertAnswered(caller, SamplePack.wideRequest(technology.maxMessageBytes()));
    }
  }

  /** Without the message in words, which may be long. */
  private static void assertAnswered(
      Caller<Message.Request, Object> caller, Message.Request request) throws Exception {
    boolean isAnswered = request.expected().equals(caller.call(request));
    assertThat(isAnswered)
        .as("%d bytes in %s", request.requestBytes(), request.encoding())
        .isTrue();
  }

  /** A second each: by one client of each server. */
  @Tag("long")
  @ParameterizedTest
  @MethodSource("servers")
  final void theLongestStreamsArrive(Way way) throws Exception {
    try (Session session =
        DriverContract.open(way, target(running(way)), THREADS, connections(way), LONG)) {
      for (String each : way.driver().technology().operations()) {
        Operation<?, ?> operation = Operations.find(each).orElseThrow();
        if (operation.dimensions().stream().anyMatch(of -> of.name().equals(MESSAGES))) {
          new Calls().ask(session, operation, false, true);
        }
      }
    }
  }

  private static long runs(ServerUsage usage) {
    return usage.callsRan() + usage.callsRanAgain();
  }

  @Test
  final void clientAndServerVerifyEachOther() throws Exception {
    verifyEachOther(firstOfEach(encrypting()));
  }

  @Tag("long")
  @Test
  final void ofEveryVariantClientAndServerVerifyEachOther() throws Exception {
    List<Way> others = new ArrayList<>(encrypting());
    others.removeAll(firstOfEach(others));
    verifyEachOther(others);
  }

  private List<Way> encrypting() {
    return allWays().stream()
        .filter(way -> way.driver().technology().encrypted().contains(way.variant().name()))
        .toList();
  }

  /** A variant for each technology. */
  private static List<Way> firstOfEach(List<Way> ways) {
    Set<String> seen = new HashSet<>();
    return ways.stream().filter(way -> seen.add(way.driver().technology().name())).toList();
  }

  private void verifyEachOther(List<Way> ways) throws Exception {
    for (Way way : ways) {
      Path made = madeKeys();
      verifyEachOther(way, made.resolve(OWN), made.resolve(OTHERS), made.resolve(MIXED));
    }
  }

  /** Folders of keys, made by the first module of a day: it takes six starts of keytool. */
  public static Path madeKeys() throws Exception {
    Path made = SamplePack.target().resolve("keys-" + LocalDate.now(ZoneOffset.UTC));
    try (FileChannel file = SamplePack.lockFile();
        FileLock lock = file.lock()) {
      if (lock.isValid() && Files.notExists(made)) {
        Path fresh = Files.createTempDirectory(made.getParent(), "keys");
        Path mixed = Files.createDirectory(fresh.resolve(MIXED));
        for (String each : List.of(OWN, OTHERS)) {
          TlsKeys.make(fresh.resolve(each), List.of(), 2);
        }
        copy(fresh.resolve(OWN), mixed, TlsSide.AUTHORITY_FILE);
        copy(fresh.resolve(OTHERS), mixed, "client.pem", "client.key");
        Files.move(fresh, made, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return made;
  }

  private static void copy(Path from, Path to, String... files) throws IOException {
    for (String each : files) {
      Files.copy(from.resolve(each), to.resolve(each));
    }
  }

  private void verifyEachOther(Way way, Path keys, Path others, Path mixed) throws Exception {
    String server = way.variant().server().of(way.driver().technology().name());
    ServerProcess on = encrypting(Tls.ON, server, way, keys);
    assertThat(greeting(way, on, LOOPBACK, TlsSide.client(Tls.ON, keys))).isEqualTo("hello, Ada");
    assertRefused(way, on, LOOPBACK, TlsSide.client(Tls.ON, others));
    assertRefused(way, on, NOT_IN_CERTIFICATE, TlsSide.client(Tls.ON, keys));
    ServerProcess mutual = encrypting(Tls.MTLS, server, way, keys);
    assertThat(greeting(way, mutual, LOOPBACK, TlsSide.client(Tls.MTLS, keys)))
        .isEqualTo("hello, Ada");
    assertRefused(way, mutual, LOOPBACK, TlsSide.client(Tls.ON, keys));
    assertRefused(way, mutual, LOOPBACK, TlsSide.client(Tls.MTLS, mixed));
  }

  private ServerProcess encrypting(Tls mode, String server, Way way, Path keys) {
    return servers.computeIfAbsent(
        mode.of(server),
        name ->
            ready(way, "--tls", mode.label(), "--tls-keys", keys.toString(), "--bind", "0.0.0.0"));
  }

  private void assertRefused(Way way, ServerProcess server, String host, TlsSide tls) {
    long before = server.usage().callsServed();
    assertThat(catchThrowable(() -> greeting(way, server, host, tls)))
        .as("%s at %s by %s", way, host, tls)
        .isInstanceOf(CallException.class);
    assertThat(server.usage().callsServed()).isEqualTo(before);
  }

  @Test
  final void compressionSavesBytesOnTheWire() throws Exception {
    compressionSavesBytes(firstOfEach(compressing()));
  }

  @Tag("long")
  @Test
  final void ofEveryVariantCompressionSavesBytesOnTheWire() throws Exception {
    List<Way> others = new ArrayList<>(compressing());
    others.removeAll(firstOfEach(others));
    compressionSavesBytes(others);
  }

  private List<Way> compressing() {
    return allWays().stream()
        .filter(way -> way.driver().technology().compressed().containsKey(way.variant().name()))
        .toList();
  }

  private void compressionSavesBytes(List<Way> ways) throws Exception {
    for (Way way : ways) {
      Technology technology = way.driver().technology();
      Compression own = Objects.requireNonNull(technology.compressed().get(way.variant().name()));
      if (technology.operations().contains(ListEcho.OPERATION.name())) {
        Payload payload = Payload.defaultOf(ListEcho.OPERATION).with("elements", ELEMENTS);
        List<Item> list = ListEcho.OPERATION.request(payload);
        long names = list.stream().mapToLong(item -> item.name().length()).sum();
        CountingRelay plain = called(way, Compression.NONE, ListEcho.OPERATION, list);
        CountingRelay compressed = called(way, own, ListEcho.OPERATION, list);
        assertThat(plain.sent()).as("%s", way).isGreaterThan(CALLS * names);
        assertThat(plain.received()).as("%s", way).isGreaterThan(CALLS * names);
        assertThat(compressed.sent()).as("%s by %s", way, own).isLessThan(plain.sent() / 2);
        assertThat(compressed.received()).as("%s by %s", way, own).isLessThan(plain.received() / 2);
      } else {
        String name = Greeting.name(Greeting.MAX_NAME_BYTES);
        CountingRelay plain = called(way, Compression.NONE, Greeting.OPERATION, name);
        CountingRelay compressed = called(way, own, Greeting.OPERATION, name);
        assertThat(plain.received()).as("%s", way).isGreaterThan((long) CALLS * name.length());
        assertThat(compressed.received()).as("%s by %s", way, own).isLessThan(plain.received() / 2);
      }
    }
  }

  /** What calls of an operation took, all of them answered rightly. */
  private <Q, R> CountingRelay called(
      Way way, Compression compression, Operation<Q, R> operation, Q request) throws Exception {
    DriverOptions options =
        new DriverOptions(
            way.variant().name(), connections(way), THREADS, false, LONG, null, compression);
    try (CountingRelay relay = new CountingRelay(target(running(way)).primary());
        Session session = way.driver().open(relay.target(), options);
        Caller<Q, R> caller = session.caller(operation, 0)) {
      for (int i = 0; i < CALLS; i++) {
        assertThat(operation.isAnswer(request, caller.call(request))).as("%s", way).isTrue();
      }
      return relay;
    }
  }

  private String greeting(Way way, ServerProcess server, String host, TlsSide tls)
      throws Exception {
    DriverOptions options =
        new DriverOptions(
            way.variant().name(),
            way.variant().ownPolicy(1),
            1,
            false,
            UNTIL_REFUSED,
            tls,
            Compression.NONE);
    Target target = Target.of(new Address(host, server.port()));
    try (Session session = way.driver().open(target, options);
        Caller<String, String> caller = session.caller(Greeting.OPERATION, 0)) {
      return caller.call("Ada");
    }
  }

  /**
   * The usual payload of an operation, and each of its dimensions at both ends, or in each word.
   *
   * @param longest whether also the longest streams
   */
  private static List<Payload> payloads(Operation<?, ?> operation, boolean longest) {
    Payload usual = Payload.defaultOf(operation);
    List<Payload> payloads = new ArrayList<>(List.of(usual));
    for (PayloadDimension each : operation.dimensions()) {
      int step = each.words().isEmpty() ? Math.max(1, each.max() - each.min()) : 1;
      for (int value = each.min(); value <= each.max(); value += step) {
        if (longest || value == each.min() || !each.name().equals(MESSAGES)) {
          payloads.add(usual.with(each.name(), value));
        }
      }
    }
    return payloads;
  }

  /** Makes calls, sees what they bring, and counts them. */
  private final class Calls {
    private long answered;
    private long refused;

    <Q, R> void ask(
        Session session, Operation<Q, R> operation, boolean startsCalls, boolean longest)
        throws Exception {
      try (Caller<Q, R> caller = session.caller(operation, 1)) {
        if (startsCalls) {
          assertThat(caller).isInstanceOf(AsyncCaller.class);
        }
        for (Payload payload : payloads(operation, longest)) {
          Q request = SamplePack.request(operation, payload);
          R reply = caller.call(request);
          assertThat(operation.isAnswer(request, reply)).as("%s: %s", payload, reply).isTrue();
          answered++;
        }
        if (caller instanceof AsyncCaller<Q, R> starting) {
          start(starting, operation);
        }
      }
    }

    /** The same of a stream of a pack's messages, in each encoding. */
    <Q, R> void askOfPack(Session session, Operation<Q, R> operation, boolean startsCalls)
        throws Exception {
      for (String encoding : Message.encodings()) {
        Optional<Operation<Q, R>> packed = operation.carrying(SamplePack.stream(encoding));
        if (packed.isPresent()) {
          ask(session, packed.get(), startsCalls, /* longest= */ false);
        }
      }
    }

    private <Q, R> void start(AsyncCaller<Q, R> caller, Operation<Q, R> operation)
        throws Exception {
      Q request = SamplePack.request(operation, Payload.defaultOf(operation));
      List<CompletableFuture<R>> started =
          IntStream.range(0, CALLS).mapToObj(i -> caller.start(request)).toList();
      for (CompletableFuture<R> each : started) {
        R reply = each.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(operation.isAnswer(request, reply)).as("started: %s", reply).isTrue();
        answered++;
      }
    }

    void greet(Session session) throws Exception {
      List<String> names =
          List.of(
              "Ada",
              "",
              "N000000000007",
              "Zoë & 東京 + \"100 %\"=\\",
              Greeting.name(Greeting.MAX_NAME_BYTES));
      for (int thread = 0; thread < THREADS; thread++) {
        try (Caller<String, String> caller = session.caller(Greeting.OPERATION, thread)) {
          for (String name : names) {
            assertThat(caller.call(name)).isEqualTo("hello, " + name);
            answered++;
          }
          if (caller instanceof AsyncCaller<String, String> starting) {
            start(starting);
          }
          refuse(caller, "x".repeat(Greeting.MAX_NAME_BYTES + 1));
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

    /** Some drivers see by themselves that no server takes it. */
    private <Q> void refuse(Caller<Q, ?> caller, Q request) {
      Throwable failure = catchThrowable(() -> caller.call(request));
      if (!(failure instanceof IllegalArgumentException)) {
        assertThat(failure)
            .isInstanceOfSatisfying(
                CallException.class,
                e -> assertThat(e.kind()).as(e.toString()).isEqualTo(refusal()));
        refused++;
      }
    }

    void put(Session session) throws Exception {
      byte[] longest = new byte[Put.MAX_VALUE_BYTES];
      new Random(SEED).nextBytes(longest);
      try (Caller<Entry, Boolean> caller = session.caller(Put.OPERATION, 0)) {
        refuse(caller, new Entry(new byte[0], longest));
        refuse(caller, new Entry(new byte[Put.MAX_KEY_BYTES + 1], longest));
        refuse(caller, new Entry(new byte[1], new byte[Put.MAX_VALUE_BYTES + 1]));
        assertThat(caller.call(new Entry(new byte[1], new byte[0]))).isTrue();
        assertThat(caller.call(new Entry(new byte[Put.MAX_KEY_BYTES], longest))).isTrue();
        answered += 2;
      }
    }

    void echo(Session session) throws Exception {
      String longest = "n".repeat(ListEcho.MAX_NAME_BYTES);
      List<Item> odd =
          List.of(
              new Item(-1, longest, Integer.MIN_VALUE, true),
              new Item(Long.MAX_VALUE, "Zoë 東京", 7, false),
              new Item(0, "", 0, false));
      try (Caller<List<Item>, List<Item>> caller = session.caller(ListEcho.OPERATION, 0)) {
        refuse(caller, items(ListEcho.MAX_ELEMENTS + 1, "n"));
        refuse(caller, items(1, longest + "n"));
        for (List<Item> each : List.of(odd, items(ListEcho.MAX_ELEMENTS, longest))) {
          assertThat(caller.call(each)).isEqualTo(each);
          answered++;
        }
      }
    }

    private static List<Item> items(int elements, String name) {
      return IntStream.range(0, elements).mapToObj(i -> new Item(i, name, i, true)).toList();
    }
  }
}
