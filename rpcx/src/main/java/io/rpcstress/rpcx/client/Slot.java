package io.rpcstress.rpcx.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The place of one connection: makes it when a call needs one, and makes another when it was lost,
 * not more often than the back-off allows. A call that comes while it backs off fails at once:
 * waiting would only hide that the server is away. Thread-safe.
 */
final class Slot {
  private static final int MAX_CONNECT_MILLIS = Integer.MAX_VALUE;

  private final ReentrantLock lock = new ReentrantLock();
  private final ClientSettings settings;
  private final EventLoop loop;
  private final String host;
  private final int port;
  private final Backoff backoff;
  private volatile @Nullable Connection current;
  private @Nullable RPCXException lastFailure;
  private long notBeforeNanos;
  private boolean closed;

  Slot(ClientSettings settings, EventLoop loop, String host, int port) {
    this.settings = settings;
    this.loop = loop;
    this.host = host;
    this.port = port;
    backoff = new Backoff(settings.limits(), new Jitter());
  }

  /**
   * The connection for a new call.
   *
   * @throws RPCXException UNAVAILABLE if there is none and it is too early to try again
   */
  Connection connection() {
    Connection connection = current;
    if (connection != null && connection.usable()) {
      return connection;
    }
    lock.lock();
    try {
      connection = current;
      if (connection != null && connection.usable()) {
        return connection;
      }
      if (closed) {
        throw new RPCXException(StatusCode.UNAVAILABLE, "this client is closed");
      }
      RPCXException failure = lastFailure;
      long wait = notBeforeNanos - System.nanoTime();
      if (failure != null && wait > 0) {
        throw new RPCXException(
            failure.status(),
            failure.reason() + "; next attempt in " + (wait / 1_000_000 + 1) + " ms",
            failure);
      }
      connection = new Connection(loop, settings.limits(), settings.deadlineMillis());
      current = connection;
    } finally {
      lock.unlock();
    }
    connect(connection);
    return connection;
  }

  private void connect(Connection connection) {
    Limits limits = settings.limits();
    int high = limits.writeBufferBytes();
    var unused =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.min(MAX_CONNECT_MILLIS, limits.connectTimeout().toMillis()))
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(high / 2, high))
            .handler(new Pipeline(connection))
            .connect(InetSocketAddress.createUnresolved(host, port))
            .addListener(new Connected(connection));
  }

  /** The server has said HELLO: the failures before are forgotten. */
  void healthy() {
    lock.lock();
    try {
      backoff.reset();
      lastFailure = null;
    } finally {
      lock.unlock();
    }
  }

  /** A connection is gone, or could not be made. */
  void lost(Connection connection, RPCXException because, boolean wasHealthy) {
    lock.lock();
    try {
      if (current == connection) {
        current = null;
        // The first attempt after a healthy connection is free: most servers are back at once.
        if (!wasHealthy) {
          lastFailure = because;
          notBeforeNanos = System.nanoTime() + backoff.nextNanos();
        }
      }
    } finally {
      lock.unlock();
    }
    connection.close(because);
  }

  /** Calls in flight on the connection there is. */
  int inFlight() {
    Connection connection = current;
    return connection == null ? 0 : connection.pool().size();
  }

  /** Closes the connection for good. */
  void close() {
    Connection connection;
    lock.lock();
    try {
      closed = true;
      connection = current;
      current = null;
    } finally {
      lock.unlock();
    }
    if (connection != null) {
      Connection last = connection;
      loop.execute(
          () ->
              last.close(
                  RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "this client is closed")));
    }
  }

  /** Sets up the channel. */
  private final class Pipeline extends ChannelInitializer<Channel> {
    private final Connection connection;

    Pipeline(Connection connection) {
      this.connection = connection;
    }

    @Override
    protected void initChannel(Channel channel) {
      SslContext tls = settings.tls();
      if (tls != null) {
        SslHandler handler = tls.newHandler(channel.alloc(), host, port);
        handler.setHandshakeTimeoutMillis(settings.limits().handshakeTimeout().toMillis());
        channel.pipeline().addLast(handler);
      }
      channel.pipeline().addLast(new ClientHandler(connection, Slot.this, settings.limits()));
    }
  }

  /** Takes the outcome of an attempt to connect. */
  private final class Connected implements ChannelFutureListener {
    private final Connection connection;

    Connected(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void operationComplete(ChannelFuture attempt) {
      Throwable problem = attempt.cause();
      if (problem == null) {
        connection.opened(attempt.channel(), settings.token());
      } else {
        lost(
            connection,
            new RPCXException(
                StatusCode.UNAVAILABLE,
                "cannot connect to " + host + ":" + port + ": " + problem.getMessage(),
                problem),
            false);
      }
    }
  }

  /** Draws the jitter. A class and not a lambda, which a first call would link. */
  private static final class Jitter implements DoubleSupplier {
    @Override
    public double getAsDouble() {
      return ThreadLocalRandom.current().nextDouble();
    }
  }

  /** How long closing may take, in ms. */
  static final long CLOSE_MILLIS = TimeUnit.SECONDS.toMillis(2);
}
