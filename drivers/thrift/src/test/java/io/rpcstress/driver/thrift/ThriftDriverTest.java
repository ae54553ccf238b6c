package io.rpcstress.driver.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Answers;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the driver owes, with a server that does what it should not. */
@Timeout(120)
class ThriftDriverTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(200);

  static Session open(String variant, Target target, int threads, Duration deadline)
      throws CallException {
    Variant known = new ThriftDriver().technology().variant(variant).orElseThrow();
    return new ThriftDriver()
        .open(
            target,
            new DriverOptions(
                variant,
                known.ownPolicy(threads),
                threads,
                false,
                deadline,
                DriverOptions.DEFAULT_CONNECT_TIMEOUT));
  }

  @Test
  void theServiceLoaderFindsItWithNumbersOfItsOwn() {
    List<Technology> found =
        ServiceLoader.load(Driver.class).stream().map(each -> each.get().technology()).toList();
    assertThat(found).singleElement().extracting(Technology::name).isEqualTo("thrift");
    assertThat(found.get(0).type()).isEqualTo(14);
    assertThat(found.get(0).defaultPort()).isEqualTo(9014);
  }

  @Test
  void theRulesTellThePolicyOfEveryVariant() throws IOException {
    List<String> rules = Files.readAllLines(Path.of("../../docs/rules.md"));
    for (Variant variant : new ThriftDriver().technology().variants()) {
      assertThat(rules)
          .contains(
              "| `thrift` | `%s` | `%s` | no | no | yes |"
                  .formatted(variant.name(), variant.ownPolicy(17)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aLateAnswerNeverAnswersTheNextCall(String variant) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (ScriptedServer server =
            new ScriptedServer(
                variant,
                (name, id, answering) -> {
                  if (calls.incrementAndGet() == 1) {
                    TimeUnit.MILLISECONDS.sleep(2 * SHORT.toMillis());
                  }
                  answering.greet(id, name);
                });
        Session session = open(variant, server.target(), 1, SHORT)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      assertThat(Answers.inTime(() -> caller.call("Ada"))).isEqualTo("hello, Ada");
      assertThat(Answers.inTime(() -> caller.call("Bob"))).isEqualTo("hello, Bob");
    }
  }

  @ParameterizedTest
  @CsvSource({"example, 80010002000000056772656574000000010b000100001000", "tuned, 00001000"})
  void theDeadlineHoldsHoweverTheBytesOfAnAnswerCome(String variant, String head) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                variant,
                (name, id, answering) -> {
                  answering.out().write(HexFormat.of().parseHex(head));
                  for (int i = 0; i < 1_000; i++) {
                    answering.out().write('x');
                    TimeUnit.MILLISECONDS.sleep(10);
                  }
                });
        Session session = open(variant, server.target(), 1, SHORT)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      long begun = System.nanoTime();
      assertThatThrownBy(() -> caller.call("Ada")).isInstanceOf(DeadlineExceededException.class);
      // 10 s, if each byte began the time anew.
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aConnectionThatIsLostFailsItsCallAndIsMadeAnew(String variant) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (ScriptedServer server =
            new ScriptedServer(
                variant,
                (name, id, answering) -> {
                  if (calls.incrementAndGet() == 1) {
                    throw new IOException("closed amid a call");
                  }
                  answering.greet(id, name);
                });
        Session session = open(variant, server.target(), 1, LONG)) {
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
            CallException.class, e -> assertThat(e.kind()).as(e.toString()).isEqualTo(kind));
  }

  @ParameterizedTest
  @CsvSource({
    "example, 800100027fffffff", // a name of 2^31 - 1 bytes
    "example, 80020002", // another version
    "example, 80010002000000056772656574000000010b00007fffffff", // as long a greeting
    "example, 80010002000000056772656574000000010f0009007fffffff", // a list as long
    "tuned, 7fffffff", // a frame as long
    "tuned, ffffffff",
    "tuned, 0000001182410105677265657408 00ffffffff07000000", // a greeting of 2^31 - 1 bytes
    "tuned, 00000004ffffffff", // another protocol
  })
  void anAnswerThatAnnouncesTooMuchOrSaysNothingFailsItsCallAlone(String variant, String hex)
      throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                variant,
                (name, id, answering) -> {
                  if (name.equals("bad")) {
                    answering.out().write(HexFormat.of().parseHex(hex.replace(" ", "")));
                  } else {
                    answering.greet(id, name);
                  }
                });
        Session session = open(variant, server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertFails(FailureKind.PROTOCOL, () -> caller.call("bad"));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void anAnswerToAnotherCallIsNoneAndARefusalIsSaid(String variant) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                variant,
                (name, id, answering) -> {
                  switch (name) {
                    case "other" -> answering.greet(id + 1, name);
                    case "nothing" -> answering.nothing(id);
                    case "failed" -> answering.fail(id);
                    case "refused" -> answering.refuse(id, "not today");
                    default -> answering.greet(id, name);
                  }
                });
        Session session = open(variant, server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertFails(FailureKind.PROTOCOL, () -> caller.call("other"));
      assertFails(FailureKind.PROTOCOL, () -> caller.call("nothing"));
      assertFails(FailureKind.REFUSED, () -> caller.call("failed"));
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      int before = server.connections.get();
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertThat(server.connections).as("a refusal ends no connection").hasValue(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aServerThatIsNotThereIsFoundWhereTheConnectionIsMade(String variant) throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    Target nobody = Target.of(new Address("127.0.0.1", port));
    try (Session session = open(variant, nobody, 1, LONG)) {
      assertFails(FailureKind.CONNECT, () -> session.caller(Greeting.OPERATION, 0));
    }
  }
}
