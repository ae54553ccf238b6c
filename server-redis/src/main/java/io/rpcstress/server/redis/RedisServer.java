package io.rpcstress.server.redis;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
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
import io.rpcstress.server.base.ServerProgram;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Greet over the Redis protocol, RESP2: a server that any Redis client can call, and that keeps
 * nothing of Redis but how it speaks. The commands of a connection are answered in their order, so
 * clients may pipeline.
 *
 * <p>One event loop for each processor serves all connections. There is nothing to tune but on the
 * client: the variant {@code tuned} is the same as {@code example}.
 */
public final class RedisServer implements Server {
  /** Connections that the kernel completes before they are accepted; it may allow fewer. */
  private static final int BACKLOG = 1024;

  /**
   * Read at a time at most: some hundred pipelined commands. Bounds what a peer can make it keep.
   */
  private static final int MAX_READ_BYTES = 16 * 1024;

  private static final int FIRST_READ_BYTES = 2048;
  private static final int MIN_READ_BYTES = 64;

  private final TimeLimits limits;
  private final AtomicInteger open = new AtomicInteger();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;
  private @Nullable EventLoopGroup loops;
  private @Nullable Channel listener;

  /** A server that is not started. */
  public RedisServer() {
    this(TimeLimits.DEFAULTS);
  }

  RedisServer(TimeLimits limits) {
    this.limits = limits;
  }

  /** Runs the server until the process is told to end. */
  public static void main(String[] args) {
    ServerProgram.main(new RedisServer(), args);
  }

  @Override
  public String technology() {
    return "redis";
  }

  @Override
  public int defaultPort() {
    return 9007;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws Exception {
    calls.connectionsFrom(open::get);
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(),
            new DefaultThreadFactory("redis"),
            NioIoHandler.newFactory());
    try {
      Channel bound =
          new ServerBootstrap()
              .group(group)
              .channel(NioServerSocketChannel.class)
              .option(ChannelOption.SO_BACKLOG, BACKLOG)
              .childOption(ChannelOption.TCP_NODELAY, true)
              .childOption(
                  ChannelOption.RECVBUF_ALLOCATOR,
                  new AdaptiveRecvByteBufAllocator(
                      MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES))
              .childHandler(new Accepted(options.maxConnections(), calls))
              .bind(options.address())
              .sync()
              .channel();
      loops = group;
      listener = bound;
      return (InetSocketAddress) bound.localAddress();
    } catch (Exception e) {
      var unused = group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      throw e;
    }
  }

  /** Serves what is accepted, up to the limit. */
  private final class Accepted extends ChannelInitializer<SocketChannel> {
    private final int maxConnections;
    private final CallCounter calls;
    private final Commands commands;

    private Accepted(int maxConnections, CallCounter calls) {
      this.maxConnections = maxConnections;
      this.calls = calls;
      this.commands = new Commands(calls);
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      if (open.incrementAndGet() > maxConnections) {
        open.decrementAndGet();
        ByteBuf reply = channel.alloc().ioBuffer();
        Replies.error(reply, "max number of clients reached");
        channel.writeAndFlush(reply).addListener(ChannelFutureListener.CLOSE);
        return;
      }
      Connection connection = Connection.serve(channel, commands, calls, limits);
      connections.add(connection);
      connection
          .closed()
          .addListener(
              closed -> {
                connections.remove(connection);
                open.decrementAndGet();
              });
      if (draining) {
        connection.finish();
      }
    }
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    EventLoopGroup group = loops;
    Channel bound = listener;
    if (group == null || bound == null) {
      return true;
    }
    long end = System.nanoTime() + atMost.toNanos();
    draining = true;
    bound.close().sync();
    boolean ended = endConnections(end);
    connections.forEach(Connection::close);
    group.shutdownGracefully(0, 0, TimeUnit.SECONDS).await(left(end));
    return ended;
  }

  /** Whether all of them ended by a time. */
  private boolean endConnections(long end) throws InterruptedException {
    connections.forEach(Connection::finish);
    while (left(end) > 0) {
      List<Connection> last = List.copyOf(connections);
      if (last.isEmpty()) {
        return true;
      }
      for (Connection connection : last) {
        connection.closed().await(left(end));
      }
    }
    return connections.isEmpty();
  }

  /** Until then, ms; 0 where it is past. */
  private static long left(long end) {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
  }
}
