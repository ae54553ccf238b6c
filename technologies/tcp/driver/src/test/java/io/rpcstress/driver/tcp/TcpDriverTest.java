package io.rpcstress.driver.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
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
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver against a socket that answers, is late, or hangs up. */
@Timeout(600)
class TcpDriverTest {

  private static final Duration DEADLINE = Duration.ofMillis(300);

  private final AtomicInteger accepted = new AtomicInteger();
  private final CountDownLatch answerLate = new CountDownLatch(1);

  @SuppressWarnings("NullAway.Init") // set before each test
  private ServerSocket server;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Thread accepting;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    accepting =
        daemon(
            () -> {
              while (true) {
                Socket socket = server.accept();
                accepted.incrementAndGet();
                daemon(() -> serve(socket));
              }
            });
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  /** Answers; "late" only when the test releases it, "hangup" by closing. */
  private void serve(Socket socket) throws IOException, InterruptedException {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      for (String name; (name = in.readLine()) != null && !name.equals("hangup"); ) {
        if (name.equals("late")) {
          answerLate.await();
        }
        socket
            .getOutputStream()
            .write((Greeting.greet(name) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** The kernel lets connections in for as long as a thread still waits for one. */
  private void noServerListens() throws IOException, InterruptedException {
    server.close();
    accepting.join();
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static Thread daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException e) {
                // The test is over.
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Opens a session; {@code coalescing:2} is that variant with two connections. */
  private Session open(String policy, Duration deadline) throws CallException {
    boolean coalescing = policy.startsWith(TcpDriver.COALESCING);
    String connections = policy.replace(TcpDriver.COALESCING, "multiplexed");
    return new TcpDriver()
        .open(
            Target.of(new Address("127.0.0.1", server.getLocalPort())),
            new DriverOptions(
                coalescing ? TcpDriver.COALESCING : "example",
                ConnectionPolicy.parse(connections, ConnectionPolicy.perThread()),
                4,
                false,
                deadline));
  }

  @ParameterizedTest
  @ValueSource(strings = {"per-thread", "pool:2", "multiplexed:2", "coalescing:2"})
  void everyPolicyCarriesNamesOfAnySize(String policy) throws Exception {
    try (Session session = open(policy, Duration.ofSeconds(30))) {
      for (int thread = 0; thread < 4; thread++) {
        Caller<String, String> caller = session.caller(Greeting.OPERATION, thread);
        for (String name : new String[] {"", "ada", "Ådä 🎈", Greeting.name(4096)}) {
          assertThat(caller.call(name)).isEqualTo("hello, " + name);
        }
      }
      assertThat(accepted.get()).isBetween(1, policy.equals("per-thread") ? 4 : 2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"per-thread", "pool:1", "multiplexed", "coalescing"})
  void aLateReplyIsNeverTakenForTheNextAnswer(String policy) throws Exception {
    try (Session session = open(policy, DEADLINE)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(DeadlineExceededException.class);
      answerLate.countDown();
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
  void repliesOfPipelinedCallsAreMatchedInOrder(String policy) throws Exception {
    try (Session session = open(policy, Duration.ofSeconds(30))) {
      AsyncCaller<String, String> caller =
          (AsyncCaller<String, String>) session.caller(Greeting.OPERATION, 0);
      CompletableFuture<?>[] open = new CompletableFuture<?>[100];
      for (int i = 0; i < open.length; i++) {
        String name = "n" + i;
        open[i] =
            caller.start(name).thenAccept(reply -> assertThat(reply).isEqualTo("hello, " + name));
      }
      CompletableFuture.allOf(open).get();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"multiplexed", "coalescing"})
  void aPipelinedCallHasItsDeadlineToo(String policy) throws Exception {
    try (Session session = open(policy, DEADLINE)) {
      AsyncCaller<String, String> caller =
          (AsyncCaller<String, String>) session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.start("late").get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(DeadlineExceededException.class);
      answerLate.countDown();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"multiplexed", "coalescing"})
  void aDeadServerIsAFailureToConnect(String policy) throws Exception {
    noServerListens();
    assertThatThrownBy(() -> open(policy, DEADLINE))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT));
  }
}
