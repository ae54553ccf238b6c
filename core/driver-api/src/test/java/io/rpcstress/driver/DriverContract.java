package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.OneWay;
import io.rpcstress.driver.Technology.Variant;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a driver owes that makes connections and calls on them, with a server that does what it
 * should not. Each test of a module has the drivers that its service loader finds.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DriverContract {
  /** Longer than any test takes. */
  protected static final Duration LONG = Duration.ofSeconds(60);

  /** What a test exceeds. */
  protected static final Duration SHORT = Duration.ofMillis(300);

  /** For subclasses. */
  protected DriverContract() {}

  /** A technology's name and numbers. */
  public record Numbers(String name, int type, int defaultPort) {}

  public record Way(Driver driver, Variant variant) {

    /** One of a driver's variants, by its name. */
    public static Way of(Driver driver, String variant) {
      return new Way(driver, driver.technology().variant(variant).orElseThrow());
    }

    /** What both are called: the name of the test. */
    @Override
    public String toString() {
      return driver.technology().name() + "@" + variant.name();
    }
  }

  /** What a server does with a greeting. */
  public interface Script {

    /** Answers, or does not; the connection ends where this throws anything. */
    void answer(String name, Answering answering) throws Exception;
  }

  /** How a server answers one call. */
  public interface Answering {

    /** As it should; may be called later, by another call's script. */
    void greet(String name) throws Exception;

    /** For what is no answer: the connection itself, or what makes it an answer to this call. */
    OutputStream out() throws IOException;
  }

  /** Something that fails. */
  public interface Calling {

    /** Fails. */
    Object call() throws Exception;
  }

  /** What the service loader finds, in its order. */
  protected abstract List<Numbers> technologies();

  /** The variants that differ in how they make calls. */
  protected abstract List<String> variants();

  /** A server that a driver's variant can call. */
  protected abstract LoopbackServer server(Way way, Script script) throws IOException;

  /** How answers begin, in hexadecimal, that announce too much or contain nothing. */
  protected abstract List<String> malformedAnswers(Way way);

  /** What a call ends as that has such an answer. */
  protected FailureKind malformedAnswer(Way way) {
    return FailureKind.PROTOCOL;
  }

  /** Whether a call on a lost connection always ends as such; else it may end by its deadline. */
  protected boolean seesLostConnections() {
    return true;
  }

  /** Whether connections are made before the first call. */
  protected boolean connectsFirst() {
    return true;
  }

  /** Looks at the connections of a server behind an answer that came too late. */
  protected void checkBehindLateAnswer(LoopbackServer server) {}

  /** The drivers of the module. */
  static List<Driver> drivers() {
    return ServiceLoader.load(Driver.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /** What is tested. */
  protected final List<Way> ways() {
    return drivers().stream()
        .flatMap(driver -> variants().stream().map(name -> Way.of(driver, name)))
        .toList();
  }

  /** Those that send messages without a reply. */
  final List<Way> oneWays() {
    return ways().stream()
        .filter(way -> !way.driver().isThroughBroker()) // which has to greet before it is silent
        .filter(way -> way.driver().technology().operations().contains(OneWay.OPERATION.name()))
        .toList();
  }

  /** A session of a variant with its own connection policy. */
  public static Session open(Way way, Target target, int threads, Duration deadline)
      throws CallException {
    return open(way, target, threads, way.variant().ownPolicy(threads), deadline);
  }

  /** A session of a variant with some connection policy. */
  public static Session open(
      Way way, Target target, int threads, ConnectionPolicy connections, Duration deadline)
      throws CallException {
    return way.driver()
        .open(
            target, new DriverOptions(way.variant().name(), connections, threads, false, deadline));
  }

  /** Sees how a call fails. */
  public static void assertFails(FailureKind kind, Calling calling) {
    assertThatThrownBy(calling::call)
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).as(e.toString()).isEqualTo(kind));
  }

  /** Sees a call fail whose connection is lost. */
  protected final void assertLost(Calling calling) {
    assertThatThrownBy(calling::call)
        .isInstanceOfSatisfying(
            CallException.class,
            e ->
                assertThat(e.kind())
                    .as(e.toString())
                    .isIn(
                        FailureKind.DISCONNECTED,
                        seesLostConnections() ? FailureKind.DISCONNECTED : FailureKind.DEADLINE));
  }

  /** A deadline for calls whose connection is lost. */
  protected final Duration untilLost() {
    return seesLostConnections() ? LONG : SHORT;
  }

  @Test
  final void theServiceLoaderFindsEachWithNumbersOfItsOwn() {
    assertThat(drivers().stream().map(Driver::technology))
        .extracting(each -> new Numbers(each.name(), each.type(), each.defaultPort()))
        .isEqualTo(technologies());
  }

  @ParameterizedTest
  @MethodSource("ways")
  final void aLateAnswerNeverAnswersTheNextCall(Way way) throws Exception {
    try (LoopbackServer server =
            server(
                way,
                (name, answering) -> {
                  if (name.equals("late")) {
                    TimeUnit.MILLISECONDS.sleep(2 * SHORT.toMillis());
                  }
                  answering.greet(name);
                });
        Session session = open(way, server.target(), 1, SHORT)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThat(Answers.inTime(() -> caller.call("first"))).isEqualTo("hello, first");
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      assertThat(Answers.inTime(() -> caller.call("Ada"))).isEqualTo("hello, Ada");
      assertThat(Answers.inTime(() -> caller.call("Bob"))).isEqualTo("hello, Bob");
      checkBehindLateAnswer(server);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  final void aConnectionThatIsLostFailsItsCallAndIsMadeAnew(Way way) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (LoopbackServer server =
            server(
                way,
                (name, answering) -> {
                  if (calls.incrementAndGet() == 1) {
                    throw new IOException("closed amid a call");
                  }
                  answering.greet(name);
                });
        Session session = open(way, server.target(), 1, untilLost())) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertLost(() -> caller.call("Ada"));
      if (seesLostConnections()) {
        assertThat(caller.call("Bob")).isEqualTo("hello, Bob");
        assertThat(calls).as("nothing is sent again").hasValue(2);
      } else {
        assertThat(Answers.inTime(() -> renewed(caller, "Bob"))).isEqualTo("hello, Bob");
      }
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  /** The call after a loss: its driver may begin it on the connection that is lost. */
  private static String renewed(Caller<String, String> caller, String name) throws Exception {
    try {
      return caller.call(name);
    } catch (CallException e) {
      assertThat(e.kind())
          .isIn(FailureKind.DISCONNECTED, FailureKind.DEADLINE, FailureKind.CONNECT);
      return caller.call(name);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  final void aServerThatIsGoneIsAFailureToConnectUntilItIsBack(Way way) throws Exception {
    try (LoopbackServer server =
            server(
                way,
                (name, answering) -> {
                  if (!name.equals("first")) {
                    throw new IOException("gone");
                  }
                  answering.greet(name);
                });
        Session session = open(way, server.target(), 1, untilLost())) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThat(Answers.inTime(() -> caller.call("first"))).isEqualTo("hello, first");
      server.endListening();
      assertLost(() -> caller.call("Ada"));
      for (int i = 0; i < 3; i++) {
        assertFails(FailureKind.CONNECT, () -> caller.call("Ada"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  final void anAnswerThatAnnouncesTooMuchOrIsEmptyFailsItsCallAlone(Way way) throws Exception {
    List<String> malformed = malformedAnswers(way);
    assertThat(malformed).isNotEmpty();
    try (LoopbackServer server =
            server(
                way,
                (name, answering) -> {
                  if (malformed.contains(name)) {
                    answering.out().write(HexFormat.of().parseHex(name.replace(" ", "")));
                    answering.out().flush();
                  } else {
                    answering.greet(name);
                  }
                });
        Session session = open(way, server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      for (String each : malformed) {
        assertFails(malformedAnswer(way), () -> caller.call(each));
        assertThat(caller.call("Ada")).as("after %s", each).isEqualTo("hello, Ada");
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("oneWays")
  final void aMessageThatIsNotTakenInTimeIsADeadline(Way way) throws Exception {
    byte[] message = OneWay.OPERATION.request("size=" + OneWay.MAX_BYTES);
    try (Silent server = new Silent();
        Session session = open(way, server.target(), 1, SHORT)) {
      Caller<byte[], Boolean> sends = session.caller(OneWay.OPERATION, 0);
      assertThat(sends.call(message)).isTrue();
      assertThatThrownBy(
              () -> {
                boolean taken = true;
                while (taken) { // until the sockets between, and the library, are full
                  taken = sends.call(message);
                }
              })
          .isInstanceOf(DeadlineExceededException.class);
    }
  }

  /** Reads nothing of what it is sent. */
  private static final class Silent extends LoopbackServer {
    private final CountDownLatch closed = new CountDownLatch(1);

    Silent() throws IOException {
      super(0);
      start();
    }

    @Override
    protected void serve(Socket socket) throws InterruptedException {
      closed.await();
    }

    @Override
    public void close() throws IOException {
      closed.countDown();
      super.close();
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  final void aServerThatIsNotThereIsFoundWhereTheConnectionIsMade(Way way) throws Exception {
    Target closed = Target.of(new Address("127.0.0.1", 1));
    assertFails(
        FailureKind.CONNECT,
        () -> {
          try (Session session = open(way, closed, 1, LONG)) {
            Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
            return connectsFirst() ? caller : caller.call("Ada");
          }
        });
  }
}
