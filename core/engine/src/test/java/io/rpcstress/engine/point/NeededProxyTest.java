package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ProxyPath;
import io.rpcstress.driver.Address;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whether a proxy ended since the point began. */
class NeededProxyTest {

  private static final long STARTED = 1_700_000_000_000L;

  private static @Nullable String ended(int usagePort) {
    return new NeededProxy(
            ProxyPath.ENVOY,
            "grpc",
            new Address("127.0.0.1", 9002),
            new Address("127.0.0.1", 15002),
            new Address("127.0.0.1", usagePort))
        .endedSince(reported(STARTED, 71, 3));
  }

  private static ServerUsage reported(long started, long process, long openConnections) {
    return new ServerUsage(
        "envoy", "example", started, process, 0, 0, openConnections, ProcessUsage.NOTHING_KNOWN);
  }

  private static @Nullable String endedWhere(ServerUsage now) throws IOException {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      thread.execute(
          () -> {
            try (Socket peer = socket.accept()) {
              String answer = "HTTP/1.0 200 OK\r\n\r\n" + now.toText();
              peer.getInputStream().read();
              peer.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
              // The test sees that there was no answer.
            }
          });
      return ended(socket.getLocalPort());
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void aProxyThatAnswersNoMoreHasEnded() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    assertThat(ended(closed))
        .isEqualTo("envoy-grpc answers no more for its counters at 127.0.0.1:" + closed);
  }

  @Test
  void aProxyThatWasStartedAgainHasEnded() throws Exception {
    assertThat(endedWhere(reported(STARTED + 1, 72, 0)))
        .isEqualTo("envoy-grpc ended meanwhile, and was started again");
    assertThat(endedWhere(reported(STARTED, 71, 0))).isNull();
  }
}
