package io.rpcstress.client.harness.metrics;

import io.rpcstress.usage.MetricsText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code GET /metrics}, and nothing else. One thread waits for a connection, answers one
 * request on it and closes it. While nobody asks it is not woken, as the JDK's own HTTP server is
 * twice a second: this process shares its host with the one that measures. One peer at a time, a
 * request of at most 4 KiB within two seconds, ten answers a second; who comes meanwhile waits in a
 * queue of eight.
 */
public final class MetricsEndpoint implements AutoCloseable {

  static final int MAX_REQUEST_BYTES = 4096;

  static final int MAX_REQUEST_MILLIS = 2000;

  /** From one answer to the next, ms at least. */
  static final int MIN_INTERVAL_MILLIS = 100;

  private static final int BACKLOG = 8;

  /** How long {@link #close} waits for the one that is answered, ms. */
  private static final int MAX_CLOSE_MILLIS = 500;

  /** Answers that nobody gets, so that the first real one loads no class while a clock runs. */
  private static final int REHEARSALS = 20;

  private static final String PATH = "/metrics";

  private final ServerSocket socket;
  private final Supplier<String> text;
  private final Thread thread = new Thread(this::serve, "metrics-endpoint");

  private MetricsEndpoint(ServerSocket socket, Supplier<String> text) {
    this.socket = socket;
    this.text = text;
    thread.setDaemon(true);
  }

  public static MetricsEndpoint start(InetSocketAddress address, Supplier<String> text)
      throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      socket.bind(address, BACKLOG);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    MetricsEndpoint endpoint = new MetricsEndpoint(socket, text);
    for (int i = 0; i < REHEARSALS; i++) {
      var unused = endpoint.reply("GET " + PATH + " HTTP/1.1");
    }
    endpoint.thread.start();
    return endpoint;
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket peer = socket.accept()) {
        answer(peer);
      } catch (IOException e) {
        // The peer is gone, or this endpoint is closed.
      }
      try {
        Thread.sleep(MIN_INTERVAL_MILLIS);
      } catch (InterruptedException closed) {
        return;
      }
    }
  }

  private void answer(Socket peer) throws IOException {
    String request = request(peer);
    if (request == null) {
      return;
    }
    OutputStream out = peer.getOutputStream();
    out.write(reply(request)); // smaller than what a socket takes without its peer reading
    out.flush();
    peer.shutdownOutput();
  }

  /**
   * The first line of what a peer asks, once it has asked all of it.
   *
   * @return null where it closed before, or was too slow
   */
  private static @Nullable String request(Socket peer) throws IOException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_REQUEST_MILLIS);
    byte[] bytes = new byte[MAX_REQUEST_BYTES];
    int length = 0;
    InputStream in = peer.getInputStream();
    while (length < bytes.length) {
      long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (left <= 0) {
        return null;
      }
      peer.setSoTimeout((int) left);
      int read = in.read(bytes, length, bytes.length - length);
      if (read < 0) {
        return null;
      }
      length += read;
      String request = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
      if (request.contains("\r\n\r\n") || request.contains("\n\n")) {
        return request.lines().findFirst().orElse("");
      }
    }
    return ""; // too long: it is refused
  }

  private byte[] reply(String request) {
    String[] words = request.split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      return reply("400 Bad Request", "", "expected GET " + PATH + "\n");
    }
    if (!words[1].equals(PATH) && !words[1].startsWith(PATH + "?")) {
      return reply("404 Not Found", "", "expected " + PATH + "\n");
    }
    if (!words[0].equals("GET")) {
      return reply("405 Method Not Allowed", "Allow: GET\r\n", "expected GET\n");
    }
    return reply("200 OK", "", text.get());
  }

  private static byte[] reply(String status, String headers, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: "
            + MetricsText.CONTENT_TYPE
            + "\r\nContent-Length: "
            + bytes.length
            + "\r\n"
            + headers
            + "Connection: close\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[start.length + bytes.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(bytes, 0, all, start.length, bytes.length);
    return all;
  }

  /** Ends it. Its address is free again when this returns, unless a peer is being answered. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      socket.close();
    } catch (IOException e) {
      // It is not listened on any more, which is what was asked for.
    }
    try {
      thread.join(MAX_CLOSE_MILLIS); // until it has left accept(), the address is still taken
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
