package io.rpcstress.server.openfeign;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** What the tuned server does otherwise. */
class OpenFeignServerJarIT {

  /** Without Boot's filters the encoding must be right all the same. */
  @Test
  void theTunedServerKeepsAConnectionPrintsLittleAndReadsAnyName() throws IOException {
    try (ServerProcess server = ServerProcess.ready("openfeign", "--variant", "tuned");
        Socket socket = new Socket()) {
      socket.connect(server.address());
      socket.setSoTimeout(1_000 * ServerProcess.PATIENCE_SECONDS);
      String request =
          "GET /greet?name=%C3%A4da%20%F0%9F%8E%88 HTTP/1.1\r\nAccept: */*\r\nHost: b\r\n\r\n";
      String body = "hello, äda 🎈";
      for (int i = 0; i < 150; i++) { // Tomcat closes a connection after 100 otherwise
        socket.getOutputStream().write(request.getBytes(UTF_8));
        String reply = "";
        while (!reply.endsWith(body)) {
          byte[] bytes = new byte[4096];
          int length = socket.getInputStream().read(bytes);
          assertThat(length).as("after %d replies and %s", i, reply).isPositive();
          reply += new String(bytes, 0, length, UTF_8);
        }
        assertThat(reply).startsWith("HTTP/1.1 200").doesNotContainIgnoringCase("keep-alive");
      }
      assertThat(server.usage().callsServed()).isEqualTo(150);
    }
  }
}
