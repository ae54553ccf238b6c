package io.rpcstress.server.bolt;

import com.alipay.remoting.ExtendedNettyChannelHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.WatchedConnections;
import java.util.List;

/**
 * Puts a handler that limits a connection before SOFABolt's own, and closes what is beyond the
 * limit. Thread-safe.
 */
final class ConnectionLimits implements ExtendedNettyChannelHandler {
  /** What frames that have not arrived whole may hold, of all connections together, bytes. */
  private static final long MAX_BEGUN_BYTES = 32 * 1024 * 1024;

  private final WatchedConnections connections;
  private final HeldBytes begun = new HeldBytes(MAX_BEGUN_BYTES);
  private final CallCounter calls;
  private final TimeLimits limits;

  ConnectionLimits(WatchedConnections connections, CallCounter calls, TimeLimits limits) {
    this.connections = connections;
    this.calls = calls;
    this.limits = limits;
  }

  @Override
  public List<ChannelHandler> frontChannelHandlers() {
    return List.of(new Admitting());
  }

  @Override
  public List<ChannelHandler> backChannelHandlers() {
    return List.of();
  }

  /** Knows its channel, which SOFABolt does not tell, once it is added. */
  private final class Admitting extends ChannelInboundHandlerAdapter {
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      SocketChannel channel = (SocketChannel) context.channel();
      boolean admitted =
          connections.admit(
              channel,
              accepted -> {
                Connection connection = new Connection(accepted, calls, limits, begun);
                channel.pipeline().addFirst(connection);
                return connection;
              });
      if (!admitted) {
        var unused = channel.close();
      }
    }
  }
}
