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
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * A small HTTP endpoint beside the calls: {@code GET /usage} is what the server used so far, for a
 * client that measures ({@code ?running} behind it asks for a quick reading, while calls arrive),
 * {@code GET /metrics} the same for Prometheus, which asks at any time and so gets a quick reading,
 * {@code GET /facts} is what its host is, a line each, {@code GET /payload?bytes=N} is bytes to
 * measure the link with, {@code POST /payload} takes as many as that may be and drops them, {@code
 * GET /configuration} is how a proxy was set up, {@code GET /services} which services of an
 * operation the process is and which others it calls. Anything else is refused.
 */
final class UsageEndpoint implements AutoCloseable {
  private static final int OK = 200;
  private static final String GET = "GET";

  private final HttpServer server;
  private final ExecutorService threads;

  private UsageEndpoint(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Starts it.
   *
   * @param reports the texts by their paths, given the query; an empty one is not there
   */
  static UsageEndpoint start(InetSocketAddress address, Map<String, UnaryOperator<String>> reports)
      throws IOException {
    HttpServer server = HttpServer.create(address, 0);
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "usage-endpoint");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, reports));
    server.start();
    return new UsageEndpoint(server, threads);
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private static void answer(HttpExchange exchange, Map<String, UnaryOperator<String>> reports)
      throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String query = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
      if (path.equals("/payload")) {
        payload(exchange, query);
        return;
      }
      boolean isKnown = path.equals("/facts") || reports.containsKey(path);
      if (isKnown && !GET.equals(exchange.getRequestMethod())) {
        refuseMethod(exchange); // before anything is read, which costs the server's host
        return;
      }
      String text =
          path.equals("/facts") ? facts() : reports.getOrDefault(path, missing -> "").apply(query);
      if (text.isEmpty()) {
        send(exchange, 404, "expected /usage, /metrics, /facts or /payload\n");
      } else {
        send(exchange, OK, text);
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

  private static void payload(HttpExchange exchange, String query) throws IOException {
    switch (exchange.getRequestMethod()) {
      case "POST" -> send(exchange, OK, Payload.drain(exchange.getRequestBody()) + " bytes\n");
      case GET -> sendPayload(exchange, Payload.requestedBytes(query));
      default -> refuseMethod(exchange);
    }
  }

  private static void sendPayload(HttpExchange exchange, int bytes) throws IOException {
    if (bytes == 0) {
      send(exchange, 400, "expected /payload?bytes=N, N from 1 to " + Payload.MAX_BYTES + "\n");
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
    exchange.sendResponseHeaders(OK, bytes);
    try (OutputStream out = exchange.getResponseBody()) {
      Payload.write(bytes, out);
    }
  }

  private static void refuseMethod(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Allow", GET);
    send(exchange, 405, "expected GET\n");
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", MetricsText.CONTENT_TYPE);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
