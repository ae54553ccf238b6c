package io.rpcstress.rpcx.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.tls.TlsContexts;
import io.rpcstress.rpcx.tls.TlsRecords;
import io.rpcstress.rpcx.wire.Hello;
import io.rpcstress.rpcx.wire.ReadTurn;
import io.rpcstress.rpcx.wire.WireChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to make a connection: finds the addresses of the host anew, and tries one after the
 * other, first those with the fewest connections, until one takes the connection. All of them share
 * the time that one connection may take, but each gets at least {@link Limits#MIN_CONNECT_MILLIS}.
 * After its start confined to the event loop.
 */
final class ConnectAttempt implements Runnable, ChannelFutureListener {
  private final Connection connection;
  private final ClientSettings settings;
  private final Address address;
  private final EventLoop loop;
  private final HostNames names;
  private List<InetAddress> addresses = List.of();
  private int tried;
  private boolean resolved;
  private @Nullable ServerWatch watch;

  ConnectAttempt(Connection connection, ClientSettings settings, EventLoop loop, HostNames names) {
    this.connection = connection;
    this.settings = settings;
    this.loop = loop;
    this.names = names;
    address = connection.slot().address();
  }

  /** Begins; called by any thread. */
  void start() {
    onLoop(this);
  }

  @Override
  public void run() {
    if (settings.inProcess() != null) {
      var unused =
          bootstrap()
              .channel(LocalChannel.class)
              .connect(new LocalAddress(address.host()))
              .addListener(this);
      return;
    }
    InetAddress literal = HostNames.literal(address.host());
    if (literal != null) {
      addresses = List.of(literal);
      next();
      return;
    }
    ScheduledFuture<?> patience =
        loop.schedule(
            this::unresolved, settings.limits().connectTimeout().toNanos(), TimeUnit.NANOSECONDS);
    var unused =
        names
            .resolve(address.host())
            .whenComplete((found, problem) -> onLoop(() -> resolved(found, problem, patience)));
  }

  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      connection.close(Slot.clientClosed());
    }
  }

  private void resolved(
      @Nullable List<InetAddress> found, @Nullable Throwable problem, ScheduledFuture<?> patience) {
    if (resolved) {
      return;
    }
    resolved = true;
    boolean unused = patience.cancel(false);
    if (found == null) {
      failed(
          "cannot find the address of "
              + address.host()
              + ": "
              + (problem == null ? "none" : problem.getMessage()),
          problem);
    } else {
      addresses = connection.slot().endpoint().inOrder(found, connection);
      connection.slot().endpoint().spread(address, found.size());
      next();
    }
  }

  private void unresolved() {
    if (!resolved) {
      resolved = true;
      failed(
          "the address of "
              + address.host()
              + " was not found within "
              + settings.limits().connectTimeout().toMillis()
              + " ms",
          null);
    }
  }

  private void next() {
    InetAddress target = addresses.get(tried++);
    connection.host(target);
    var unused =
        bootstrap()
            .channel(settings.tls() == null ? WireChannel.class : NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis())
            .connect(new InetSocketAddress(target, address.port()))
            .addListener(this);
  }

  private Bootstrap bootstrap() {
    int high = settings.limits().writeBufferBytes();
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(high / 2, high))
            .handler(new Pipeline());
    if (settings.tls() != null) {
      bootstrap.option(ChannelOption.RECVBUF_ALLOCATOR, ReadTurn.encrypted());
    }
    return bootstrap;
  }

  private int timeoutMillis() {
    long share = settings.limits().connectTimeout().toMillis() / addresses.size();
    return (int) Math.min(Integer.MAX_VALUE, Math.max(Limits.MIN_CONNECT_MILLIS, share));
  }

  @Override
  public void operationComplete(ChannelFuture attempt) {
    Throwable problem = attempt.cause();
    if (problem == null) {
      ServerWatch watching = watch;
      if (watching != null) {
        connection.opened(attempt.channel(), watching, hello(attempt.channel()));
      }
      if (tried > 1 && connection.slot().endpoint().hasSeveral()) {
        // The host that this connection was for may be back by then.
        var unused = loop.schedule(this::leave, Limits.EJECTION.toNanos(), TimeUnit.NANOSECONDS);
      }
    } else if (tried < addresses.size() && connection.usable()) {
      next();
    } else {
      failed("cannot connect to " + address + ": " + problem.getMessage(), problem);
    }
  }

  private void leave() {
    connection
        .slot()
        .drained(
            connection,
            RPCXException.withoutTrace(
                StatusCode.UNAVAILABLE, "the connection is replaced by one to another host"));
  }

  private byte[] hello(Channel channel) {
    String token = settings.token();
    return Hello.ofClient(
            settings.limits().maxFrameBytes(),
            token == null ? "" : token,
            settings.deadlineMillis(),
            offersCompression(channel))
        .frame();
  }

  private boolean offersCompression(Channel channel) {
    return settings.compressed() && channel instanceof WireChannel;
  }

  private void failed(String message, @Nullable Throwable cause) {
    connection
        .slot()
        .lost(connection, RPCXException.notSent(StatusCode.UNAVAILABLE, message, cause));
  }

  /** Sets up the channel. */
  private final class Pipeline extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      keepAlive(channel, ExtendedSocketOptions.TCP_KEEPIDLE, Limits.TCP_KEEP_IDLE_SECONDS);
      keepAlive(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, Limits.TCP_KEEP_INTERVAL_SECONDS);
      keepAlive(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, Limits.TCP_KEEP_COUNT);
      TlsContexts tls = settings.tls();
      if (tls != null) {
        SslHandler handler =
            tls.current().newHandler(channel.alloc(), address.host(), address.port());
        handler.setHandshakeTimeoutMillis(settings.limits().handshakeTimeout().toMillis());
        TlsRecords.add(channel.pipeline(), handler);
      }
      ServerWatch watching = new ServerWatch(connection, channel, settings.limits());
      watch = watching;
      ClientHandler reader =
          new ClientHandler(
              connection,
              watching,
              settings.limits(),
              connection.slot().endpoint().receiving(),
              offersCompression(channel));
      channel.pipeline().addLast(reader);
      if (channel instanceof WireChannel straight) {
        straight.readWith(reader);
      }
    }

    /** The kernel probes, too, where its interval can be set; pings do not depend on it. */
    private void keepAlive(Channel channel, SocketOption<Integer> option, int value) {
      try {
        boolean unused = channel.config().setOption(NioChannelOption.of(option), value);
      } catch (ChannelException | UnsupportedOperationException e) {
        // Not on this system.
      }
    }
  }
}
