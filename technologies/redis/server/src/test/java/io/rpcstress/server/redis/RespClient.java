package io.rpcstress.server.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One socket and RESP2 by hand, as no client library would use it. Failures to write are unchecked,
 * so that lambdas may write.
 */
final class RespClient implements AutoCloseable {
  private final Socket socket = new Socket();
  private final InputStream in;

  RespClient(InetSocketAddress server, Duration patience) throws IOException {
    socket.connect(server);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) patience.toMillis());
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** A command as clients send it. */
  static byte[] command(String... words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(("*" + words.length + "\r\n").getBytes(UTF_8));
    for (String word : words) {
      byte[] text = word.getBytes(UTF_8);
      bytes.writeBytes(("$" + text.length + "\r\n").getBytes(UTF_8));
      bytes.writeBytes(text);
      bytes.writeBytes("\r\n".getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  /** Sends a command and waits for its reply. */
  String ask(String... words) throws IOException {
    write(command(words));
    return reply();
  }

  void write(String raw) {
    write(raw.getBytes(UTF_8));
  }

  void write(byte[] raw) {
    try {
      socket.getOutputStream().write(raw);
    } catch (IOException e) {
      throw new IllegalStateException("the server closed the connection", e);
    }
  }

  /** The next reply: a bulk string's text, any other's line with its sign. */
  String reply() throws IOException {
    String reply = replyOrNull();
    if (reply == null) {
      throw new EOFException("the server ended the connection");
    }
    return reply;
  }

  /** The next reply; null where the server ended the connection. */
  @Nullable String replyOrNull() throws IOException {
    try {
      String line = line();
      if (line == null || !line.startsWith("$")) {
        return line;
      }
      byte[] text = in.readNBytes(Integer.parseInt(line.substring(1)));
      return "".equals(line()) ? new String(text, UTF_8) : null;
    } catch (SocketException reset) {
      return null;
    }
  }

  private @Nullable String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        return line.toString(UTF_8).stripTrailing();
      }
      line.write(next);
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
