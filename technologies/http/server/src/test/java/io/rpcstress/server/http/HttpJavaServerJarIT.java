package io.rpcstress.server.http;

import io.rpcstress.contract.serial.SerialObjects;
import io.rpcstress.server.base.ServerJarContract;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The jar as every server's jar is held to, with Java's own HTTP client. */
class HttpJavaServerJarIT extends ServerJarContract {

  HttpJavaServerJarIT() {
    super("http-java", 9012, 9112);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) {
    return new SerialClient(server);
  }

  /** A small client of serialised strings. */
  private static final class SerialClient implements Greeter {
    private final HttpClient http = HttpClient.newHttpClient();
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
      HttpResponse<byte[]> reply = post(SerialObjects.of(name));
      if (reply.statusCode() != 200) {
        throw new IOException("HTTP status " + reply.statusCode());
      }
      return SerialObjects.text(reply.body());
    }

    @Override
    public void close() {}
  }
}
