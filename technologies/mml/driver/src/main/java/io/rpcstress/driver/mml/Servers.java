package io.rpcstress.driver.mml;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.rpcstress.contract.mml.Frame;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The connections to all servers. A call goes to the next one in turn that is connected; a
 * connection that is lost is made again in the background. Thread-safe.
 */
final class Servers {
  /** Between two attempts to connect to a server that is away. */
  private static final Duration RETRY = Duration.ofMillis(200);

  private final EventLoopGroup loops;
  private final List<ServerSlot> slots = new ArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final Duration connectTimeout;
  private final boolean coalescing;
  private volatile boolean closed;

  private Servers(Target target, DriverOptions options, boolean coalescing) {
    this.connectTimeout = options.connectTimeout();
    this.coalescing = coalescing;
    int each = options.connections().count();
    List<Address> servers =
        Stream.concat(Stream.of(target.primary()), target.replicas().stream()).toList();
    // One after the other of each, so that the first calls meet all servers.
    for (int i = 0; i < each; i++) {
      servers.forEach(address -> slots.add(new ServerSlot(address)));
    }
    loops =
        new MultiThreadIoEventLoopGroup(
            Math.min(slots.size(), Runtime.getRuntime().availableProcessors()),
            new DefaultThreadFactory("mml-client", /* daemon= */ true),
            NioIoHandler.newFactory());
  }

  /** Connects to all of them. */
  static Servers connected(Target target, DriverOptions options, boolean coalescing)
      throws CallException {
    Servers servers = new Servers(target, options, coalescing);
    CallException last = closed();
    boolean any = false;
    for (ServerSlot each : servers.slots) {
      try {
        var unused = each.connected();
        any = true;
      } catch (CallException e) {
        last = e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        servers.close();
        throw new CallException(FailureKind.CONNECT, "interrupted while it connected", e);
      }
    }
    if (!any) {
      servers.close();
      throw last;
    }
    return servers;
  }

  private static CallException closed() {
    return new CallException(FailureKind.DISCONNECTED, "the session is closed");
  }

  /** The next connection in turn that is there; null where none is. */
  @Nullable Link next() {
    int first = turn.getAndIncrement();
    for (int i = 0; i < slots.size(); i++) {
      Link link = slots.get(Math.floorMod(first + i, slots.size())).link;
      if (link != null && link.takesCalls()) {
        return link;
      }
    }
    return null;
  }

  /** The same, connecting where none is there. */
  Link nextOrConnected() throws CallException, InterruptedException {
    Link there = next();
    if (there != null) {
      return there;
    }
    CallException last = closed();
    for (ServerSlot each : slots) {
      try {
        return each.connected();
      } catch (CallException e) {
        last = e;
      }
    }
    throw last;
  }

  void close() {
    closed = true;
    for (ServerSlot each : slots) {
      Link link = each.link;
      if (link != null) {
        link.end(closed());
      }
    }
    var unused = loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
  }

  /** One server, and the connection to it where there is one. */
  private final class ServerSlot {
    private final Address address;

    /** Whether it will be connected to in a while. */
    private final AtomicBoolean waiting = new AtomicBoolean();

    private volatile @Nullable Link link;

    /** Under the lock: the connection that is being made. */
    private @Nullable CompletableFuture<Link> attempt;

    ServerSlot(Address address) {
      this.address = address;
    }

    private boolean isConnected() {
      Link there = link;
      return there != null && there.isOpen();
    }

    /** Its connection, made where there is none; all who come meanwhile wait for that. */
    Link connected() throws CallException, InterruptedException {
      Link there = link;
      if (there != null && there.isOpen()) {
        return there;
      }
      if (closed) {
        throw closed();
      }
      try {
        return attempt().get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof CallException known ? known : failed(e.getCause());
      }
    }

    private synchronized CompletableFuture<Link> attempt() {
      CompletableFuture<Link> now = attempt;
      if (now == null) {
        CompletableFuture<Link> started = new CompletableFuture<>();
        attempt = started;
        Link made = new Link(address.toString(), coalescing, this::lost);
        var unused = connect(made).addListener(done -> ended(started, made, done.cause()));
        return started;
      }
      return now;
    }

    private void ended(CompletableFuture<Link> started, Link made, @Nullable Throwable problem) {
      synchronized (this) {
        attempt = null;
      }
      if (problem != null) {
        later();
        started.completeExceptionally(failed(problem));
      } else if (closed) {
        made.end(closed());
        started.completeExceptionally(closed());
      } else {
        link = made;
        if (!made.isOpen()) { // lost() came too early to know it
          later();
        }
        started.complete(made);
      }
    }

    private ChannelFuture connect(Link made) {
      return new Bootstrap()
          .group(loops)
          .channel(NioSocketChannel.class)
          .option(ChannelOption.TCP_NODELAY, true)
          .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, DriverOptions.millis(connectTimeout))
          .handler(
              new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(SocketChannel channel) {
                  channel
                      .pipeline()
                      .addLast(
                          new LengthFieldBasedFrameDecoder(
                              Frame.LENGTH_BYTES + Frame.MAX_LENGTH,
                              0,
                              Frame.LENGTH_BYTES,
                              0,
                              Frame.LENGTH_BYTES),
                          made);
                }
              })
          .connect(address.host(), address.port());
    }

    private CallException failed(@Nullable Throwable cause) {
      return new CallException(
          FailureKind.CONNECT,
          cause == null ? "cannot connect to " + address : NetworkFailures.describe(cause),
          cause);
    }

    private void lost() {
      if (link != null) { // else it was never there, and ended() has the reason
        later();
      }
    }

    /** Connects in a while, again and again, unless it is there. */
    private void later() {
      if (!closed && waiting.compareAndSet(false, true)) {
        var unused = loops.schedule(this::tryAgain, RETRY.toMillis(), TimeUnit.MILLISECONDS);
      }
    }

    private void tryAgain() {
      waiting.set(false);
      if (!closed && !isConnected()) {
        var unused = attempt();
      }
    }
  }
}
