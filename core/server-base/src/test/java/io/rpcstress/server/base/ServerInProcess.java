package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ServerVariant;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Tests of a server in this process, on any port of loopback, which is drained behind each. */
@Timeout(120)
public abstract class ServerInProcess {
  /** Longer than any test takes. */
  protected static final Duration LONG = Duration.ofSeconds(60);

  private static final int MAX_CONNECTIONS = 20;

  private @Nullable Server running;

  /** For subclasses. */
  protected ServerInProcess() {}

  /** One that is not started. */
  protected abstract Server server();

  /** Starts a variant, once in a test. */
  protected final InetSocketAddress start(ServerVariant variant) throws Exception {
    Server server = server();
    running = server;
    return server.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            variant,
            MAX_CONNECTIONS,
            LONG),
        new CallCounter());
  }

  /** Drains it, within a minute; nothing where none runs. */
  @AfterEach
  protected final void stop() throws InterruptedException {
    Server server = running;
    if (server != null) {
      running = null;
      assertThat(server.drain(LONG)).isTrue();
    }
  }
}
