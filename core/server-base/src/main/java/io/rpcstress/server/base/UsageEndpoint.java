package io.rpcstress.server.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.rpcstress.usage.HostFacts;
import io.rpcstress.usage.JarLibraries;
import io.rpcstress.usage.MetricsText;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A small HTTP endpoint beside the calls: {@code GET /usage} is what the server used so far, for a
 * client that measures ({@code ?running} behind it asks for a quick reading, while calls arrive),
 * {@code GET /metrics} the same for Prometheus, which asks at any time and so gets a quick reading
 * of the last second, {@code GET /facts} is what its host is, a line each, {@code GET
 * /payload?bytes=N} is bytes to measure the link with, {@code POST /payload} takes as many as that
 * may be and drops them, {@code GET /configuration} is how a proxy was set up, {@code GET
 * /services} which services of an operation the process is and which others it calls. Anything else
 * is refused. A peer can hold at most a thread for a few seconds.
 */
record UsageEndpoint(HttpServer server, ThreadPoolExecutor threads) implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int WAITING_REQUESTS = 32;
  private static final int BACKLOG = 32;

  private static final String CONFIGURATION = "/configuration";

  private static final String SERVICES = "/services";

  private static final Set<String> PATHS =
      Set.of("/usage", "/metrics", "/facts", "/payload", CONFIGURATION, SERVICES);

  /** The query of one who asks while calls arrive. */
  private static final String RUNNING = "running";

  static {
    // Read by the JDK once. Seconds for a request to arrive and a reply to be taken; connections.
    setUnlessSet("sun.net.httpserver.maxReqTime", "5");
    setUnlessSet("sun.net.httpserver.maxRspTime", "5");
    setUnlessSet("sun.net.httpserver.idleInterval", "30");
    setUnlessSet("sun.net.httpserver.maxReqHeaders", "50");
    setUnlessSet("sun.net.httpserver.maxReqHeaderSize", "16384");
    setUnlessSet("jdk.httpserver.maxConnections", "64");
  }

  /** What is reported. Thread-safe. */
  interface Report {

    /** For a client that measures; read quickly while calls arrive. */
    String usage(boolean running);

    /** For Prometheus, read quickly. */
    String metrics();

    /** How a proxy was set up; empty for what is none. */
    String configuration();

    /** Which services it is and calls; empty where no operation spans several. */
    String services();
  }

  static UsageEndpoint start(InetSocketAddress address, Report report) throws IOException {
    OncePerSecond metrics = new OncePerSecond(report::metrics, System::nanoTime);
    HttpServer server = HttpServer.create(address, BACKLOG);
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_REQUESTS),
            task -> {
              Thread thread = new Thread(task, "usage-endpoint");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, report, metrics));
    server.start();
    return new UsageEndpoint(server, threads);
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private static void answer(HttpExchange exchange, Report report, OncePerSecond metrics)
      throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String setup =
          switch (path) {
            case CONFIGURATION -> report.configuration();
            case SERVICES -> report.services();
            default -> "";
          };
      boolean isSetup = CONFIGURATION.equals(path) || SERVICES.equals(path);
      if (!PATHS.contains(path) || (isSetup && setup.isEmpty())) {
        send(exchange, 404, "expected /usage, /metrics, /facts or /payload\n");
      } else if ("POST".equals(exchange.getRequestMethod()) && "/payload".equals(path)) {
        send(exchange, 200, Payload.drain(exchange.getRequestBody()) + " bytes\n");
      } else if (!"GET".equals(exchange.getRequestMethod())) {
        exchange.getResponseHeaders().set("Allow", "GET");
        send(exchange, 405, "expected GET\n");
      } else {
        switch (path) {
          case "/usage" ->
              send(
                  exchange,
                  200,
                  report.usage(RUNNING.equals(exchange.getRequestURI().getRawQuery())));
          case "/metrics" -> send(exchange, 200, metrics.get());
          case "/facts" -> send(exchange, 200, facts());
          case CONFIGURATION, SERVICES -> send(exchange, 200, setup);
          default -> payload(exchange);
        }
      }
    }
  }

  private static String facts() {
    HostFacts facts = HostFacts.read();
    if (!Libraries.TEXT.isEmpty()) {
      facts = facts.with(JarLibraries.FACT, Libraries.TEXT);
    }
    return facts.toText();
  }

  /** Read by the first who asks, so that no start takes longer for it. */
  private static final class Libraries {

    /** What this server's jar was built with; empty where it runs from classes. */
    static final String TEXT =
        String.join(JarLibraries.SEPARATOR, JarLibraries.ofProgram(UsageEndpoint.class));
  }

  private static void payload(HttpExchange exchange) throws IOException {
    int bytes = Payload.requestedBytes(exchange.getRequestURI().getRawQuery());
    if (bytes == 0) {
      send(exchange, 400, "expected /payload?bytes=N, N from 1 to " + Payload.MAX_BYTES + "\n");
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
    exchange.sendResponseHeaders(200, bytes);
    try (OutputStream out = exchange.getResponseBody()) {
      Payload.write(bytes, out);
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", MetricsText.CONTENT_TYPE);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /**
   * A text that is made at most once a second, however often it is requested: reading counters
   * takes processor time of a host that is measured, and any client may request it. Thread-safe.
   */
  static final class OncePerSecond implements Supplier<String> {

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<String> source;
    private final LongSupplier clock;
    private String text = "";
    private long madeAt;

    /** The clock's ns are from any beginning. */
    OncePerSecond(Supplier<String> source, LongSupplier clock) {
      this.source = source;
      this.clock = clock;
    }

    @Override
    public synchronized String get() {
      long now = clock.getAsLong();
      if (text.isEmpty() || now - madeAt >= NANOS) {
        text = source.get();
        madeAt = now;
      }
      return text;
    }
  }
}
