package io.rpcstress.server.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageEndpointTest {
  @Test
  void peersThatNeverFinishTheirRequestDoNotBlockItForLong() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try (UsageEndpoint endpoint = start()) {
      for (int i = 0; i < 20; i++) {
        Socket socket = new Socket();
        socket.connect(endpoint.address());
        socket.getOutputStream().write("GET /us".getBytes(UTF_8));
        slow.add(socket);
      }
      assertThat(ServerProcess.get(address(endpoint, "/usage")).body()).isEqualTo("used\n");
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void onlyWhatIsThereIsServedAndOnlyToGet() throws Exception {
    try (UsageEndpoint endpoint = start()) {
      assertThat(ServerProcess.get(address(endpoint, "/")).status()).isEqualTo(404);
      assertThat(ServerProcess.get(address(endpoint, "/usage/../etc")).status()).isEqualTo(404);
      assertThat(ServerProcess.request("DELETE", address(endpoint, "/facts")).status())
          .isEqualTo(405);
    }
  }

  @Test
  void aScraperNeverMakesAFullReadingAndNotTwoInASecond() throws Exception {
    AtomicInteger scrapes = new AtomicInteger();
    try (UsageEndpoint endpoint =
        UsageEndpoint.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Answers() {
              @Override
              public String metrics() {
                return "scrape " + scrapes.incrementAndGet() + "\n";
              }
            })) {
      long start = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        assertThat(ServerProcess.get(address(endpoint, "/metrics")).body()).startsWith("scrape ");
      }
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      assertThat((long) scrapes.get()).isBetween(1L, seconds + 2);
    }
  }

  @Test
  void aRequestWithoutEndIsCutOff() throws Exception {
    try (UsageEndpoint endpoint = start();
        Socket socket = new Socket()) {
      socket.connect(endpoint.address());
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      out.write("GET /usage HTTP/1.1\r\n".getBytes(UTF_8));
      byte[] header = ("X: " + "x".repeat(8_000) + "\r\n").getBytes(UTF_8);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 10_000; i++) { // 80 MB, were they taken
                  out.write(header);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_536, 65_537, 1_048_576})
  void aPayloadHasTheRequestedLength(int bytes) throws Exception {
    try (UsageEndpoint endpoint = start();
        InputStream in =
            address(endpoint, "/payload?bytes=" + bytes)
                .toURL()
                .openConnection()
                .getInputStream()) {
      assertThat(in.readAllBytes()).hasSize(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?",
        "?bytes=",
        "?bytes=0",
        "?bytes=-1",
        "?bytes=1048577",
        "?bytes=99999999999",
        "?bytes=1&bytes=2",
        "?size=1"
      })
  void aPayloadOfAnotherSizeIsRefused(String query) throws Exception {
    try (UsageEndpoint endpoint = start()) {
      ServerProcess.Reply reply = ServerProcess.get(address(endpoint, "/payload" + query));
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.body()).contains("1 to 1048576");
      assertThat(ServerProcess.request("POST", address(endpoint, "/usage")).status())
          .isEqualTo(405);
    }
  }

  @Test
  void aReadingWhileCallsArriveIsTheQuickOne() throws Exception {
    try (UsageEndpoint endpoint = start()) {
      assertThat(ServerProcess.get(address(endpoint, "/usage?running")).body())
          .isEqualTo("read quickly\n");
      assertThat(ServerProcess.get(address(endpoint, "/usage")).body()).isEqualTo("used\n");
    }
  }

  @Test
  void factsAreALineEach() throws Exception {
    try (UsageEndpoint endpoint = start()) {
      String facts = ServerProcess.get(address(endpoint, "/facts")).body();
      assertThat(facts.lines()).anyMatch(line -> line.startsWith("cpu.count.jvm="));
    }
  }

  @Test
  void aProxyReportsHowItWasSetUpAndWhatIsNoneHasNoSuchPage() throws Exception {
    try (UsageEndpoint endpoint = start()) {
      assertThat(ServerProcess.get(address(endpoint, "/configuration")).body())
          .isEqualTo("listen 1\n");
    }
    Answers noProxy =
        new Answers() {
          @Override
          public String configuration() {
            return "";
          }
        };
    try (UsageEndpoint endpoint =
        UsageEndpoint.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), noProxy)) {
      assertThat(ServerProcess.get(address(endpoint, "/configuration")).status()).isEqualTo(404);
    }
  }

  private static UsageEndpoint start() throws Exception {
    return UsageEndpoint.start(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new Answers());
  }

  private static class Answers implements UsageEndpoint.Report {
    @Override
    public String usage(boolean running) {
      return running ? "read quickly\n" : "used\n";
    }

    @Override
    public String metrics() {
      return "scraped\n";
    }

    @Override
    public String configuration() {
      return "listen 1\n";
    }

    @Override
    public String services() {
      return "role order\n";
    }
  }

  private static URI address(UsageEndpoint endpoint, String path) {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + path);
  }
}
