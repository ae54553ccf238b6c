package io.rpcstress.client.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.rpcstress.driver.Address;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkProbeTest {

  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<Integer> asked = new CopyOnWriteArrayList<>();
  private final List<Integer> uploaded = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private LinkReading measure() {
    return new LinkProbe(new Address("127.0.0.1", server.getAddress().getPort()), problems::add)
        .measure();
  }

  private void answer(int status, int cut) {
    server.createContext(
        "/payload",
        exchange -> {
          if (exchange.getRequestMethod().equals("POST")) {
            uploaded.add(exchange.getRequestBody().readAllBytes().length);
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
            return;
          }
          int bytes = Integer.parseInt(exchange.getRequestURI().getQuery().substring(6));
          asked.add(bytes);
          exchange.sendResponseHeaders(status, bytes);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(new byte[Math.min(bytes, cut)]);
          }
        });
  }

  @Test
  void aLinkIsMeasuredByConnectsAndByDownloadsThatGrow() {
    answer(200, Integer.MAX_VALUE);
    LinkReading link = measure();
    assertThat(problems).isEmpty();
    assertThat(link.roundTripP50Us().getAsDouble()).isPositive();
    assertThat(link.roundTripP90Us().getAsDouble())
        .isGreaterThanOrEqualTo(link.roundTripP50Us().getAsDouble());
    assertThat(link.bandwidthMbps().getAsDouble()).isPositive();
    assertThat(asked).first().isEqualTo(32 * 1024);
    assertThat(uploaded).containsExactly(asked.get(asked.size() - 1));
    assertThat(asked).isSorted().allMatch(bytes -> bytes <= 1 << 20);
    assertThat(link.asMap())
        .containsKeys("rtt.p50.us", "rtt.p90.us", "bandwidth.mbps", "upload.mbps")
        .doesNotContainValue("unknown")
        .doesNotContainValue("0");
  }

  @Test
  void nobodyThereIsUnknownAndNeverZero() {
    LinkReading link = new LinkProbe(new Address("127.0.0.1", 1), problems::add).measure();
    assertThat(link).isEqualTo(LinkReading.UNKNOWN);
    assertThat(link.asMap())
        .containsEntry("rtt.p50.us", "unknown")
        .containsEntry("rtt.p90.us", "unknown")
        .containsEntry("bandwidth.mbps", "unknown");
    assertThat(problems).singleElement().asString().contains("round trip", "refused");
  }
}
