package io.rpcstress.client.harness.driver.openfeign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.driver.Address;
import io.rpcstress.client.harness.driver.CallException;
import io.rpcstress.client.harness.driver.Caller;
import io.rpcstress.client.harness.driver.ConnectionPolicy;
import io.rpcstress.client.harness.driver.DriverOptions;
import io.rpcstress.client.harness.driver.FailureKind;
import io.rpcstress.client.harness.driver.Session;
import io.rpcstress.client.harness.driver.Target;
import io.rpcstress.contract.Greeting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often one call goes to the wire when a server hangs up on it. */
@Timeout(60)
class SingleAttemptTest {

  /**
   * Tuned, once. As in the example, twice: the JDK's HttpURLConnection repeats a GET that was not
   * answered, and has no switch for it. docs/rules.md says so.
   */
  @ParameterizedTest
  @CsvSource({"tuned, 1", "example, 2"})
  void aCallThatTheServerHangsUpOnIsRepeatedByTheJdkAlone(String variant, int times)
      throws Exception {
    AtomicInteger requests = new AtomicInteger();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread acceptor = new Thread(() -> accept(server, requests));
      acceptor.setDaemon(true);
      acceptor.start();
      try (Session session = open(variant, server.getLocalPort())) {
        Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
        assertThatThrownBy(() -> caller.call("ada"))
            .isInstanceOfSatisfying(
                CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DISCONNECTED));
      }
    }
    assertThat(requests).hasValue(times);
  }

  private static Session open(String variant, int port) {
    return new OpenFeignDriver()
        .open(
            Target.of(new Address("127.0.0.1", port)),
            new DriverOptions(
                variant,
                ConnectionPolicy.pool(3),
                3,
                false,
                Duration.ofSeconds(30),
                Duration.ofSeconds(3)));
  }

  /** Reads a request, counts it, and hangs up. */
  private static void accept(ServerSocket server, AtomicInteger requests) {
    try {
      while (true) {
        try (Socket socket = server.accept();
            BufferedReader in =
                new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
          for (String line; (line = in.readLine()) != null && !line.isEmpty(); ) {
            if (line.startsWith("GET")) {
              requests.incrementAndGet();
            }
          }
        }
      }
    } catch (IOException e) {
      // The test is over.
    }
  }
}
