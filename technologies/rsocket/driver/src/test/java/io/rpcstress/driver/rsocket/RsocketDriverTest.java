package io.rpcstress.driver.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.OneWay;
import io.rpcstress.driver.Answers;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.LoopbackServer;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedConnectionsContract;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the driver owes, with a server that does what it should not. */
class RsocketDriverTest extends SharedConnectionsContract {
  private static final int APPLICATION_ERROR = 0x201;
  private static final int CONNECTION_ERROR = 0x101;
  private static final int ONE_WAY = 0x05;

  /** Of 16 KiB each, more than sockets and the driver hold. */
  private static final int SENT_ONE_WAY = 20_000;

  /** Follows an invalid frame: enough bytes for a peer that reads on. */
  private static final String MORE = "00".repeat(64);

  @Override
  protected List<Numbers> technologies() {
    return List.of(new Numbers("rsocket", 15, 9015));
  }

  @Override
  protected List<String> variants() {
    return List.of("example", "tuned");
  }

  @Override
  protected LoopbackServer server(Way way, Script script) throws IOException {
    return new ScriptedServer(
        (name, stream, answering) ->
            script.answer(
                name,
                new Answering() {
                  @Override
                  public void greet(String greeted) throws IOException {
                    answering.payload(stream, "hello, " + greeted);
                  }

                  @Override
                  public OutputStream out() {
                    return answering.out();
                  }
                }));
  }

  @Override
  protected List<String> malformedAnswers(Way way) {
    return List.of(
        "ffffff" + MORE, // a frame of 16 MB
        "800000" + MORE,
        "000001 00" + MORE); // less than a head
  }

  /** All calls of the connection end with it, and none of them has an answer. */
  @Override
  protected FailureKind malformedAnswer(Way way) {
    return FailureKind.DISCONNECTED;
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aRequestThatIsLateIsCancelledAndTheConnectionStays(Way way) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (name, stream, answering) -> {
                  if (name.equals("late")) {
                    TimeUnit.MILLISECONDS.sleep(2 * SHORT.toMillis());
                  }
                  answering.payload(stream, "hello, " + name);
                });
        Session session = open(way, server.target(), 1, SHORT)) {
      AsyncCaller<String, String> caller = starting(session, 0);
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      assertThat(Answers.inTime(() -> caller.call("Ada"))).isEqualTo("hello, Ada");
      assertThat(server.types).contains(ScriptedServer.CANCEL);
      CompletableFuture<String> late = caller.start("late");
      assertFails(FailureKind.DEADLINE, () -> ended(late));
      Awaitility.await().atMost(LONG).until(() -> count(server, ScriptedServer.CANCEL) >= 2);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  private static long count(ScriptedServer server, int frames) {
    return server.types.stream().filter(type -> type == frames).count();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aServerThatReadsNothingStopsWhoSendsOneWay(Way way) throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    byte[] message = OneWay.OPERATION.request("size=" + OneWay.MAX_BYTES);
    try (ScriptedServer server =
            new ScriptedServer(
                (name, stream, answering) -> {
                  reading.await();
                  answering.payload(stream, "hello, " + name);
                });
        Session session = open(way, server.target(), 1, LONG)) {
      CompletableFuture<String> holding = starting(session, 0).start("Ada");
      AsyncCaller<byte[], Boolean> sends =
          (AsyncCaller<byte[], Boolean>) session.caller(OneWay.OPERATION, 0);
      List<CompletableFuture<Boolean>> sent =
          Stream.generate(() -> sends.start(message)).limit(SENT_ONE_WAY).toList();
      assertThat(sent.get(0).join()).isTrue();
      assertThat(sent.get(SENT_ONE_WAY - 1)).as("more than the connection takes").isNotDone();
      reading.countDown();
      assertThat(sent).allSatisfy(each -> assertThat(each.join()).isTrue());
      assertThat(holding.join()).isEqualTo("hello, Ada");
      Awaitility.await().atMost(LONG).until(() -> count(server, ONE_WAY) == SENT_ONE_WAY);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void anErrorOfTheCallIsARefusalAndOneOfTheConnectionEndsIt(Way way) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (name, stream, answering) -> {
                  switch (name) {
                    case "refused" -> answering.error(stream, APPLICATION_ERROR, "not today");
                    case "ended" -> answering.error(0, CONNECTION_ERROR, "never again");
                    case "nothing" -> answering.nothing(stream);
                    default -> answering.payload(stream, "hello, " + name);
                  }
                });
        Session session = open(way, server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = starting(session, 0);
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertFails(FailureKind.PROTOCOL, () -> caller.call("nothing"));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertThat(server.connections()).as("none of it ends the connection").isEqualTo(1);
      assertFails(FailureKind.DISCONNECTED, () -> caller.call("ended"));
      assertThat(caller.call("Bob")).isEqualTo("hello, Bob");
    }
  }
}
