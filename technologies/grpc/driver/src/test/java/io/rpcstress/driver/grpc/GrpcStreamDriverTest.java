package io.rpcstress.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Answers;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls on streams against a server that is late, hangs up, or answers without a request. */
@Timeout(120)
class GrpcStreamDriverTest {

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(60);

  @SuppressWarnings("NullAway.Init") // set before each test
  private ScriptedStreams server;

  @BeforeEach
  void listen() throws IOException {
    server = new ScriptedStreams();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Session open(String variant, Duration deadline, int threads) {
    ConnectionPolicy own =
        new GrpcStreamDriver().technology().variant(variant).orElseThrow().ownPolicy(threads);
    return new GrpcStreamDriver()
        .open(
            Target.of(server.address()), new DriverOptions(variant, own, threads, false, deadline));
  }

  private static AsyncCaller<String, String> caller(Session session) throws CallException {
    return (AsyncCaller<String, String>) session.caller(Greeting.OPERATION, 0);
  }

  private static void assertFails(FailureKind kind, Caller<String, String> caller, String name) {
    assertThatThrownBy(() -> caller.call(name))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).as(e.toString()).isEqualTo(kind));
  }

  private static void assertEnds(FailureKind kind, CompletableFuture<String> call) {
    assertThatThrownBy(() -> call.get(LONG.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).as(e.toString()).isEqualTo(kind));
  }

  @ParameterizedTest
  @CsvSource({"example, 1", "tuned, 8", "own-stream, 8"})
  void everyThreadGetsItsOwnRepliesOnAsManyStreamsAsDeclared(String variant, int streams)
      throws Exception {
    int threads = 8;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (Session session = open(variant, LONG, threads)) {
      List<Future<?>> done = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int thread = t;
        Caller<String, String> caller = session.caller(Greeting.OPERATION, thread);
        done.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    String name = thread + "-" + i;
                    assertThat(caller.call(name)).isEqualTo("hello, " + name);
                  }
                  return thread;
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
      assertThat(server.opened).hasValue(streams);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void repliesMayComeInAnyOrder() throws Exception {
    try (Session session = open("example", LONG, 1)) {
      AsyncCaller<String, String> caller = caller(session);
      List<CompletableFuture<String>> kept = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        kept.add(caller.start("keep"));
      }
      assertThat(caller.call("meanwhile")).isEqualTo("hello, meanwhile");
      assertThat(kept).noneMatch(CompletableFuture::isDone);
      assertThat(caller.call("release")).isEqualTo("hello, release");
      for (CompletableFuture<String> each : kept) {
        assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo("hello, keep");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "tuned"})
  void aLateReplyIsDroppedAndTheStreamGoesOn(String variant) throws Exception {
    try (Session session = open(variant, SHORT, 1)) {
      AsyncCaller<String, String> caller = caller(session);
      assertThat(Answers.inTime(() -> caller.call("first"))).isEqualTo("hello, first");
      assertThatThrownBy(() -> caller.call("keep")).isInstanceOf(DeadlineExceededException.class);
      assertEnds(FailureKind.DEADLINE, caller.start("keep"));
      assertThat(Answers.inTime(() -> caller.call("release"))).isEqualTo("hello, release");
      assertThat(Answers.inTime(() -> caller.call("bob"))).isEqualTo("hello, bob");
      assertThat(server.opened).hasValue(1);
    }
  }

  @Test
  void aReplyThatComesTwiceIsTakenOnce() throws Exception {
    try (Session session = open("example", LONG, 1)) {
      AsyncCaller<String, String> caller = caller(session);
      assertThat(caller.call("twice")).isEqualTo("hello, twice");
      assertThat(caller.call("bob")).isEqualTo("hello, bob");
      assertThat(server.opened).hasValue(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"hangup, DISCONNECTED", "complete, DISCONNECTED", "unrequested, PROTOCOL"})
  void aStreamThatEndsFailsAllCallsOnItOnceAndTheNextCallOpensAnother(String name, FailureKind kind)
      throws Exception {
    try (Session session = open("example", LONG, 1)) {
      AsyncCaller<String, String> caller = caller(session);
      CompletableFuture<String> beside = caller.start("keep");
      assertFails(kind, caller, name);
      assertEnds(kind, beside);
      assertThat(caller.call("bob")).isEqualTo("hello, bob");
      assertThat(server.opened).hasValue(2);
      assertThat(server.hangups).hasValueLessThan(2);
    }
  }

  @Test
  void anAnswerThatRefusesOrContainsNothingFailsItsCallAlone() throws Exception {
    try (Session session = open("example", LONG, 1)) {
      AsyncCaller<String, String> caller = caller(session);
      assertFails(FailureKind.REFUSED, caller, "refuse");
      assertFails(FailureKind.PROTOCOL, caller, "empty");
      assertThat(caller.call("bob")).isEqualTo("hello, bob");
      assertThat(server.opened).hasValue(1);
    }
  }

  @Test
  void callsOnAStreamThatIsNotTakenEndByTheirDeadlineAndAreNotKept() throws Exception {
    try (Session session = open("example", SHORT, 1)) {
      AsyncCaller<String, String> caller = caller(session);
      assertThat(Answers.inTime(() -> caller.call("first"))).isEqualTo("hello, first");
      List<CompletableFuture<String>> calls = new ArrayList<>(List.of(caller.start("deaf")));
      String longest = Greeting.name(Greeting.MAX_NAME_BYTES);
      for (int i = 0; i < 2_000; i++) { // 8 MB: more than gRPC's windows and mark take
        calls.add(caller.start(longest));
      }
      assertEnds(FailureKind.DEADLINE, calls.get(calls.size() - 1));
      for (CompletableFuture<String> each : calls) {
        assertEnds(FailureKind.DEADLINE, each);
      }
    }
  }

  @Test
  void aServerThatIsNotThereIsAFailureToConnect() throws Exception {
    server.close();
    try (Session session = open("example", LONG, 1)) {
      assertFails(FailureKind.CONNECT, caller(session), "ada");
      assertEnds(FailureKind.CONNECT, caller(session).start("ada"));
    }
  }

  @Test
  void anInterruptedCallReportsItAndIsForgotten() throws Exception {
    try (Session session = open("example", LONG, 1)) {
      AsyncCaller<String, String> caller = caller(session);
      assertThat(caller.call("first")).isEqualTo("hello, first");
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> caller.call("keep")).isInstanceOf(InterruptedException.class);
      assertThat(caller.call("release")).isEqualTo("hello, release");
    }
  }
}
