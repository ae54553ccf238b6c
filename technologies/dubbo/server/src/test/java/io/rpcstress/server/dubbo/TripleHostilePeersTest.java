package io.rpcstress.server.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.HostilePeersContract;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Whatever one peer does over HTTP/1, others are answered. */
class TripleHostilePeersTest extends HostilePeersContract {
  /** With a port of five digits. */
  private static final int ANSWER_BYTES =
      ("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nalt-svc: h2=\":12345\"\r\n"
              + "content-length: 12\r\nconnection: keep-alive\r\n\r\n\"hello, Ada\"")
          .length();

  @Override
  protected List<ServerVariant> variants() {
    return List.of(ServerVariant.values());
  }

  @Override
  protected Server server(Duration stalled, Duration idle) {
    return new TripleServer(new TimeLimits(stalled, idle, Duration.ofSeconds(1)));
  }

  @Override
  protected GoodClient connect(InetSocketAddress server) throws IOException {
    return new JsonClient(server);
  }

  @Override
  protected byte[] request(String name) {
    return JsonClient.greeting(name);
  }

  @Override
  protected int answerBytes() {
    return ANSWER_BYTES;
  }

  private static byte[] head(String lines) {
    return ("POST " + JsonClient.GREET + " HTTP/1.1\r\nHost: b\r\n" + lines).getBytes(US_ASCII);
  }

  @Override
  protected List<byte[]> tooMuch() {
    String json = "Content-Type: application/json\r\n";
    return List.of(
        head(json + "Content-Length: 2147483647\r\n\r\n["),
        head(json + "Content-Length: 99999999999999999999\r\n\r\n["),
        head(json + "Content-Length: -1\r\n\r\n["),
        head(json + "Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n" + "[".repeat(30_000)),
        head(json + "X: " + "x".repeat(9_000)),
        head(json + "Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\n"),
        head("Content-Type: application/grpc+proto\r\nContent-Length: 10\r\n\r\n"),
        head("Content-Type: application/x-yaml\r\nContent-Length: 10\r\n\r\n"),
        head("Content-Type: text/xml\r\nContent-Length: 10\r\n\r\n"),
        // To HTTP/2 or WebSocket by an upgrade, whose body Dubbo would keep without a limit.
        "GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n".getBytes(US_ASCII),
        "POST /grpc.health.v1.Health/Check HTTP/1.1\r\n\r\n".getBytes(US_ASCII),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\377\377\377\0\0\0\0\0\1"
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1),
        "telnet\r\n".getBytes(US_ASCII));
  }
}
