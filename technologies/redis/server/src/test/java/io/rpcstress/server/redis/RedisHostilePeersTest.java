package io.rpcstress.server.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.server.base.HostilePeersContract;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What every server owes whose connections stay open; what is RESP's alone is in the other test.
 */
class RedisHostilePeersTest extends HostilePeersContract {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration LINGER = Duration.ofMillis(200);

  @Override
  protected Server server(Duration stalled, Duration idle) {
    return new RedisServer(new TimeLimits(stalled, idle, LINGER));
  }

  @Override
  protected GoodClient connect(InetSocketAddress server) throws IOException {
    RespClient client = new RespClient(server, LONG);
    return new GoodClient() {
      @Override
      public String greet(String name) throws IOException {
        try {
          return client.ask("greet", name);
        } catch (IllegalStateException closed) {
          throw new IOException(closed);
        }
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }

  @Override
  protected byte[] request(String name) {
    return RespClient.command("greet", name);
  }

  @Override
  protected int answerBytes() {
    return "$10\r\nhello, Ada\r\n".length();
  }

  @Override
  protected List<byte[]> tooMuch() {
    return Stream.of(
            "*1000000000\r\n",
            "*2\r\n*2\r\n",
            "*2\r\n$5\r\ngreet\r\n$536870912\r\n", // what Netty's own aggregator would take
            "*2\r\n$5\r\ngreet\r\n$2147483647\r\n")
        .map(text -> text.getBytes(UTF_8))
        .toList();
  }
}
