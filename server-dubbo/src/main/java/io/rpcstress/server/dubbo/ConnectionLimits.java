package io.rpcstress.server.dubbo;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.rpcstress.server.base.netty.LimitedConnections;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.apache.dubbo.common.URL;
import org.jspecify.annotations.Nullable;

/**
 * What Dubbo's transport has to know of the server that it belongs to: where to listen, and what
 * limits each connection. Dubbo keeps it among its beans. Thread-safe.
 */
final class ConnectionLimits {
  private final InetSocketAddress address;
  private final LimitedConnections connections;
  private volatile @Nullable Runnable stopAccepting;

  /** Of a server that does not listen yet. */
  ConnectionLimits(InetSocketAddress address, LimitedConnections connections) {
    this.address = address;
    this.connections = connections;
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
    return new ChannelInitializer<SocketChannel>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        if (connections.admit(channel, Connection::new)) {
          channel.pipeline().addLast(dubbos);
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
