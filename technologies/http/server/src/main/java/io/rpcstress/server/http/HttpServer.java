package io.rpcstress.server.http;

import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * A plain HTTP server: Jetty's core with one handler, as in its own documents, which say nothing of
 * a servlet. Only two things differ from its defaults in the example: what a peer may cost is
 * bounded ({@link Limits}), and up to {@value #HANDLER_THREADS} handlers may wait at a time, as in
 * the other servers, instead of some 190.
 *
 * <p>The variant {@code tuned} changes what an expert would for many short calls:
 *
 * <ul>
 *   <li>the handler says that it never blocks, so the thread that reads a request also answers it;
 *   <li>as many connections may wait to be accepted as may be open (50 otherwise);
 *   <li>replies carry no {@code Server} and no {@code Date} header.
 * </ul>
 */
final class HttpServer implements Server {
  /** Threads for handlers that wait for something; greet's never do. */
  static final int HANDLER_THREADS = 512;

  /** What Jetty itself keeps of the pool: acceptors, selectors, threads in reserve. */
  private static final int JETTYS_OWN_THREADS = 32;

  /**
   * What one HTTP/2 stream may send before more is asked for, bytes: the usual bodies, whole. That
   * of all streams of a connection is Jetty's own.
   */
  private static final int STREAM_WINDOW = 64 * 1024;

  /** How often late and idle peers are looked for, ms. */
  private static final long SWEEP_MILLIS = 500;

  /** How long a drain leaves a connection open on which nothing happens, ms. */
  private static final long QUIET_MILLIS = 100;

  /** Held, or the level would be forgotten with it: what Jetty says at each start is no news. */
  private static final Logger JETTYS_LOG = Logger.getLogger("org.eclipse.jetty");

  private final Format format;
  private final Limits limits;
  private @Nullable Running running;

  /** What was started. */
  private record Running(
      org.eclipse.jetty.server.Server jetty,
      CallHandler handler,
      @Nullable OrderResources orders,
      WaitingBodies bodies,
      ScheduledExecutorService sweeper) {}

  /** A server that is not started. */
  HttpServer(Format format) {
    this(format, Limits.DEFAULTS);
  }

  HttpServer(Format format, Limits limits) {
    this.format = format;
    this.limits = limits;
  }

  @Override
  public String technology() {
    return format.technology();
  }

  @Override
  public int defaultPort() {
    return format.defaultPort();
  }

  @Override
  public void checkSettings() {
    format.checkSettings();
  }

  @Override
  public boolean hasRoles() {
    return format.hasRoles();
  }

  @Override
  public boolean hasTuned() {
    return true;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws Exception {
    JETTYS_LOG.setLevel(Level.WARNING);
    QueuedThreadPool threads = new QueuedThreadPool(HANDLER_THREADS + JETTYS_OWN_THREADS);
    threads.setName(technology());
    org.eclipse.jetty.server.Server jetty = new org.eclipse.jetty.server.Server(threads);
    Connections connections = new Connections(options.maxConnections(), limits);
    WaitingBodies bodies = new WaitingBodies(limits);
    ServerConnector connector = connector(jetty, options);
    connector.addBean(connections);
    jetty.addConnector(connector);
    OrderResources orders = format.orders(options.services(), calls);
    Map<String, Format.Resource> services = new HashMap<>(format.services());
    if (orders != null) {
      services.putAll(orders.byPath());
    }
    CallHandler handler =
        new CallHandler(
            format,
            services,
            calls,
            connections,
            bodies,
            new HeldBytes(limits.waitingBytes()),
            options.tuned() ? InvocationType.NON_BLOCKING : InvocationType.BLOCKING);
    jetty.setHandler(handler);
    jetty.setErrorHandler(
        (request, response, callback) -> { // Jetty's own would describe the request in HTML
          response.write(true, null, callback);
          return true;
        });
    jetty.setStopTimeout(options.drain().toMillis());
    jetty.start();
    calls.connectionsFrom(connections::count);
    running = new Running(jetty, handler, orders, bodies, sweeping(connections, bodies));
    return new InetSocketAddress(options.address().getAddress(), connector.getLocalPort());
  }

  private ServerConnector connector(org.eclipse.jetty.server.Server jetty, ServerOptions options) {
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(limits.head());
    List<ConnectionFactory> protocols = new ArrayList<>();
    protocols.add(new HttpConnectionFactory(http));
    if (format.hasHttp2()) {
      HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(http);
      http2.setMaxConcurrentStreams(limits.streams());
      http2.setInitialStreamRecvWindow(STREAM_WINDOW);
      http2.setStreamIdleTimeout(limits.idle().toMillis());
      protocols.add(http2);
    }
    ServerConnector connector =
        new ServerConnector(jetty, protocols.toArray(ConnectionFactory[]::new));
    connector.setHost(options.address().getAddress().getHostAddress());
    connector.setPort(options.address().getPort());
    connector.setIdleTimeout(limits.idle().toMillis());
    connector.setShutdownIdleTimeout(QUIET_MILLIS);
    if (options.tuned()) {
      http.setSendServerVersion(false);
      http.setSendDateHeader(false);
      connector.setAcceptQueueSize(options.maxConnections());
    }
    return connector;
  }

  private ScheduledExecutorService sweeping(Connections connections, WaitingBodies bodies) {
    ScheduledExecutorService sweeper =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, technology() + "-sweep");
              thread.setDaemon(true);
              return thread;
            });
    ScheduledFuture<?> unused =
        sweeper.scheduleWithFixedDelay(
            () -> {
              try {
                connections.closeIdle();
                bodies.endLate();
              } catch (RuntimeException e) { // would end the sweeps without a word
                JETTYS_LOG.log(Level.WARNING, "late and idle peers could not be looked for", e);
              }
            },
            SWEEP_MILLIS,
            SWEEP_MILLIS,
            TimeUnit.MILLISECONDS);
    return sweeper;
  }

  /** What has come of the bodies that are waited for, bytes; for tests. */
  long waitingBytes() {
    Running started = running;
    return started == null ? 0 : started.bodies().bytes();
  }

  @Override
  public boolean drain(Duration atMost) {
    Running started = running;
    if (started == null) {
      return true;
    }
    long begun = System.nanoTime();
    started.handler().drain();
    OrderResources orders = started.orders();
    if (orders != null) { // Jetty would take a connection whose order is under way for a quiet one
      orders.drain(atMost);
    }
    long left = begun + atMost.toNanos() - System.nanoTime();
    started.jetty().setStopTimeout(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
    boolean whole = true;
    try {
      started.jetty().stop();
    } catch (Exception e) { // Jetty's: what was still open when its time was over is cut by now
      whole = false;
    }
    started.sweeper().shutdownNow();
    if (orders != null) {
      orders.close();
    }
    return whole && System.nanoTime() - begun < atMost.toNanos();
  }
}
