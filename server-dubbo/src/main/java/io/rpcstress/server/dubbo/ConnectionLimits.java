package io.rpcstress.server.dubbo;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.WatchedConnections;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Function;
import org.apache.dubbo.common.URL;
import org.jspecify.annotations.Nullable;

/**
 * What Dubbo's transport has to know of the server that it belongs to: where to listen, and what
 * limits each connection. Dubbo keeps it among its beans. Thread-safe.
 */
final class ConnectionLimits {
  /** What frames that have not arrived whole may hold, of all connections together, bytes. */
  private static final long MAX_BEGUN_BYTES = 32 * 1024 * 1024;

  private final HeldBytes begun = new HeldBytes(MAX_BEGUN_BYTES);
  private final InetSocketAddress address;
  private final WatchedConnections connections;
  private final CallCounter calls;
  private final TimeLimits limits;
  private volatile @Nullable Runnable stopAccepting;

  /** Of a server that does not listen yet. */
  ConnectionLimits(
      InetSocketAddress address,
      WatchedConnections connections,
      CallCounter calls,
      TimeLimits limits) {
    this.address = address;
    this.connections = connections;
    this.calls = calls;
    this.limits = limits;
  }

  /** Those of the server that a URL belongs to. */
  static ConnectionLimits of(URL url) {
    return url.getOrDefaultFrameworkModel().getBeanFactory().getBean(ConnectionLimits.class);
  }

  /** Exactly where to listen: Dubbo would take a loopback address for any address. */
  InetSocketAddress address() {
    return address;
  }

  /** How the server is told to accept no more. */
  void stoppedBy(Runnable stop) {
    stopAccepting = stop;
  }

  /** Puts a handler that limits a connection before what Dubbo sets it up with. */
  ChannelHandler before(ChannelHandler dubbos) {
    Function<SocketChannel, Connection> limiting =
        channel -> {
          Connection connection = new Connection(channel, calls, limits, begun);
          channel.pipeline().addLast(connection, dubbos);
          return connection;
        };
    return new ChannelInitializer<SocketChannel>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        if (!connections.admit(channel, limiting)) {
          var unused = channel.close();
        }
      }
    };
  }

  /** Accepts no more, answers what was received, ends all. */
  boolean drain(Duration atMost) throws InterruptedException {
    Runnable stop = stopAccepting;
    if (stop != null) {
      stop.run();
    }
    return connections.drain(atMost);
  }
}
