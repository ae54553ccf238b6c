package io.rpcstress.server.redis;

import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** The jar as every server's jar is held to. */
class RedisServerJarIT extends ServerJarContract {
  RedisServerJarIT() {
    super("redis", 9007);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    RespClient client = new RespClient(server, Duration.ofSeconds(ServerProcess.PATIENCE_SECONDS));
    return new Greeter() {
      @Override
      public String greet(String name) throws IOException {
        return client.ask("greet", name);
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }
}
