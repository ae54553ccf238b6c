package io.rpcstress.server.base.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections up to a limit, one event loop for each processor, and drains them. Used as a
 * {@link io.rpcstress.server.base.Server} is: by one thread, started once, then drained once.
 */
public final class Listener {
  private final String technology;
  private @Nullable Running running;

  private record Running(OpenChannels connections, EventLoopGroup loops, Channel listener) {}

  /** What becomes of an accepted connection. Called on its event loop. */
  public interface Accepting {

    void serve(SocketChannel channel);

    /** Ends one that is beyond the limit. */
    default void refuse(SocketChannel channel) {
      var unused = channel.close();
    }
  }

  public Listener(String technology) {
    this.technology = technology;
  }

  /**
   * Starts to accept connections.
   *
   * @return the bound address
   * @throws Exception where it cannot listen there
   */
  public InetSocketAddress start(ServerOptions options, CallCounter calls, Accepting accepting)
      throws Exception {
    OpenChannels connections = new OpenChannels(options.maxConnections(), calls);
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(),
            new DefaultThreadFactory(technology),
            NioIoHandler.newFactory());
    try {
      Channel bound =
          new ServerBootstrap()
              .group(group)
              .channel(NioServerSocketChannel.class)
              .option(ChannelOption.SO_BACKLOG, Server.BACKLOG)
              .childOption(ChannelOption.TCP_NODELAY, true)
              .childHandler(
                  new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                      if (connections.admit(channel)) {
                        accepting.serve(channel);
                      } else {
                        accepting.refuse(channel);
                      }
                    }
                  })
              .bind(options.address())
              .sync()
              .channel();
      running = new Running(connections, group, bound);
      return (InetSocketAddress) bound.localAddress();
    } catch (Exception e) {
      var unused = group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      throw e;
    }
  }

  /**
   * Accepts nothing new, answers what was received and ends every connection; cuts what is open
   * when the time is over, and returns whether all ended by themselves.
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    Running now = running;
    if (now == null) {
      return true;
    }
    long end = System.nanoTime() + atMost.toNanos();
    now.listener.close().sync();
    boolean ended = now.connections.close(left(end));
    now.loops
        .shutdownGracefully(0, 0, TimeUnit.SECONDS)
        .await(left(end).toNanos(), TimeUnit.NANOSECONDS);
    return ended;
  }

  /** Until then; nothing where it is past. */
  private static Duration left(long end) {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }
}
