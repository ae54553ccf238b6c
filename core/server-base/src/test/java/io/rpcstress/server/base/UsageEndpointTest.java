package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageEndpointTest {
  @Test
  void onlyWhatIsThereIsServedAndOnlyToGet() throws Exception {
    try (UsageEndpoint endpoint = start()) {
      assertThat(ServerProcess.get(address(endpoint, "/")).status()).isEqualTo(404);
      assertThat(ServerProcess.get(address(endpoint, "/usage/../etc")).status()).isEqualTo(404);
      assertThat(ServerProcess.request("DELETE", address(endpoint, "/facts")).status())
          .isEqualTo(405);
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
    try (UsageEndpoint endpoint = start("")) {
      assertThat(ServerProcess.get(address(endpoint, "/configuration")).status()).isEqualTo(404);
    }
  }

  private static UsageEndpoint start() throws Exception {
    return start("listen 1\n");
  }

  private static UsageEndpoint start(String configuration) throws Exception {
    return UsageEndpoint.start(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        Map.of(
            "/usage",
            query -> query.equals("running") ? "read quickly\n" : "used\n",
            "/configuration",
            query -> configuration));
  }

  private static URI address(UsageEndpoint endpoint, String path) {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + path);
  }
}
