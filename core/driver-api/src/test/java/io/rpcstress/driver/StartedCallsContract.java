package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import java.io.IOException;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a driver owes, too, that can have several calls open on a connection. */
public abstract class StartedCallsContract extends DriverContract {
  private static final int HELD = 10;

  /** For subclasses. */
  protected StartedCallsContract() {}

  /** Those of {@link #ways} whose callers start calls. */
  protected final List<Way> startingWays() {
    return ways().stream()
        .filter(
            way ->
                way.driver()
                    .startsCalls(
                        new DriverOptions(
                            way.variant().name(), way.variant().ownPolicy(1), 1, false, LONG)))
        .toList();
  }

  /** A session's caller, which starts calls. */
  protected static AsyncCaller<String, String> starting(Session session, int thread)
      throws CallException {
    Caller<String, String> caller = session.caller(Greeting.OPERATION, thread);
    return (AsyncCaller<String, String>) caller;
  }

  /**
   * How a started call ended.
   *
   * @throws CallException as the call failed
   */
  protected static String ended(CompletableFuture<String> reply) throws Exception {
    try {
      return reply.get(LONG.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CallException failure ? failure : e;
    }
  }

  private record Held(String name, Answering answering) {}

  @ParameterizedTest
  @MethodSource("startingWays")
  final void startedCallsAreMatchedInWhateverOrderTheyAreAnswered(Way way) throws Exception {
    Deque<Held> held = new ConcurrentLinkedDeque<>();
    try (LoopbackServer server =
            server(
                way,
                (name, answering) -> {
                  held.push(new Held(name, answering));
                  if (held.size() == HELD) {
                    for (Held each : held) { // the last comes first
                      each.answering().greet(each.name());
                    }
                    held.clear();
                  }
                });
        Session session = open(way, server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = starting(session, 0);
      List<CompletableFuture<String>> open =
          IntStream.range(0, HELD).mapToObj(i -> caller.start("n" + i)).toList();
      for (int i = 0; i < HELD; i++) {
        assertThat(ended(open.get(i))).isEqualTo("hello, n" + i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("startingWays")
  final void everyCallThatIsOpenFailsWithItsConnection(Way way) throws Exception {
    try (LoopbackServer server =
            server(
                way,
                (name, answering) -> {
                  if (name.equals("lost")) {
                    throw new IOException("closed amid calls");
                  }
                });
        Session session = open(way, server.target(), 1, untilLost())) {
      AsyncCaller<String, String> caller = starting(session, 0);
      CompletableFuture<String> unanswered = caller.start("unanswered");
      assertLost(() -> caller.call("lost"));
      assertLost(() -> ended(unanswered));
    }
  }

  @ParameterizedTest
  @MethodSource("startingWays")
  final void aStartedCallEndsByItsDeadline(Way way) throws Exception {
    try (LoopbackServer deaf = server(way, (name, answering) -> {});
        Session session = open(way, deaf.target(), 1, SHORT)) {
      CompletableFuture<String> reply = starting(session, 0).start("Ada");
      assertFails(FailureKind.DEADLINE, () -> ended(reply));
    }
  }
}
