package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One socket. Failures to write are unchecked, so that lambdas may write. */
final class Client implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket = new Socket();
  private final OutputStream out;
  private final BufferedReader in;

  Client(InetSocketAddress server) throws IOException {
    socket.connect(server);
    socket.setSoTimeout(PATIENCE_MILLIS);
    out = socket.getOutputStream();
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  String ask(String name) throws IOException {
    write(name + "\n");
    return reply();
  }

  String reply() throws IOException {
    String reply = replyOrNull();
    assertThat(reply).as("the connection ended").isNotNull();
    return reply == null ? "" : reply;
  }

  /** The next reply, null where the server ended the connection. */
  @Nullable String replyOrNull() throws IOException {
    try {
      return in.readLine();
    } catch (SocketException reset) {
      return null;
    }
  }

  void write(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    write(bytes, 0, bytes.length);
  }

  void write(byte[] bytes, int from, int length) {
    try {
      out.write(bytes, from, length);
      out.flush();
    } catch (IOException e) {
      throw new IllegalStateException("the server closed the connection", e);
    }
  }

  /** Writes on another thread, at most so many bytes at a time. */
  CompletableFuture<Void> writeInPieces(byte[] bytes, Random random, int max) {
    return CompletableFuture.runAsync(
        () -> {
          int at = 0;
          while (at < bytes.length) {
            int length = Math.min(1 + random.nextInt(max), bytes.length - at);
            write(bytes, at, length);
            at += length;
          }
        });
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
