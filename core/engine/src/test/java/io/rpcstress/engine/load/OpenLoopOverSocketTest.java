package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.tcp.TcpDriver;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.OfferedLoad;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The open loop on the host's clock, over sockets, against a server that stalls once. */
@Timeout(600)
class OpenLoopOverSocketTest {

  private static final int RATE = 250;
  private static final int STALLING_CALL = 100;
  private static final long STALL_MILLIS = 600;
  private static final long MILLI = 1_000_000;

  @SuppressWarnings("NullAway.Init") // set before each test
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread acceptor =
        new Thread(
            () -> {
              try {
                while (true) {
                  serve(server.accept());
                }
              } catch (IOException | InterruptedException e) {
                // The test is over.
              }
            });
    acceptor.setDaemon(true);
    acceptor.start();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  /** One connection at a time, in the order of its lines. */
  private static void serve(Socket socket) throws IOException, InterruptedException {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      int call = 0;
      for (String name; (name = in.readLine()) != null; ) {
        if (call++ == STALLING_CALL) {
          Thread.sleep(STALL_MILLIS); // the fault itself
        }
        socket
            .getOutputStream()
            .write((Greeting.greet(name) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private OpenLoopResult run(ConnectionPolicy policy) throws InterruptedException {
    DriverOptions options =
        new DriverOptions(
            "example", policy, 1, false, Duration.ofSeconds(30), Duration.ofSeconds(30));
    try (Callers<String, String> callers =
        new Callers<>(
            new TcpDriver(),
            Target.of(new Address("127.0.0.1", server.getLocalPort())),
            options,
            Greeting.OPERATION)) {
      return new OpenLoop(CallingThreads.platform())
          .run(
              callers,
              "ada",
              new OfferedLoad(ArrivalShape.CONSTANT, RATE, 2, 0, 0),
              0,
              Meter.NONE,
              Meter.NONE);
    }
  }

  private static long slow(Histogram latencies) {
    return latencies.getCountBetweenValues(STALL_MILLIS / 2 * MILLI, Long.MAX_VALUE / 4);
  }

  @Test
  void callsThatWaitBehindAStallHaveWaited() throws InterruptedException {
    OpenLoopResult result = run(ConnectionPolicy.perThread());

    assertThat(result.load().calls()).isEqualTo(CallCounts.allOk(2 * RATE));
    // Those due in the first half of the stall wait for its second half at least.
    assertThat(slow(result.load().latencies())).isGreaterThan(STALL_MILLIS / 2 * RATE / 1_000 - 5);
    assertThat(result.load().latencies().getValueAtPercentile(99))
        .isGreaterThan(STALL_MILLIS * 8 / 10 * MILLI);
    assertThat(slow(result.service())).isLessThan(slow(result.load().latencies()));
  }

  @Test
  void aMultiplexedConnectionIsSentToWhileItsServerStalls() throws InterruptedException {
    OpenLoopResult result = run(ConnectionPolicy.multiplexed(1));

    assertThat(result.load().calls()).isEqualTo(CallCounts.allOk(2 * RATE));
    assertThat(slow(result.load().latencies())).isGreaterThan(STALL_MILLIS / 2 * RATE / 1_000 - 5);
    assertThat(slow(result.service()))
        .as("each was started while another was open")
        .isGreaterThan(1);
  }
}
