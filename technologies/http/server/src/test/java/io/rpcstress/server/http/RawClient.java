package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** HTTP/1.1 by hand on one socket, so that a test may send what no client would. */
final class RawClient implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Socket socket = new Socket();
  private final InputStream in;

  RawClient(InetSocketAddress server) throws IOException {
    socket.connect(server);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** What came back. */
  record Reply(int status, String head, String body) {}

  /** A request with its body. */
  static String post(String path, String type, String body) {
    return "POST %s HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(path, type, body.getBytes(UTF_8).length, body);
  }

  /** Writes a request with a body of any bytes. */
  RawClient post(String path, String type, byte[] body) throws IOException {
    return post(path, type, body.length, body);
  }

  /** The same, of which more or less is announced. */
  RawClient post(String path, String type, int announced, byte[] body) throws IOException {
    write(
        "POST %s HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(path, type, announced));
    socket.getOutputStream().write(body);
    return this;
  }

  /** Writes text as UTF-8. */
  RawClient write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    return this;
  }

  /** The next reply; null where the server ended the connection instead. */
  @Nullable Reply reply() throws IOException {
    StringBuilder head = new StringBuilder();
    try {
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          return null;
        }
        head.append((char) next);
      }
      int length = 0;
      for (String line : head.toString().split("\r\n", -1)) {
        if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
        }
      }
      String body = new String(in.readNBytes(length), UTF_8);
      return new Reply(Integer.parseInt(head.substring(9, 12)), head.toString(), body);
    } catch (java.net.SocketException reset) {
      return null;
    }
  }

  /** Reads until the server ends the connection; whatever came until then. */
  String untilClosed() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      in.transferTo(all);
    } catch (java.net.SocketException reset) {
      // as good an end as any
    }
    return all.toString(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
