package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ProxyPath;
import io.rpcstress.driver.Address;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Run;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A point that failed because the proxy on its way ended says so. */
class ProxyInFailureTest {

  private static final Address SERVER = new Address("127.0.0.1", 9002);
  private static final Address PROXY = new Address("127.0.0.1", 15002);
  private static final long STARTED = 1_700_000_000_000L;
  private static final PointFailure FAILURE =
      new PointFailure(
          FailureCause.CALLS_FAILED,
          "order 0: of 9 calls 8 ok" + PointFailure.FIRST + "connect: refused",
          Map.of("connect", 1L));

  private final List<PointFailure> failures = new ArrayList<>();

  private final PointListener keeping =
      new PointListener() {
        @Override
        public void run(Run run, Histogram latencies) {}

        @Override
        public void warning(String line) {}

        @Override
        public void failed(PointFailure failure) {
          failures.add(failure);
        }
      };

  private static NeededProxy proxy(int usagePort) {
    return new NeededProxy(
        ProxyPath.ENVOY, "grpc", SERVER, PROXY, new Address("127.0.0.1", usagePort));
  }

  private static ServerUsage told(long started, long process, long openConnections) {
    return new ServerUsage(
        "envoy", "example", started, process, 0, 0, openConnections, ProcessUsage.NOTHING_KNOWN);
  }

  private void failed(int usagePort) {
    ProxyInFailure.of(keeping, proxy(usagePort), told(STARTED, 71, 3)).failed(FAILURE);
  }

  private PointFailure failedAndAnswered(ServerUsage now) throws IOException {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      thread.execute(
          () -> {
            try (Socket asker = socket.accept()) {
              String answer = "HTTP/1.0 200 OK\r\n\r\n" + now.toText();
              asker.getInputStream().read();
              asker.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
              // The test sees that nothing was told.
            }
          });
      failed(socket.getLocalPort());
      return failures.get(0);
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void aProxyThatAnswersNoMoreIsNamedBeforeWhatCallsSaw() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    failed(closed);
    assertThat(failures)
        .containsExactly(
            new PointFailure(
                FAILURE.cause(),
                "envoy-grpc answers no more for its counters at 127.0.0.1:%d; %s"
                    .formatted(closed, FAILURE.detail()),
                FAILURE.failures()));
  }

  @Test
  void aProxyThatWasStartedAgainIsNamed() throws Exception {
    assertThat(failedAndAnswered(told(STARTED + 1, 72, 0)).detail())
        .startsWith("envoy-grpc ended meanwhile, and was started again; order 0: ");
  }
}
