package io.rpcstress.server.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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

  private static UsageEndpoint start() throws Exception {
    return UsageEndpoint.start(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), () -> "used\n");
  }

  private static URI address(UsageEndpoint endpoint, String path) {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + path);
  }
}
