package io.rpcstress.server.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.contract.PutNames;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The jar as every server's jar is held to, and the limits of what it takes. */
class RpcxServerJarIT extends ServerJarContract {
  RpcxServerJarIT() {
    super("rpcx", 9001);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) {
    return new ProxyClient(server);
  }

  @Test
  void whatIsBeyondTheLimitsIsAnsweredWithAStatusAndCounted() {
    ServerProcess server = shared();
    ServerUsage before = server.usage();
    try (ProxyClient client = new ProxyClient(server.address())) {
      assertThatThrownBy(() -> client.greet("x".repeat(4097)))
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("4096");
      assertThatThrownBy(() -> client.store.put(new byte[1025], new byte[1]))
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("1025");
      assertThatThrownBy(() -> client.store.put(new byte[1], new byte[16_385]))
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("16385");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(client.store.put(new byte[1024], new byte[16_384])).isTrue();
      assertThat(server.usage().callsFailed() - before.callsFailed()).isEqualTo(3);
      assertThat(server.usage().callsServed() - before.callsServed()).isEqualTo(2);
    }
  }

  @Test
  void aClientThatOffersToCompressIsServedSo() {
    InetSocketAddress server = shared().address();
    try (RPCX rpcx =
        RPCX.builder()
            .address(server.getAddress().getHostAddress())
            .port(server.getPort())
            .compressed()
            .build()) {
      assertThat(rpcx.client(Remote.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(rpcx.compressedConnections()).isEqualTo(1);
    }
  }

  /** The remote service as a client sees it. */
  @RPCXClient(remoteServerName = GreetNames.RPCX_SERVICE)
  interface Remote {
    @Method(GreetNames.RPCX_METHOD)
    String greet(String name);
  }

  /** The put service as a client sees it. */
  @RPCXClient(remoteServerName = PutNames.RPCX_SERVICE)
  interface RemoteStore {
    @Method(PutNames.RPCX_METHOD)
    boolean put(byte[] key, byte[] value);
  }

  /** One connection and the proxies on it. */
  private static final class ProxyClient implements Greeter {
    private final RPCX rpcx;
    private final Remote remote;
    private final RemoteStore store;

    ProxyClient(InetSocketAddress server) {
      rpcx =
          RPCX.builder()
              .address(server.getAddress().getHostAddress())
              .port(server.getPort())
              .deadline(Duration.ofSeconds(ServerProcess.PATIENCE_SECONDS))
              .build();
      remote = rpcx.client(Remote.class);
      store = rpcx.client(RemoteStore.class);
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
