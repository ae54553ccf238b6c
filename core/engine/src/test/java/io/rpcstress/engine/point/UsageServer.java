package io.rpcstress.engine.point;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import io.rpcstress.driver.Address;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.Function;

/** Answers as the usage endpoint of a server, with the pages that a test has. */
final class UsageServer implements AutoCloseable {
  private final HttpServer http;

  UsageServer(Function<URI, String> pages) {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.createContext(
        "/",
        exchange -> {
          try (exchange) {
            byte[] body = pages.apply(exchange.getRequestURI()).getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    http.start();
  }

  Address address() {
    return new Address("127.0.0.1", http.getAddress().getPort());
  }

  UsageReader reader() {
    return new UsageReader(address());
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
