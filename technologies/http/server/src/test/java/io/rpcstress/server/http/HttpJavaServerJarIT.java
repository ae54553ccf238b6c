package io.rpcstress.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.serial.Bounds;
import io.rpcstress.contract.serial.HostileObjects;
import io.rpcstress.contract.serial.SerialObjects;
import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The jar as every server's jar is held to, with Java's own HTTP client. */
class HttpJavaServerJarIT extends ServerJarContract {

  HttpJavaServerJarIT() {
    super("http-java", 9012, 9112);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) {
    return new SerialClient(server);
  }

  @Test
  void whatIsRefusedIsOnStandardError() throws Exception {
    try (ServerProcess server = ServerProcess.ready("http-java")) {
      SerialClient client = new SerialClient(server.address());
      HostileObjects.Refused bomb = HostileObjects.all().get("a hash-collision set bomb");
      assertThat(bomb).isNotNull();
      assertThat(client.post(bomb.stream()).statusCode()).isEqualTo(400);
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(server.usage().callsFailed()).isEqualTo(1);
      Awaitility.await()
          .atMost(Duration.ofSeconds(ServerProcess.PATIENCE_SECONDS))
          .untilAsserted(
              () ->
                  assertThat(server.err())
                      .anyMatch(
                          line ->
                              line.contains(
                                  "server-http-java: refused the class java.util.HashSet")));
    }
  }

  /** A small client of serialised strings. */
  private static final class SerialClient implements Greeter {
    private final HttpClient http = HttpClient.newHttpClient();
    private final SerialObjects objects = new SerialObjects(Bounds.DEFAULTS);
    private final URI address;

    SerialClient(InetSocketAddress server) {
      address =
          URI.create(
              "http://%s:%d/greet"
                  .formatted(server.getAddress().getHostAddress(), server.getPort()));
    }

    HttpResponse<byte[]> post(byte[] body) throws IOException, InterruptedException {
      return http.send(
          HttpRequest.newBuilder(address)
              .version(HttpClient.Version.HTTP_1_1)
              .header("Content-Type", SerialObjects.TYPE)
              .POST(HttpRequest.BodyPublishers.ofByteArray(body))
              .build(),
          HttpResponse.BodyHandlers.ofByteArray());
    }

    @Override
    public String greet(String name) throws Exception {
      HttpResponse<byte[]> reply = post(objects.of(name));
      if (reply.statusCode() != 200) {
        throw new IOException("HTTP status " + reply.statusCode());
      }
      return objects.text(reply.body());
    }

    @Override
    public void close() {}
  }
}
