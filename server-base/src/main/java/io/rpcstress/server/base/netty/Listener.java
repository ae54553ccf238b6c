package io.rpcstress.server.base.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
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
import io.rpcstress.server.base.ServerOptions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections up to a limit, one event loop for each processor, and drains them. Used as a
 * {@link io.rpcstress.server.base.Server} is: by one thread, started once, then drained once.
 */
public final class Listener {
  /** Connections that the kernel completes before they are accepted; it may allow fewer. */
  private static final int BACKLOG = 1024;

  /**
   * Read at a time at most, with all that waits in one read. Bounds what a peer can make it keep.
   */
  private static final int MAX_READ_BYTES = 16 * 1024;

  private static final int FIRST_READ_BYTES = 2048;
  private static final int MIN_READ_BYTES = 64;

  private final String technology;
  private final AtomicInteger open = new AtomicInteger();
  private final Set<ServedConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;
  private @Nullable EventLoopGroup loops;
  private @Nullable Channel listener;

  /** What becomes of an accepted connection. Called on its event loop. */
  public interface Accepting {

    /** Serves one. */
    ServedConnection serve(SocketChannel channel);

    /** Ends one that is beyond the limit. */
    default void refuse(SocketChannel channel) {
      var unused = channel.close();
    }
  }

  /** One that is not started; its threads are named after the technology. */
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
    calls.connectionsFrom(open::get);
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
              .option(ChannelOption.SO_BACKLOG, BACKLOG)
              .childOption(ChannelOption.TCP_NODELAY, true)
              .childOption(
                  ChannelOption.RECVBUF_ALLOCATOR,
                  new AdaptiveRecvByteBufAllocator(
                      MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES))
              .childHandler(new Accepted(options.maxConnections(), accepting))
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
    private final Accepting accepting;

    private Accepted(int maxConnections, Accepting accepting) {
      this.maxConnections = maxConnections;
      this.accepting = accepting;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      if (open.incrementAndGet() > maxConnections) {
        open.decrementAndGet();
        accepting.refuse(channel);
        return;
      }
      ServedConnection connection = accepting.serve(channel);
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

  /**
   * Accepts nothing new, answers what was received and ends every connection; cuts what is open
   * when the time is over.
   *
   * @return whether all ended by themselves
   */
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
    connections.forEach(ServedConnection::close);
    group.shutdownGracefully(0, 0, TimeUnit.SECONDS).await(left(end));
    return ended;
  }

  /** Whether all of them ended by a time. */
  private boolean endConnections(long end) throws InterruptedException {
    connections.forEach(ServedConnection::finish);
    while (left(end) > 0) {
      List<ServedConnection> last = List.copyOf(connections);
      if (last.isEmpty()) {
        return true;
      }
      for (ServedConnection connection : last) {
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
