package io.rpcstress.driver.mml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Balancing, failover and how calls end, against servers that do what a name says. */
@Timeout(120)
class MmlDriverTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int THREADS = 8;

  private static Session open(String variant, Duration deadline, ScriptedServer... servers)
      throws CallException {
    List<Address> all = new ArrayList<>();
    for (ScriptedServer each : servers) {
      all.add(each.address());
    }
    return new MmlDriver()
        .open(
            new Target(all.get(0), all.subList(1, all.size()), Map.of()),
            new DriverOptions(variant, ConnectionPolicy.multiplexed(1), THREADS, false, deadline));
  }

  private static AsyncCaller<String, String> caller(Session session) throws CallException {
    return (AsyncCaller<String, String>) session.<String, String>caller(Greeting.OPERATION, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "coalescing"})
  void callsGoToTheServersInTurn(String variant) throws Exception {
    try (ScriptedServer one = new ScriptedServer();
        ScriptedServer two = new ScriptedServer();
        ScriptedServer three = new ScriptedServer();
        Session session = open(variant, LONG, one, two, three)) {
      Caller<String, String> caller = caller(session);
      for (int i = 0; i < 9; i++) {
        assertThat(caller.call("n" + i)).isEqualTo("hello, n" + i);
      }
      assertThat(one.names).containsExactly("n0", "n3", "n6");
      assertThat(two.names).containsExactly("n1", "n4", "n7");
      assertThat(three.names).containsExactly("n2", "n5", "n8");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "garbage, PROTOCOL",
    "huge, PROTOCOL",
    "foreign, PROTOCOL",
    "list, PROTOCOL",
    "refused, REFUSED"
  })
  void aReplyThatIsNoAnswerIsAFailureOfItsKindAndTheNextCallWorks(String name, FailureKind kind)
      throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        Session session = open("example", LONG, server)) {
      Caller<String, String> caller = caller(session);
      assertThatThrownBy(() -> caller.call(name))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).as("%s", e).isEqualTo(kind));
      assertThat(caller.call("bob")).isEqualTo("hello, bob");
      assertThatThrownBy(() -> caller(session).start(name).get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).as("%s", e).isEqualTo(kind));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "coalescing"})
  void aMissedDeadlineIsOneAndTheConnectionGoesOn(String variant) throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        Session session = open(variant, Duration.ofMillis(500), server)) {
      AsyncCaller<String, String> caller = caller(session);
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      assertThatThrownBy(() -> caller.start("late").get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(DeadlineExceededException.class);
      Awaitility.await()
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(DeadlineExceededException.class)
          .until(() -> caller.call("bob").equals("hello, bob"));
    }
  }

  @Test
  void whatIsInFlightOnALostConnectionEndsAsDisconnectedAndTheNextCallsGoElsewhere()
      throws Exception {
    try (ScriptedServer lost = new ScriptedServer();
        ScriptedServer other = new ScriptedServer();
        Session session = open("example", LONG, lost, other)) {
      AsyncCaller<String, String> caller = caller(session);
      List<CompletableFuture<String>> inFlight = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        inFlight.add(caller.start("late"));
      }
      Awaitility.await().atMost(LONG).until(() -> lost.names.size() == 5);
      lost.die();
      int disconnected = 0;
      for (int i = 0; i < 10; i += 2) { // the first, third, ... went to it
        CompletableFuture<String> each = inFlight.get(i);
        assertThatThrownBy(() -> each.get(60, TimeUnit.SECONDS))
            .cause()
            .isInstanceOfSatisfying(
                CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DISCONNECTED));
        disconnected++;
      }
      assertThat(disconnected).isEqualTo(5);
      for (int i = 0; i < 10; i++) {
        assertThat(caller.call("n" + i)).isEqualTo("hello, n" + i);
      }
      assertThat(inFlight.stream().filter(CompletableFuture::isDone)).hasSize(5);
      // What was in flight was not sent again.
      assertThat(other.names).hasSize(5 + 10);
    }
  }

  @Test
  void underLoadNoReplyIsWrongAndNoCallIsMadeTwiceWhenAServerDies() throws Exception {
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    Queue<CallException> failed = new ConcurrentLinkedQueue<>();
    AtomicInteger made = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    AtomicBoolean over = new AtomicBoolean();
    try (ScriptedServer lost = new ScriptedServer();
        ScriptedServer other = new ScriptedServer();
        Session session = open("coalescing", LONG, lost, other)) {
      List<Thread> load = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        Caller<String, String> caller = session.caller(Greeting.OPERATION, t);
        Thread thread =
            new Thread(
                () -> {
                  while (!over.get()) {
                    String name = "n" + made.incrementAndGet();
                    try {
                      String reply = caller.call(name);
                      if (!reply.equals("hello, " + name)) {
                        wrong.add(reply);
                      }
                      answered.incrementAndGet();
                    } catch (CallException e) {
                      failed.add(e);
                    } catch (InterruptedException e) {
                      return;
                    }
                  }
                });
        thread.start();
        load.add(thread);
      }
      Awaitility.await().atMost(LONG).until(() -> lost.names.size() > 500);
      int before = answered.get();
      lost.die();
      Awaitility.await().atMost(LONG).until(() -> answered.get() > before + 1_000);
      over.set(true);
      for (Thread each : load) {
        each.join(LONG.toMillis());
      }
      assertThat(wrong).isEmpty();
      assertThat(failed).allMatch(e -> e.kind() == FailureKind.DISCONNECTED);
      // No more than what each thread had in flight when it died.
      assertThat(failed).hasSizeLessThanOrEqualTo(THREADS);
      assertThat(answered.get() + failed.size()).isEqualTo(made.get());
      List<String> received = new ArrayList<>(lost.names);
      received.addAll(other.names);
      Set<String> once = new HashSet<>(received);
      assertThat(received).as("calls that a server received").hasSameSizeAs(once);
    }
  }

  @Test
  void aServerThatComesBackIsCalledAgainAndWithoutAnyEachCallFails() throws Exception {
    ScriptedServer first = new ScriptedServer();
    try (Session session = open("example", LONG, first)) {
      AsyncCaller<String, String> caller = caller(session);
      assertThat(caller.call("ada")).isEqualTo("hello, ada");
      int port = first.address().port();
      first.die();
      Awaitility.await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> caller.call("ada"))
                      .isInstanceOfSatisfying(
                          CallException.class,
                          e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT)));
      assertThatThrownBy(() -> caller.start("ada").get(60, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT));
      try (ScriptedServer again = new ScriptedServer(port)) {
        // In the background: a call that is started waits for no connection.
        Awaitility.await()
            .atMost(LONG)
            .ignoreExceptions()
            .until(() -> caller.start("bob").get(60, TimeUnit.SECONDS).equals("hello, bob"));
        assertThat(again.names).contains("bob");
      }
    }
    assertThatThrownBy(() -> open("example", LONG, first))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT));
  }
}
