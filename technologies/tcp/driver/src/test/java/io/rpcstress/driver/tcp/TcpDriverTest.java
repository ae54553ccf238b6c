package io.rpcstress.driver.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import io.rpcstress.driver.LoopbackServer;
import io.rpcstress.driver.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver against a socket that answers, is late, or hangs up. */
@Timeout(600)
class TcpDriverTest {
  private static final Duration DEADLINE = Duration.ofMillis(300);

  @SuppressWarnings("NullAway.Init") // set before each test
  private LineServer server;

  @BeforeEach
  void listen() throws IOException {
    server = new LineServer();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  /** Answers; "late" only when the test releases it, "hangup" by closing. */
  private static final class LineServer extends LoopbackServer {
    private final CountDownLatch answerLate = new CountDownLatch(1);

    LineServer() throws IOException {
      super(0);
      start();
    }

    @Override
    protected void serve(Socket socket) throws IOException, InterruptedException {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      for (String name; (name = in.readLine()) != null && !name.equals("hangup"); ) {
        if (name.equals("late")) {
          answerLate.await();
        }
        socket.getOutputStream().write((Greeting.greet(name) + "\n").getBytes(UTF_8));
      }
    }
  }

  /** Opens a session; {@code coalescing:2} is that variant with two connections. */
  private Session open(String policy, Duration deadline) throws CallException {
    boolean coalescing = policy.startsWith(TcpDriver.COALESCING);
    String connections = policy.replace(TcpDriver.COALESCING, "multiplexed");
    return new TcpDriver()
        .open(
            server.target(),
            new DriverOptions(
                coalescing ? TcpDriver.COALESCING : "example",
                ConnectionPolicy.parse(connections, ConnectionPolicy.perThread()),
                4,
                false,
                deadline));
  }

  @ParameterizedTest
  @ValueSource(strings = {"per-thread", "pool:1", "multiplexed", "coalescing"})
  void aLateReplyIsNeverTakenForTheNextAnswer(String policy) throws Exception {
    try (Session session = open(policy, DEADLINE)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      server.answerLate.countDown();
      assertThat(Answers.inTime(() -> caller.call("bob"))).isEqualTo("hello, bob");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"per-thread", "pool:1", "multiplexed", "coalescing"})
  void aBrokenConnectionFailsItsCallAndTheNextConnectsAgain(String policy) throws Exception {
    try (Session session = open(policy, Duration.ofSeconds(30))) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.call("hangup"))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DISCONNECTED));
      assertThat(caller.call("bob")).isEqualTo("hello, bob");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"multiplexed", "coalescing"})
  void aPipelinedCallHasItsDeadlineToo(String policy) throws Exception {
    try (Session session = open(policy, DEADLINE)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> ((AsyncCaller<String, String>) caller).start("late").get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(DeadlineExceededException.class);
      server.answerLate.countDown();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"multiplexed", "coalescing"})
  void aDeadServerIsAFailureToConnect(String policy) throws Exception {
    server.close();
    assertThatThrownBy(() -> open(policy, DEADLINE))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT));
  }
}
