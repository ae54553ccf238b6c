package io.rpcstress.client.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.rpcstress.client.harness.host.LinkProbe.Transfer;
import io.rpcstress.driver.Address;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkProbeTest {

  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<Integer> asked = new CopyOnWriteArrayList<>();
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
    assertThat(asked).isSorted().allMatch(bytes -> bytes <= 1 << 20);
    assertThat(link.asMap())
        .containsKeys("rtt.p50.us", "rtt.p90.us", "bandwidth.mbps")
        .doesNotContainValue("unknown")
        .doesNotContainValue("0");
  }

  @Test
  void aServerWithoutThePayloadLeavesTheBandwidthUnknown() {
    answer(404, Integer.MAX_VALUE);
    LinkReading link = measure();
    assertThat(link.asMap())
        .containsEntry("bandwidth.mbps", "unknown")
        .containsEntry("bandwidth.bytes", "unknown");
    assertThat(link.asMap().get("rtt.p50.us")).matches("[0-9]+");
    assertThat(problems).singleElement().asString().contains("other than 200");
  }

  @Test
  void aDownloadThatBreaksOffLeavesTheBandwidthUnknown() {
    answer(200, 10_000);
    assertThat(measure().bandwidthMbps()).isEmpty();
    assertThat(problems).singleElement().asString().contains("10000 of 32768 bytes");
  }

  @Test
  void nobodyThereIsUnknownAndNeverZero() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    LinkReading link = new LinkProbe(new Address("127.0.0.1", free), problems::add).measure();
    assertThat(link).isEqualTo(LinkReading.UNKNOWN);
    assertThat(link.asMap())
        .containsEntry("rtt.p50.us", "unknown")
        .containsEntry("rtt.p90.us", "unknown")
        .containsEntry("bandwidth.mbps", "unknown");
    assertThat(problems).singleElement().asString().contains("round trip", "refused");
  }

  /** 1 Mbps carries a byte in 8 us: what is planned must fit into the 3 s. */
  @Test
  void onAMegabitTheDownloadsFitIntoTheBudget() {
    long nanosAByte = 8_000;
    long rest = TimeUnit.SECONDS.toNanos(3);
    int bytes = 32 * 1024;
    int downloads = 0;
    while (bytes >= 32 * 1024) {
      rest -= bytes * nanosAByte;
      downloads++;
      int next = LinkProbe.next(bytes, new Transfer(bytes, bytes * nanosAByte), rest);
      bytes = next < 2 * bytes ? 0 : next;
    }
    assertThat(rest).isPositive();
    assertThat(downloads).isEqualTo(2);
  }

  @Test
  void aDownloadThatWasCutIsTheLast() {
    assertThat(LinkProbe.next(32_768, new Transfer(20_000, 1_000), 3_000_000_000L)).isZero();
    assertThat(LinkProbe.next(1 << 20, new Transfer(1 << 20, 1_000), 3_000_000_000L))
        .isEqualTo(1 << 20);
  }

  @Test
  void aMegabitIsAMillionBitsASecond() {
    assertThat(new Transfer(125_000, TimeUnit.SECONDS.toNanos(1)).mbps()).isEqualTo(1.0);
  }

  @Test
  void thePercentilesAreOfTheNearestRank() {
    double[] sorted = new double[20];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = i + 1;
    }
    assertThat(LinkProbe.percentile(sorted, 0.5)).isEqualTo(10);
    assertThat(LinkProbe.percentile(sorted, 0.9)).isEqualTo(18);
  }
}
