package io.rpcstress.server.openfeign;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import org.junit.jupiter.api.Test;

/** The jar as every server's jar is held to, and the limit of a name. */
class OpenFeignServerJarIT extends ServerJarContract {
  OpenFeignServerJarIT() {
    super("openfeign", 9003, 9103);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) {
    return new HttpClient(server);
  }

  @Test
  void aNameBeyondTheLimitIsAnsweredWithAStatusAndCounted() throws IOException {
    ServerProcess server = shared();
    ServerUsage before = server.usage();
    try (HttpClient client = new HttpClient(server.address())) {
      assertThatThrownBy(() -> client.greet("x".repeat(4097)))
          .hasMessageContaining("400")
          .hasMessageContaining("4096");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(server.usage().callsFailed() - before.callsFailed()).isEqualTo(1);
      assertThat(server.usage().callsServed() - before.callsServed()).isEqualTo(1);
    }
  }

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

  /** The JDK's HTTP client, which is what OpenFeign's default uses. */
  private record HttpClient(InetSocketAddress server) implements Greeter {
    @Override
    public String greet(String name) throws IOException {
      URI address =
          URI.create(
              "http://%s:%d/greet?name=%s"
                  .formatted(
                      server.getAddress().getHostAddress(),
                      server.getPort(),
                      URLEncoder.encode(name, UTF_8)));
      ServerProcess.Reply reply = ServerProcess.get(address);
      if (reply.status() != 200) {
        throw new IOException(reply.status() + " " + reply.body());
      }
      return reply.body();
    }

    @Override
    public void close() {}
  }
}
