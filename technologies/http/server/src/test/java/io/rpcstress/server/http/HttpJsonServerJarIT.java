package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The jar as every server's jar is held to, called by clients of other hands. */
class HttpJsonServerJarIT extends ServerJarContract {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  HttpJsonServerJarIT() {
    super("http-json", 9005, 9105);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) {
    return new JdkClient(server, HttpClient.Version.HTTP_1_1);
  }

  @Test
  void curlIsAnsweredAndABadRequestIsCounted() throws Exception {
    assumeTrue(Curl.isHere(), "no curl here");
    try (ServerProcess server = ServerProcess.ready("http-json")) {
      String address = Curl.address(server);
      assertThat(
              Curl.run("-H", "Content-Type: application/json", "-d", "{\"name\":\"Zoë\"}", address))
          .isEqualTo("{\"message\":\"hello, Zoë\"}");
      assertThat(Curl.run("-H", "Content-Type: application/json", "-d", "{}", address))
          .isEqualTo("expected {\"name\": \"...\"}\n");
      assertThat(
              Curl.run(
                  "--http2-prior-knowledge",
                  "-H",
                  "Content-Type: application/json",
                  "-d",
                  "{\"name\":\"Ada\"}",
                  address))
          .isEqualTo("{\"message\":\"hello, Ada\"}");
      String put = address.replace("/greet", "/put");
      assertThat(
              Curl.run(
                  "-H",
                  "Content-Type: application/json",
                  "-d",
                  "{\"key\":\"a2V5\",\"value\":\"AP\\/\\/\"}", // Base64, a slash as some write it
                  put))
          .isEqualTo("{\"success\":true}");
      assertThat(server.usage().callsServed()).isEqualTo(3);
      assertThat(server.usage().callsFailed()).isEqualTo(1);
    }
  }

  @Test
  void manyCallsShareAConnectionOfHttp2() throws Exception {
    int calls = 100;
    try (ServerProcess server = ServerProcess.ready("http-json", "--variant", "tuned")) {
      JdkClient client = new JdkClient(server.address(), HttpClient.Version.HTTP_2);
      // Java's client offers the change with a request; Jetty takes it from one without a body.
      HttpResponse<Void> changed =
          client.http.send(
              HttpRequest.newBuilder(client.address)
                  .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                  .build(),
              HttpResponse.BodyHandlers.discarding());
      assertThat(changed.statusCode()).isEqualTo(204);
      assertThat(changed.version()).isEqualTo(HttpClient.Version.HTTP_2);
      List<CompletableFuture<HttpResponse<String>>> open = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        open.add(client.http.sendAsync(client.request("n" + i), JdkClient.BODIES));
      }
      for (int i = 0; i < calls; i++) {
        HttpResponse<String> reply =
            open.get(i).get(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(reply.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(reply.body()).isEqualTo("{\"message\":\"hello, n" + i + "\"}");
      }
      assertThat(server.usage().openConnections()).isEqualTo(1);
      assertThat(server.usage().callsServed()).isEqualTo(calls);
    }
  }

  /** Java's own HTTP client, which knows nothing of this project. */
  private static final class JdkClient implements Greeter {
    private static final HttpResponse.BodyHandler<String> BODIES =
        HttpResponse.BodyHandlers.ofString(UTF_8);

    private final HttpClient http;
    private final URI address;

    JdkClient(InetSocketAddress server, HttpClient.Version version) {
      http = HttpClient.newBuilder().version(version).build();
      address =
          URI.create(
              "http://%s:%d/greet"
                  .formatted(server.getAddress().getHostAddress(), server.getPort()));
    }

    HttpRequest request(String name) {
      return HttpRequest.newBuilder(address)
          .header("Content-Type", "application/json")
          .POST(
              HttpRequest.BodyPublishers.ofString(
                  JSON.createObjectNode().put("name", name).toString()))
          .build();
    }

    @Override
    public String greet(String name) throws Exception {
      HttpResponse<String> reply = http.send(request(name), BODIES);
      if (reply.statusCode() != 200) {
        throw new IOException(reply.statusCode() + " " + reply.body());
      }
      return JSON.readTree(reply.body()).get("message").asString();
    }

    @Override
    public void close() {}
  }
}
