package io.rpcstress.client.harness.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Answers;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that are started and not waited for, over the wire to real servers. */
@Timeout(600)
class StartedCallsTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** To be exceeded; a slow host may exceed it with calls that are answered, too. */
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  private static Session open(String technology, String variant, Target target, Duration deadline)
      throws CallException {
    return Drivers.find(technology)
        .orElseThrow()
        .open(
            target,
            new DriverOptions(
                variant,
                ConnectionPolicy.multiplexed(1),
                2,
                false,
                deadline,
                DriverOptions.DEFAULT_CONNECT_TIMEOUT));
  }

  private static AsyncCaller<String, String> caller(Session session) throws CallException {
    return (AsyncCaller<String, String>) session.caller(Greeting.OPERATION, 0);
  }

  @ParameterizedTest
  @CsvSource({"rpcx,example", "rpcx,tuned", "grpc,example", "grpc,tuned"})
  void manyAreOpenAtOnceOnOneConnectionAndEachGetsItsOwnReply(String technology, String variant)
      throws Exception {
    CountDownLatch all = new CountDownLatch(1);
    try (GreetServer server =
            GreetServer.start(
                technology,
                name -> {
                  awaitQuietly(all);
                  return Greeting.greet(name);
                });
        Session session = open(technology, variant, server.target(), LONG)) {
      AsyncCaller<String, String> caller = caller(session);
      CompletableFuture<?>[] open = new CompletableFuture<?>[100];
      for (int i = 0; i < open.length; i++) {
        String name = "n" + i;
        open[i] =
            caller.start(name).thenAccept(reply -> assertThat(reply).isEqualTo("hello, " + name));
      }
      assertThat(open).as("none was waited for").noneMatch(CompletableFuture::isDone);
      all.countDown();
      CompletableFuture.allOf(open).get();
      assertThat(caller.call("bob")).as("the same caller waits, too").isEqualTo("hello, bob");
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @CsvSource({"rpcx,example", "grpc,example", "grpc,tuned"})
  void aMissedDeadlineIsAResultOfItsOwnKindAndItsReplyNobodyElses(String technology, String variant)
      throws Exception {
    CountDownLatch late = new CountDownLatch(1);
    try (GreetServer server =
            GreetServer.start(
                technology,
                name -> {
                  if (name.equals("late")) {
                    awaitQuietly(late);
                  }
                  return Greeting.greet(name);
                });
        Session session = open(technology, variant, server.target(), DEADLINE)) {
      AsyncCaller<String, String> caller = caller(session);
      assertThat(Answers.inTime(() -> caller.start("first").get())).isEqualTo("hello, first");
      assertThatThrownBy(() -> caller.start("late").get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(DeadlineExceededException.class);
      late.countDown();
      assertThat(Answers.inTime(() -> caller.start("bob").get())).isEqualTo("hello, bob");
    }
  }

  @ParameterizedTest
  @CsvSource({"rpcx,example", "grpc,example", "grpc,tuned"})
  void aStatusIsARefusalAsForACallThatIsWaitedFor(String technology, String variant)
      throws Exception {
    try (GreetServer server =
            GreetServer.start(
                technology,
                name -> {
                  throw technology.equals("rpcx")
                      ? RPCXException.withoutTrace(StatusCode.OVERLOADED, "enough")
                      : Status.RESOURCE_EXHAUSTED.withDescription("enough").asRuntimeException();
                });
        Session session = open(technology, variant, server.target(), LONG)) {
      AsyncCaller<String, String> caller = caller(session);
      CallException waited = catchCall(() -> caller.call("ada"));
      CallException started = catchCall(() -> caller.start("ada").get());
      assertThat(waited.kind()).isEqualTo(FailureKind.REFUSED);
      assertThat(started.kind()).isEqualTo(FailureKind.REFUSED);
      assertThat(started).hasMessage(waited.getMessage());
      assertThat(started).hasMessageContaining("enough");
    }
  }

  private interface Call {
    void make() throws Exception;
  }

  private static CallException catchCall(Call call) throws Exception {
    try {
      call.make();
    } catch (CallException e) {
      return e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CallException known) {
        return known;
      }
      throw e;
    }
    throw new AssertionError("it succeeded");
  }

  @Test
  void withoutAServerGrpcsFutureFailsToConnect() throws Exception {
    int port = closedPort();
    try (Session session =
        open("grpc", "example", Target.of(new Address("127.0.0.1", port)), LONG)) {
      CallException failure = catchCall(() -> caller(session).start("ada").get());
      assertThat(failure.kind()).isEqualTo(FailureKind.CONNECT);
    }
  }

  @ParameterizedTest
  @CsvSource({"rpcx,example", "grpc,example"})
  void aServerThatGoesAwayFailsWhatWasOpen(String technology, String variant) throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    GreetServer server =
        GreetServer.start(
            technology,
            name -> {
              reached.countDown();
              awaitQuietly(never);
              return Greeting.greet(name);
            });
    try (Session session = open(technology, variant, server.target(), LONG)) {
      CompletableFuture<String> open = caller(session).start("ada");
      reached.await();
      Thread closing = new Thread(server::close);
      closing.start();
      // A server that drains may answer what it has; here it never can.
      never.countDown();
      closing.join();
      assertThatThrownBy(() -> caller(session).start("bob").get())
          .hasCauseInstanceOf(CallException.class);
      assertThat(open.handle((reply, failure) -> "ended").get()).isEqualTo("ended");
    }
  }

  private static int closedPort() throws IOException {
    try (ServerSocket closedAgain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return closedAgain.getLocalPort();
    }
  }
}
