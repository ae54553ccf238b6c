package io.rpcstress.server.openfeign;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
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
    try (ServerProcess server = ServerProcess.ready("openfeign");
        HttpClient client = new HttpClient(server.address())) {
      assertThatThrownBy(() -> client.greet("x".repeat(4097)))
          .hasMessageContaining("400")
          .hasMessageContaining("4096");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(server.usage().callsFailed()).isEqualTo(1);
      assertThat(server.usage().callsServed()).isEqualTo(1);
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
