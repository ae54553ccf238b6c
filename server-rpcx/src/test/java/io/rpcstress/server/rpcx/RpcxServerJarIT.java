package io.rpcstress.server.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The jar as every server's jar is held to, and the limit of a name. */
class RpcxServerJarIT extends ServerJarContract {
  RpcxServerJarIT() {
    super("rpcx", 9001);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) {
    return new ProxyClient(server);
  }

  @Test
  void aNameBeyondTheLimitIsAnsweredWithAStatusAndCounted() {
    ServerProcess server = shared();
    ServerUsage before = server.usage();
    try (ProxyClient client = new ProxyClient(server.address())) {
      assertThatThrownBy(() -> client.greet("x".repeat(4097)))
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("4096");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(server.usage().callsFailed() - before.callsFailed()).isEqualTo(1);
      assertThat(server.usage().callsServed() - before.callsServed()).isEqualTo(1);
    }
  }

  /** The remote service as a client sees it. */
  @RPCXClient(remoteServerName = GreetNames.RPCX_SERVICE)
  interface Remote {
    @Method(GreetNames.RPCX_METHOD)
    String greet(String name);
  }

  /** One connection and the proxy on it. */
  private static final class ProxyClient implements Greeter {
    private final RPCX rpcx;
    private final Remote remote;

    ProxyClient(InetSocketAddress server) {
      rpcx =
          RPCX.builder()
              .address(server.getAddress().getHostAddress())
              .port(server.getPort())
              .deadline(Duration.ofSeconds(ServerProcess.PATIENCE_SECONDS))
              .build();
      remote = rpcx.client(Remote.class);
    }

    @Override
    public String greet(String name) {
      return remote.greet(name);
    }

    @Override
    public void close() {
      rpcx.close();
    }
  }
}
