package io.rpcstress.server.dubbo;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.Constants;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.transport.netty4.NettyChannelHandler;
import org.apache.dubbo.remoting.transport.netty4.NettyEventLoopFactory;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationServer;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationServerHandler;
import org.jspecify.annotations.Nullable;

/**
 * Dubbo's server of several protocols on a port, which listens where it is told, has limits, and
 * knows Triple alone.
 */
final class TripleListener extends NettyPortUnificationServer {
  /** Nothing is under way any more when it ends. */
  private static final long END_MILLIS = 1;

  // Set by doOpen0, which its superclass calls before any initialiser here would run.
  private @Nullable EventLoopGroup accepting;
  private @Nullable EventLoopGroup reading;
  private @Nullable Channel listener;

  /** Listens at once. */
  TripleListener(URL url, ChannelHandler handler) throws RemotingException {
    super(url, handler);
  }

  @Override
  public void doOpen0() {
    ConnectionLimits limits = ConnectionLimits.of(getUrl());
    BoundedTriple triple = new BoundedTriple();
    triple.setFrameworkModel(getUrl().getOrDefaultFrameworkModel());
    Map<String, org.apache.dubbo.remoting.Channel> open = new ConcurrentHashMap<>();
    EventLoopGroup one = NettyEventLoopFactory.eventLoopGroup(1, "TripleAccepting");
    accepting = one;
    EventLoopGroup many =
        NettyEventLoopFactory.eventLoopGroup(Constants.DEFAULT_IO_THREADS, "TripleReading");
    reading = many;
    listener =
        new ServerBootstrap()
            .group(one, many)
            .channel(NettyEventLoopFactory.serverSocketChannelClass())
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .childHandler(
                limits.before(
                    new ChannelInitializer<SocketChannel>() {
                      @Override
                      protected void initChannel(SocketChannel channel) {
                        channel
                            .pipeline()
                            .addLast(
                                // Forgets what Dubbo keeps of each connection, when it ends.
                                new NettyChannelHandler(open, getUrl(), TripleListener.this),
                                new NettyPortUnificationServerHandler(
                                    getUrl(),
                                    false,
                                    Map.of(BoundedTriple.NAME, triple),
                                    TripleListener.this,
                                    getSupportedUrls(),
                                    getSupportedHandlers()));
                      }
                    }))
            .bind(limits.address())
            .syncUninterruptibly()
            .channel();
  }

  /** What is open stays so. */
  void stopAccepting() {
    Channel bound = listener;
    if (bound != null) {
      var unused = bound.close();
    }
  }

  @Override
  public void doClose() {
    stopAccepting();
    end(accepting);
    end(reading);
  }

  private static void end(@Nullable EventLoopGroup group) {
    if (group != null) {
      var unused = group.shutdownGracefully(0, END_MILLIS, TimeUnit.MILLISECONDS);
    }
  }
}
