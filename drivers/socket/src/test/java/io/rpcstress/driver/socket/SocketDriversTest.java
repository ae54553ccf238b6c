package io.rpcstress.driver.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Answers;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology.Variant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the drivers owe, with a server that does what it should not. */
@Timeout(120)
class SocketDriversTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(200);

  static Driver driver(Idl idl) {
    return switch (idl) {
      case PROTOBUF -> new ProtobufSocketDriver();
      case AVRO -> new AvroSocketDriver();
      case CAPNP -> new CapnpSocketDriver();
    };
  }

  static Session open(Idl idl, String variant, Target target, int threads, Duration deadline)
      throws CallException {
    Variant known = driver(idl).technology().variant(variant).orElseThrow();
    return driver(idl)
        .open(
            target,
            new DriverOptions(
                variant,
                known.ownPolicy(threads),
                threads,
                false,
                deadline,
                Duration.ofSeconds(3)));
  }

  static Stream<Arguments> ways() {
    return Arrays.stream(Idl.values())
        .flatMap(
            idl ->
                Stream.of("example", "tuned", "pipelined")
                    .map(variant -> Arguments.of(idl, variant)));
  }

  @Test
  void theServiceLoaderFindsEachWithNumbersOfItsOwn() {
    List<Driver> drivers =
        ServiceLoader.load(Driver.class).stream().map(ServiceLoader.Provider::get).toList();
    assertThat(drivers)
        .extracting(each -> each.technology().name())
        .containsExactly("socket-protobuf", "socket-avro", "socket-capnp");
    assertThat(drivers).extracting(each -> each.technology().type()).containsExactly(9, 10, 11);
    assertThat(drivers)
        .extracting(each -> each.technology().defaultPort())
        .containsExactly(9009, 9010, 9011);
  }

  @Test
  void theRulesTellThePolicyOfEveryVariant() throws IOException {
    List<String> rules = Files.readAllLines(Path.of("../../docs/rules.md"));
    for (Idl idl : Idl.values()) {
      for (Variant variant : driver(idl).technology().variants()) {
        boolean pipelined = variant.supported().equals(List.of(Kind.MULTIPLEXED));
        assertThat(rules)
            .contains(
                "| `%s` | `%s` | `%s` | %s | no | %s |"
                    .formatted(
                        idl.technology(),
                        variant.name(),
                        variant.ownPolicy(17),
                        pipelined ? "yes" : "no",
                        pipelined ? "no" : "yes"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aLateAnswerNeverAnswersTheNextCall(Idl idl, String variant) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (ScriptedServer server =
            new ScriptedServer(
                idl,
                (call, messages, out) -> {
                  if (calls.incrementAndGet() == 1) {
                    TimeUnit.MILLISECONDS.sleep(2 * SHORT.toMillis());
                  }
                  messages.write(Answer.greeting(call.id(), "hello, " + call.name()));
                });
        Session session = open(idl, variant, server.target(), 1, SHORT)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      assertThat(Answers.inTime(() -> caller.call("Ada"))).isEqualTo("hello, Ada");
      assertThat(Answers.inTime(() -> caller.call("Bob"))).isEqualTo("hello, Bob");
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void theDeadlineHoldsHoweverTheBytesOfAnAnswerCome(Idl idl, String variant) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                idl,
                (call, messages, out) -> {
                  byte[] slow = idl == Idl.CAPNP ? new byte[64] : new byte[] {64};
                  for (int i = 0; i < 1_000; i++) {
                    out.write(slow, Math.min(i, slow.length - 1), 1);
                    TimeUnit.MILLISECONDS.sleep(10);
                  }
                });
        Session session = open(idl, variant, server.target(), 1, SHORT)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      long begun = System.nanoTime();
      assertThatThrownBy(() -> caller.call("Ada")).isInstanceOf(CallException.class);
      // 10 s, if each byte began the time anew.
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aConnectionThatIsLostFailsItsCallAndIsMadeAnew(Idl idl, String variant) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (ScriptedServer server =
            new ScriptedServer(
                idl,
                (call, messages, out) -> {
                  if (calls.incrementAndGet() == 1) {
                    throw new IOException("closed amid a call");
                  }
                  messages.write(Answer.greeting(call.id(), "hello, " + call.name()));
                });
        Session session = open(idl, variant, server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertFails(FailureKind.DISCONNECTED, () -> caller.call("Ada"));
      assertThat(caller.call("Bob")).isEqualTo("hello, Bob");
      assertThat(calls).as("nothing is sent again").hasValue(2);
      assertThat(server.connections).hasValue(2);
    }
  }

  private interface Calling {
    Object call() throws Exception;
  }

  private static void assertFails(FailureKind kind, Calling calling) {
    assertThatThrownBy(calling::call)
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind));
  }

  @ParameterizedTest
  @CsvSource({
    "PROTOBUF, ffffffff07",
    "PROTOBUF, 0612ffffffff07",
    "PROTOBUF, 020801",
    "AVRO, ffffffff07",
    "AVRO, 070200feffffff0f",
    "CAPNP, 00000000ffffff7f",
    "CAPNP, ffffffff01000000",
  })
  void anAnswerThatAnnouncesTooMuchOrSaysNothingFailsItsCallAlone(Idl idl, String hex)
      throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            idl,
            (call, messages, out) -> {
              if ("bad".equals(call.name())) {
                out.write(HexFormat.of().parseHex(hex));
              } else {
                messages.write(Answer.greeting(call.id(), "hello, " + call.name()));
              }
            })) {
      for (String variant : List.of("example", "tuned", "pipelined")) {
        try (Session session = open(idl, variant, server.target(), 1, LONG)) {
          Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
          assertFails(FailureKind.PROTOCOL, () -> caller.call("bad"));
          assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"PROTOBUF, example", "AVRO, tuned", "CAPNP, example"})
  void anAnswerToAnotherCallOrOfAnotherOperationIsNone(Idl idl, String variant) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                idl,
                (call, messages, out) -> {
                  switch (String.valueOf(call.name())) {
                    case "other" -> messages.write(Answer.greeting(call.id() + 1, "hello, other"));
                    case "kept" -> messages.write(Answer.kept(call.id(), true));
                    case "refused" -> messages.write(Answer.refused(call.id(), "not today"));
                    default -> messages.write(Answer.greeting(call.id(), "hello, Ada"));
                  }
                });
        Session session = open(idl, variant, server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertFails(FailureKind.PROTOCOL, () -> caller.call("other"));
      assertFails(FailureKind.PROTOCOL, () -> caller.call("kept"));
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aServerThatIsNotThereIsFoundWhereTheConnectionIsMade(Idl idl, String variant)
      throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    Target nobody = Target.of(new Address("127.0.0.1", port));
    assertFails(
        FailureKind.CONNECT,
        () -> {
          try (Session session = open(idl, variant, nobody, 1, LONG)) {
            return session.caller(Greeting.OPERATION, 0);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"PROTOBUF", "AVRO", "CAPNP"})
  void startedCallsAreMatchedByTheirIdsInWhateverOrderTheyAreAnswered(Idl idl) throws Exception {
    Deque<Call> held = new ConcurrentLinkedDeque<>();
    try (ScriptedServer server =
            new ScriptedServer(
                idl,
                (call, messages, out) -> {
                  held.push(call);
                  if (held.size() == 10) {
                    for (var each : held) { // the last comes first
                      messages.write(Answer.greeting(each.id(), "hello, " + each.name()));
                    }
                    held.clear();
                  }
                });
        Session session = open(idl, "pipelined", server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller =
          (AsyncCaller<String, String>) session.<String, String>caller(Greeting.OPERATION, 0);
      var open = Stream.iterate(0, i -> i + 1).limit(10).map(i -> caller.start("n" + i)).toList();
      for (int i = 0; i < open.size(); i++) {
        assertThat(open.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("hello, n" + i);
      }
    }
  }

  @Test
  void aStartedCallEndsByItsDeadline() throws Exception {
    try (ScriptedServer deaf = new ScriptedServer(Idl.PROTOBUF, (call, messages, out) -> {});
        Session session = open(Idl.PROTOBUF, "pipelined", deaf.target(), 1, SHORT)) {
      AsyncCaller<String, String> caller =
          (AsyncCaller<String, String>) session.<String, String>caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.start("Ada").get(LONG.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(DeadlineExceededException.class);
    }
  }

  @Test
  void closingEndsAWriterWhoseServerReadsNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Address address = new Address("127.0.0.1", silent.getLocalPort());
      Session session = open(Idl.PROTOBUF, "pipelined", Target.of(address), 1, LONG);
      AsyncCaller<String, String> caller =
          (AsyncCaller<String, String>) session.<String, String>caller(Greeting.OPERATION, 0);
      String name = "n".repeat(Greeting.MAX_NAME_BYTES);
      AtomicBoolean closed = new AtomicBoolean();
      AtomicInteger started = new AtomicInteger();
      Thread writer =
          new Thread(
              () -> {
                while (!closed.get()) {
                  var unused = caller.start(name);
                  started.incrementAndGet();
                }
              });
      writer.start();
      int before;
      do { // until the socket is full and the write waits
        before = started.get();
        Thread.sleep(300);
      } while (before == 0 || started.get() > before);
      closed.set(true);
      session.close();
      writer.join();
      assertThat(started.get()).isGreaterThan(before);
    }
  }
}
