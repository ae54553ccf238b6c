package io.rpcstress.driver.openfeign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import feign.Request;
import feign.RetryableException;
import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Answers;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NeverWhole;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each HTTP client below Feign sends, against a socket that writes down every byte. */
@Timeout(600)
class HttpClientsTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** As the starter's own client sends, about; Apache's client with its defaults sends 215. */
  private static final int MAX_REQUEST_BYTES = 130;

  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch answerLate = new CountDownLatch(1);
  private final NeverWhole neverWhole = new NeverWhole();

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
    answerLate.countDown();
    server.close();
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
                // The test is over, or its client hung up.
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /**
   * Answers; "late" only when the test releases it, "hangup" by closing, those of {@link
   * NeverWhole} as that says.
   */
  private void serve(Socket socket) throws IOException, InterruptedException {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      StringBuilder request = new StringBuilder();
      for (String line; (line = in.readLine()) != null; ) {
        request.append(line).append("\r\n");
        if (line.isEmpty()) {
          requests.add(request.toString());
          if (request.indexOf("hangup") >= 0) {
            return;
          }
          if (request.indexOf("late") >= 0) {
            reached.countDown();
            answerLate.await();
          }
          if (NeverWhole.isRequested(request)) {
            neverWhole.reply(socket, request);
            return;
          }
          String name = request.substring(request.indexOf("name=") + 5, request.indexOf(" HTTP"));
          String reply = "hello, " + name;
          socket
              .getOutputStream()
              .write(
                  "HTTP/1.1 200 \r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: %d\r\n\r\n%s"
                      .formatted(reply.length(), reply)
                      .getBytes(StandardCharsets.UTF_8));
          request.setLength(0);
        }
      }
    }
  }

  private Session open(String variant, int pool, Duration deadline) {
    return open(variant, pool, deadline, "127.0.0.1");
  }

  private Session open(String variant, int pool, Duration deadline, String name) {
    return new OpenFeignDriver()
        .open(
            Target.of(new Address("127.0.0.1", server.getLocalPort(), name)),
            new DriverOptions(variant, ConnectionPolicy.pool(pool), 3, false, deadline));
  }

  @ParameterizedTest
  @CsvSource({
    "tuned, Accept;Host",
    "hc5, Accept;Host",
    "okhttp, Accept;Host",
    "jdk, Accept;Content-Length;Host;User-Agent"
  })
  void aRequestHasNoHeaderThatTheServerDoesNotNeed(String variant, String expected)
      throws Exception {
    try (Session session = open(variant, 3, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      for (int i = 0; i < 5; i++) {
        assertThat(caller.call("user-00000000001")).isEqualTo("hello, user-00000000001");
      }
    }
    // The JDK's client may answer before it has taken the connection back: the next call opens one.
    assertThat(accepted.get()).as("connections are kept").isLessThan(5);
    assertThat(requests).hasSize(5);
    for (String request : requests) {
      assertThat(request).startsWith("GET /greet?name=user-00000000001 HTTP/1.1\r\n");
      List<String> names =
          request
              .lines()
              .skip(1)
              .filter(l -> !l.isEmpty())
              .map(l -> l.substring(0, l.indexOf(':')))
              .toList();
      // Newer JDKs leave the length of an absent body out.
      assertThat(expected.split(";", -1)).contains(names.toArray(String[]::new));
      assertThat(names).contains("Accept", "Host");
      assertThat(request.length())
          .isLessThanOrEqualTo(variant.equals("jdk") ? 160 : MAX_REQUEST_BYTES);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hc5", "okhttp"}) // the JDK's own read once a process whether it may be set
  void theHostHeaderHasTheNameThatStandsForTheAddress(String variant) throws Exception {
    try (Session session = open(variant, 1, LONG, "host-b.invalid")) {
      assertThat(session.caller(Greeting.OPERATION, 0).call("ada")).isEqualTo("hello, ada");
    }
    assertThat(requests.element())
        .containsOnlyOnce("\r\nHost: host-b.invalid:%d\r\n".formatted(server.getLocalPort()));
  }

  /**
   * Once; as in the example, twice: the JDK's HttpURLConnection repeats a GET that was not
   * answered, and has no switch for it. docs/technologies.md says so.
   */
  @ParameterizedTest
  @CsvSource({"tuned, 1", "hc5, 1", "okhttp, 1", "jdk, 1", "example, 2", "urlconnection, 2"})
  void aCallThatTheServerHangsUpOnIsRepeatedByHttpUrlConnectionAlone(String variant, int times)
      throws Exception {
    try (Session session = open(variant, 3, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      disconnects(caller);
      assertThat(requests).as("the first of a connection").hasSize(times);
      if (times == 1) {
        assertThat(caller.call("ada")).isEqualTo("hello, ada");
        disconnects(caller);
        assertThat(requests).as("on a connection that was kept").hasSize(3);
      }
    }
  }

  private static void disconnects(Caller<String, String> caller) {
    assertThatThrownBy(() -> caller.call("hangup"))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DISCONNECTED));
  }

  /** All at once, each on a connection of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"example", "urlconnection", "hc5", "okhttp", "jdk"})
  void aMissedDeadlineIsOneWhateverHasComeOfTheReplyWhichIsDropped(String variant)
      throws Exception {
    int calls = 1 + NeverWhole.NAMES.size();
    ExecutorService threads = Executors.newFixedThreadPool(calls);
    try (Session session = open(variant, calls, Duration.ofMillis(700))) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThat(Answers.inTime(() -> caller.call("ada"))).isEqualTo("hello, ada");
      List<Future<String>> missed = new ArrayList<>();
      missed.add(threads.submit(() -> caller.call("late")));
      for (String name : NeverWhole.NAMES) {
        missed.add(threads.submit(() -> caller.call(name)));
      }
      for (Future<String> call : missed) {
        assertThat(call)
            .failsWithin(LONG)
            .withThrowableOfType(ExecutionException.class)
            .withCauseInstanceOf(DeadlineExceededException.class);
      }
      assertThat(neverWhole.isEndedBy(NeverWhole.NAMES.size(), LONG)).isTrue();
      answerLate.countDown();
      assertThat(Answers.inTime(() -> caller.call("bob"))).isEqualTo("hello, bob");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aConnectionThatDidNotComeFreeByTheDeadlineIsAMissedDeadline() {
    FeignGreeter greeter =
        new FeignGreeter(
            name -> {
              throw new RetryableException(
                  -1,
                  "no connection",
                  Request.HttpMethod.GET,
                  new ConnectionRequestTimeoutException("Timeout deadline: 1 MILLISECONDS"),
                  (Long) null,
                  Request.create(
                      Request.HttpMethod.GET,
                      "http://b/greet",
                      Map.of(),
                      Request.Body.empty(),
                      null));
            },
            LONG);
    assertThatThrownBy(() -> greeter.call("ada")).isInstanceOf(DeadlineExceededException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"urlconnection", "hc5", "okhttp", "jdk"})
  void aDeadServerIsAFailureToConnect(String variant) throws Exception {
    noServerListens();
    try (Session session = open(variant, 3, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.call("ada"))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk"}) // the others read from a blocking socket, by their deadline
  void anInterruptionEndsACall(String variant) throws Exception {
    try (Session session = open(variant, 3, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      Thread calling = Thread.currentThread();
      daemon(
          () -> {
            reached.await();
            calling.interrupt();
          });
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
    }
  }
}
