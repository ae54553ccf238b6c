package io.rpcstress.rpcx.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalServerChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.tls.Handshakes;
import io.rpcstress.rpcx.tls.TlsContexts;
import io.rpcstress.rpcx.tls.TlsRecords;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.ByteBudget;
import io.rpcstress.rpcx.wire.EventLoops;
import io.rpcstress.rpcx.wire.OwnThread;
import io.rpcstress.rpcx.wire.ReadTurn;
import io.rpcstress.rpcx.wire.WireChannel;
import io.rpcstress.rpcx.wire.WireServerChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** The serving side as a whole: listens, counts, stops. Thread-safe. */
public final class Server {
  private static final int BACKLOG = 1024;

  /**
   * Connections that are taken around an event loop: a client behind a crowd waits for the crowd's
   * calls as often as it takes to get through it.
   */
  private static final int ACCEPTED_AT_A_TIME = 256;

  private static final long POLL_MILLIS = 5;
  private static final long HIT_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long CLOSE_MILLIS = 2000;
  private static final int FEW_CALLS = 16;

  private final ServerSettings settings;
  private final FailureLog.Lazy log = new FailureLog.Lazy();
  private final LoopWatch loopWatch;
  private final HealthService health;
  private final ByteBudget unwritten;
  private final ByteBudget receiving;
  private final ByteBudget requests;
  private final MethodTable methods;
  private final PeerShares shares;
  private final MultiThreadIoEventLoopGroup loops;
  private final Channel listener;
  private final Map<ServerConnection, Channel> connections = new ConcurrentHashMap<>();

  /** Limits that were hit, and when each was last logged. */
  private final Map<String, Long> hits = new ConcurrentHashMap<>();

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger compressed = new AtomicInteger();
  private final AtomicInteger offLoop = new AtomicInteger();
  private final LongAdder served = new LongAdder();
  private @Nullable ExecutorService ownThreads;
  private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();
  private volatile boolean stopping;
  private volatile long stopAtNanos;

  /**
   * Publishes and listens.
   *
   * @param settings the requested ones
   * @throws IllegalArgumentException if something cannot be published
   * @throws UncheckedIOException if the address cannot be listened on
   */
  public Server(ServerSettings settings) {
    this.settings = settings;
    unwritten = new ByteBudget(settings.limits().maxUnwrittenBytes());
    receiving = new ByteBudget(settings.limits().maxReceivingBytes());
    requests = RequestBytes.budget(settings.limits());
    loopWatch = new LoopWatch(settings.limits(), log);
    health = new HealthService(loopWatch);
    List<Object> providers = new ArrayList<>(settings.providers());
    providers.add(health);
    methods =
        MethodTable.of(
            providers, settings.codecs(), settings.describes() ? settings.limits() : null);
    methods.limit(settings.quotas().maxInFlightPerMethod());
    shares = new PeerShares(settings.quotas().maxInFlightPerPeer());
    loops =
        EventLoops.start(
            settings.eventLoops(),
            OwnThread.factory("rpcx-server", false),
            settings.inProcess() != null);
    ChannelFuture bound = bind().awaitUninterruptibly();
    Throwable problem = bound.cause();
    if (problem != null) {
      var unused = loops.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
      throw new UncheckedIOException(
          new IOException(
              "cannot listen on "
                  + (settings.inProcess() == null
                      ? settings.address() + ":" + settings.port()
                      : settings.inProcess() + " in this process")
                  + ": "
                  + why(problem),
              problem));
    }
    listener = bound.channel();
    loopWatch.start();
  }

  private static String why(Throwable problem) {
    return problem instanceof UnresolvedAddressException
        ? "there is no such host"
        : String.valueOf(problem.getMessage());
  }

  private ChannelFuture bind() {
    int high = settings.limits().writeBufferBytes();
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(high / 2, high))
            .childHandler(new Pipeline());
    String name = settings.inProcess();
    if (name != null) {
      return bootstrap.channel(LocalServerChannel.class).bind(new LocalAddress(name));
    }
    if (settings.tls() != null) {
      bootstrap.childOption(ChannelOption.RECVBUF_ALLOCATOR, ReadTurn.encrypted());
    }
    return bootstrap
        .channel(settings.tls() == null ? WireServerChannel.class : NioServerSocketChannel.class)
        .option(
            ChannelOption.RECVBUF_ALLOCATOR,
            new ServerChannelRecvByteBufAllocator().maxMessagesPerRead(ACCEPTED_AT_A_TIME))
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .bind(new InetSocketAddress(settings.address(), settings.port()));
  }

  /** The address that it listens on, or its name inside of this process. */
  public String host() {
    return listener.localAddress() instanceof InetSocketAddress socket
        ? socket.getAddress().getHostAddress()
        : String.valueOf(settings.inProcess());
  }

  /** The port that it listens on; 0 inside of this process. */
  public int port() {
    return listener.localAddress() instanceof InetSocketAddress socket ? socket.getPort() : 0;
  }

  /** Calls that wait for blocking or asynchronous handlers. */
  public int inFlight() {
    return offLoop.get();
  }

  /** Calls whose result was handed to the network, without RPCX's own services. */
  public long callsServed() {
    return served.sum();
  }

  /** Connections that are open. */
  public int connections() {
    return open.get();
  }

  /** Replies that no client has read, in bytes. */
  public long unwrittenBytes() {
    return unwritten.used();
  }

  /** Incomplete large frames, in bytes. */
  public long receivingBytes() {
    return receiving.used();
  }

  /** Requests whose calls have left the event loop, in bytes. */
  public long requestBytes() {
    return requests.used();
  }

  /** What is published, one line a method, in order. */
  public List<String> published() {
    return methods.lines();
  }

  /**
   * What providers publish, one line a method, in order.
   *
   * @param providers objects of classes with {@code @RPCXServer}
   * @param codecs what the application's classes are carried by
   * @throws IllegalArgumentException if one of them cannot be published
   */
  public static List<String> published(List<Object> providers, OwnCodecs codecs) {
    return MethodTable.of(providers, codecs, null).lines();
  }

  /** SERVING, DRAINING or NOT_SERVING, as the health service says. */
  public String health() {
    return health.check();
  }

  ByteBudget unwritten() {
    return unwritten;
  }

  ByteBudget receiving() {
    return receiving;
  }

  /** What requests hold whose calls have left the event loop. */
  ByteBudget requests() {
    return requests;
  }

  FailureLog.Lazy log() {
    return log;
  }

  LoopWatch loopWatch() {
    return loopWatch;
  }

  Limits limits() {
    return settings.limits();
  }

  List<ServerInterceptor> interceptors() {
    return settings.interceptors();
  }

  MethodTable methods() {
    return methods;
  }

  ServerSettings settings() {
    return settings;
  }

  PeerShares shares() {
    return shares;
  }

  /** Whether clients with other addresses should use those. */
  boolean draining() {
    return health.draining();
  }

  /** Whether no calls are wanted any more. */
  boolean stopping() {
    return stopping;
  }

  void served(long calls) {
    served.add(calls);
  }

  /**
   * Counts a call that leaves the event loop; false if there are too many. The last quarter is for
   * connections that have few, so that one with many does not take the place of all.
   *
   * @param own calls of the same connection that have left the event loop
   */
  boolean enter(int own) {
    int max = settings.limits().maxInFlight();
    if (offLoop.incrementAndGet() <= (own < FEW_CALLS ? max : max - max / 4)) {
      return true;
    }
    offLoop.decrementAndGet();
    return false;
  }

  /** Counts a connection that is to be compressed; false if there are as many as may be. */
  boolean compress() {
    if (compressed.incrementAndGet() <= settings.quotas().maxCompressedConnections()) {
      return true;
    }
    compressed.decrementAndGet();
    return false;
  }

  /** Counts a compressed connection that has ended. */
  void compressedEnded() {
    compressed.decrementAndGet();
  }

  /** Says in the log, at most once a minute each, that a limit was hit. */
  void hit(String limit) {
    long now = System.nanoTime();
    Long before = hits.get(limit);
    if (before == null || now - before > HIT_NANOS) {
      hits.put(limit, now);
      log.get().logger().warn("a limit was hit: {} (logged once a minute)", limit);
    }
  }

  /** Counts a call that has come back. */
  void leave() {
    offLoop.decrementAndGet();
  }

  void closed(ServerConnection connection) {
    if (connections.remove(connection) != null) {
      open.decrementAndGet();
    }
  }

  /** Runs calls that block. */
  Executor blockingCalls() {
    Executor given = settings.blockingCalls();
    return given == null ? ownThreads() : given;
  }

  private synchronized ExecutorService ownThreads() {
    ExecutorService threads = ownThreads;
    if (threads == null) {
      threads = BlockingCalls.start();
      ownThreads = threads;
    }
    return threads;
  }

  /**
   * Announces that it is going to stop, and serves on: clients that are connected are requested to
   * make new connections, on which HELLO says so.
   */
  public void drain() {
    synchronized (this) {
      if (stopping || health.draining()) {
        return;
      }
      health.drain();
    }
    leaveConnections("the service centre is going to stop");
  }

  private void leaveConnections(String reason) {
    for (Map.Entry<ServerConnection, Channel> entry : connections.entrySet()) {
      entry.getValue().eventLoop().execute(() -> entry.getKey().drain(reason));
    }
  }

  /**
   * Waits until {@link #stop} has ended, whichever thread calls it.
   *
   * @param nanos how long to wait at most, in ns
   * @return whether it has
   * @throws InterruptedException if this thread is interrupted first
   */
  public boolean awaitTermination(long nanos) throws InterruptedException {
    try {
      var unused = stopped.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Takes no new connections, lets calls in flight end, then closes. May be called more than once:
   * a further call waits for the same end, and brings it forward if its time is shorter.
   *
   * @param graceNanos how long calls in flight have, in ns
   * @return whether all calls ended in time; false at once if a handler calls this, whose own call
   *     has not ended
   */
  public boolean stop(long graceNanos) {
    boolean first;
    synchronized (this) {
      long at = System.nanoTime() + graceNanos;
      if (!stopping || at - stopAtNanos < 0) {
        stopAtNanos = at;
      }
      first = !stopping;
      stopping = true;
    }
    if (OwnThread.isCurrent() || CallContext.current() != null) {
      // A handler is in flight itself, and would be waited for by its own thread.
      if (first) {
        new Thread(this::stopAndSay, "rpcx-stop").start();
      }
      return false;
    }
    return first ? stopAndSay() : stopped.join();
  }

  private boolean stopAndSay() {
    boolean drained = false;
    try {
      drained = stop();
    } finally {
      stopped.complete(drained);
    }
    return drained;
  }

  private boolean stop() {
    health.drain();
    listener.close().awaitUninterruptibly(CLOSE_MILLIS);
    leaveConnections(ServerConnection.STOPPING);
    boolean interrupted = false;
    while (busy() && System.nanoTime() - stopAtNanos < 0 && !interrupted) {
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    boolean drained = !busy();
    for (Channel channel : connections.values()) {
      var unused = channel.close();
    }
    EventLoops.end(loops, settings.inProcess() != null);
    loopWatch.stop();
    TlsContexts tls = settings.tls();
    if (tls != null) {
      tls.close();
    }
    synchronized (this) {
      if (ownThreads != null) {
        ownThreads.shutdownNow();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return drained;
  }

  /** Whether clients are connected, or handlers run whose clients have gone. */
  private boolean busy() {
    return !connections.isEmpty() || offLoop.get() > 0;
  }

  /** Sets up the channel of a client, or closes it at once if there are too many. */
  private final class Pipeline extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      if (open.incrementAndGet() > settings.limits().maxConnections()) {
        open.decrementAndGet();
        String full = settings.limits().maxConnections() + " connections are open";
        hit(full);
        var unused = channel.pipeline().addLast(new RefusedConnection(full));
        return;
      }
      TlsContexts tls = settings.tls();
      if (tls != null) {
        SslHandler handler;
        try {
          handler = tls.current().newHandler(channel.alloc(), Handshakes.of(channel));
        } catch (RuntimeException e) {
          open.decrementAndGet();
          log.get().failed("TLS for a new connection", e, Level.ERROR);
          var unused = channel.close();
          return;
        }
        handler.setHandshakeTimeoutMillis(settings.limits().handshakeTimeout().toMillis());
        var unusedGuard = channel.pipeline().addLast(new ClearText());
        TlsRecords.add(channel.pipeline(), handler);
      }
      ServerConnection connection = new ServerConnection(Server.this, channel);
      connections.put(connection, channel);
      channel.pipeline().addLast(connection);
      if (channel instanceof WireChannel straight) {
        straight.readWith(connection);
      }
    }
  }
}
