package io.rpcstress.server.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.rpcstress.usage.HostFacts;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A small HTTP endpoint beside the calls: {@code GET /usage} is what the server used so far, in the
 * text form that Prometheus scrapes ({@code GET /metrics} is the same; {@code ?running} behind it
 * asks for a quick reading, while calls arrive), {@code GET /facts} is what its host is, {@code GET
 * /payload?bytes=N} is bytes to measure the link with. Anything else is refused. A peer can hold at
 * most a thread for a few seconds.
 */
final class UsageEndpoint implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int WAITING_REQUESTS = 32;
  private static final int BACKLOG = 32;

  /** The query of one who asks while calls arrive. */
  private static final String RUNNING = "running";

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  static {
    // Read by the JDK once. Seconds for a request to arrive and a reply to be taken; connections.
    setUnlessSet("sun.net.httpserver.maxReqTime", "5");
    setUnlessSet("sun.net.httpserver.maxRspTime", "5");
    setUnlessSet("sun.net.httpserver.idleInterval", "30");
    setUnlessSet("sun.net.httpserver.maxReqHeaders", "50");
    setUnlessSet("jdk.httpserver.maxConnections", "64");
  }

  private final HttpServer server;
  private final ThreadPoolExecutor threads;

  private UsageEndpoint(HttpServer server, ThreadPoolExecutor threads) {
    this.server = server;
    this.threads = threads;
  }

  static UsageEndpoint start(InetSocketAddress address, Function<Boolean, String> usage)
      throws IOException {
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
    server.createContext("/", exchange -> answer(exchange, usage));
    server.start();
    return new UsageEndpoint(server, threads);
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private static void answer(HttpExchange exchange, Function<Boolean, String> usage)
      throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      boolean counters = "/usage".equals(path) || "/metrics".equals(path);
      boolean known = counters || "/facts".equals(path) || "/payload".equals(path);
      if (!known) {
        send(exchange, 404, "expected /usage, /metrics, /facts or /payload\n");
      } else if (!"GET".equals(exchange.getRequestMethod())) {
        exchange.getResponseHeaders().set("Allow", "GET");
        send(exchange, 405, "expected GET\n");
      } else if ("/payload".equals(path)) {
        payload(exchange);
      } else {
        boolean running = RUNNING.equals(exchange.getRequestURI().getRawQuery());
        send(exchange, 200, counters ? usage.apply(running) : HostFacts.read().toText());
      }
    }
  }

  private static void payload(HttpExchange exchange) throws IOException {
    int bytes = Payload.bytesAsked(exchange.getRequestURI().getRawQuery());
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
    exchange.getResponseHeaders().set("Content-Type", TEXT);
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
}
