package io.rpcstress.server.http;

import io.rpcstress.contract.TlsSide;
import io.rpcstress.contract.json.StreamJson;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.gzip.GzipHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * A plain HTTP server: Jetty's core with one handler, as in its own documents, which say nothing of
 * a servlet, and before it Jetty's own of gzip for clients that send or accept it. In the example
 * only one thing differs from its defaults beside the limits: up to {@value #HANDLER_THREADS}
 * handlers may wait at a time, as in the other servers, instead of some 190.
 *
 * <p>The variant {@code tuned} changes what an expert would for many short calls:
 *
 * <ul>
 *   <li>the handler declares that it never blocks, so the thread that reads a request answers it;
 *   <li>as many connections may wait to be accepted as may be open (50 otherwise);
 *   <li>replies carry no {@code Server} and no {@code Date} header.
 * </ul>
 */
public final class HttpServer implements Server {
  /** Threads for handlers that wait for something; greet's never do. */
  static final int HANDLER_THREADS = 512;

  /** What Jetty itself keeps of the pool: acceptors, selectors, threads in reserve. */
  private static final int JETTYS_OWN_THREADS = 32;

  /**
   * Calls that may be open at a time on a connection of HTTP/2: more than the threads of any point.
   * Of Jetty's 128 the JDK's client would make further connections.
   */
  private static final int MAX_STREAMS = 1024;

  /** Of what is inflated at a time, bytes; Jetty inflates nothing by default. */
  private static final int INFLATE_BUFFER_BYTES = 8 * 1024;

  /** How long a drain leaves a connection open on which nothing happens, ms. */
  private static final long QUIET_MILLIS = 100;

  /** Held, or the level would be forgotten with it: what Jetty logs at each start is no news. */
  private static final Logger JETTYS_LOG = Logger.getLogger("org.eclipse.jetty");

  private final Format format;
  private @Nullable Running running;

  private record Running(org.eclipse.jetty.server.Server jetty, @Nullable OrderResources orders) {}

  HttpServer(Format format) {
    this.format = format;
  }

  public static void main(String[] args) {
    ServerProgram.main(
        "http",
        List.of(
            new HttpServer(Formats.json()),
            new HttpServer(Formats.form()),
            new HttpServer(Formats.serial())),
        args);
  }

  @Override
  public Offer offer() {
    return format.isExtended()
        ? offer(Part.TUNED, Part.TLS, Part.ROLES, Part.MESSAGES)
        : offer(Part.TUNED, Part.TLS);
  }

  private Offer offer(Part... parts) {
    return new Offer(format.technology(), format.defaultPort(), parts);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws Exception {
    JETTYS_LOG.setLevel(Level.WARNING);
    QueuedThreadPool threads = new QueuedThreadPool(HANDLER_THREADS + JETTYS_OWN_THREADS);
    threads.setName(technology());
    org.eclipse.jetty.server.Server jetty = new org.eclipse.jetty.server.Server(threads);
    ServerConnector connector = connector(jetty, options);
    jetty.addConnector(connector);
    jetty.addBean(new NetworkConnectionLimit(options.maxConnections(), jetty));
    OrderResources orders =
        format.isExtended() ? new OrderResources(options.services(), calls) : null;
    Map<String, Format.Resource> services = new HashMap<>(format.services());
    if (orders != null) {
      services.putAll(orders.byPath());
      services.putAll(Formats.messages(options.messages()));
      services.put(StreamJson.FROM_SERVER_PATH, Format.StreamService.FROM_SERVER);
      services.put(StreamJson.FROM_CLIENT_PATH, Format.StreamService.FROM_CLIENT);
    }
    jetty.setHandler(
        new GracefulHandler(
            gzip(
                new CallHandler(
                    format,
                    services,
                    options.messages(),
                    calls,
                    options.tuned() ? InvocationType.NON_BLOCKING : InvocationType.BLOCKING))));
    jetty.setErrorHandler(
        (request, response, callback) -> { // Jetty's own would describe the request in HTML
          response.write(true, null, callback);
          return true;
        });
    jetty.setStopTimeout(options.drain().toMillis());
    jetty.start();
    calls.connectionsFrom(() -> connector.getConnectedEndPoints().size());
    running = new Running(jetty, orders);
    return new InetSocketAddress(options.address().getAddress(), connector.getLocalPort());
  }

  @SuppressWarnings("removal") // its successor is in further modules of Jetty
  private static Handler gzip(Handler handler) {
    GzipHandler gzip = new GzipHandler(handler);
    gzip.setInflateBufferSize(INFLATE_BUFFER_BYTES);
    gzip.setVary(null); // or plain replies would say for caches that they vary
    return gzip;
  }

  private ServerConnector connector(org.eclipse.jetty.server.Server jetty, ServerOptions options) {
    HttpConfiguration http = new HttpConfiguration();
    List<ConnectionFactory> protocols = new ArrayList<>();
    protocols.add(new HttpConnectionFactory(http));
    if (format.isExtended()) {
      HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(http);
      http2.setMaxConcurrentStreams(MAX_STREAMS);
      protocols.add(http2);
    }
    ServerConnector connector =
        new ServerConnector(
            jetty, encryption(options), protocols.toArray(ConnectionFactory[]::new));
    connector.setHost(options.address().getAddress().getHostAddress());
    connector.setPort(options.address().getPort());
    connector.setShutdownIdleTimeout(QUIET_MILLIS);
    if (options.tuned()) {
      http.setSendServerVersion(false);
      http.setSendDateHeader(false);
      connector.setAcceptQueueSize(options.maxConnections());
    }
    return connector;
  }

  private static SslContextFactory.@Nullable Server encryption(ServerOptions options) {
    TlsSide tls = options.tls();
    if (tls == null) {
      return null;
    }
    SslContextFactory.Server encryption = new SslContextFactory.Server();
    encryption.setSslContext(tls.context());
    encryption.setNeedClientAuth(tls.trusted() != null);
    return encryption;
  }

  @Override
  public boolean drain(Duration atMost) {
    Running started = running;
    if (started == null) {
      return true;
    }
    started.jetty().setStopTimeout(Math.max(1, atMost.toMillis()));
    boolean whole = true;
    try {
      started.jetty().stop();
    } catch (Exception e) { // Jetty's: what was still open when its time was over is cut by now
      whole = false;
    }
    OrderResources orders = started.orders();
    if (orders != null) {
      orders.close();
    }
    return whole;
  }
}
