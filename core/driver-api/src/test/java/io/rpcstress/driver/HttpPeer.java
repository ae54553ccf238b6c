package io.rpcstress.driver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** HTTP/1.1 on plain sockets, which records every request and answers as a test wants it. */
public final class HttpPeer extends LoopbackServer {

  /** What is done with a request. */
  public interface Script {
    /** Answers, or does not; the connection ends where this throws anything. */
    void answer(String request, Socket socket) throws Exception;
  }

  /** Head and body of each, a character a byte, in the order of their arrival. */
  public final Queue<String> requests = new ConcurrentLinkedQueue<>();

  private final Script script;

  /** One that listens. */
  public HttpPeer(Script script) throws IOException {
    super(0);
    this.script = script;
    start();
  }

  @Override
  protected void serve(Socket socket) throws Exception {
    socket.setTcpNoDelay(true);
    InputStream in = new BufferedInputStream(socket.getInputStream());
    String request;
    do {
      request = request(in);
      requests.add(request);
      script.answer(request, socket);
    } while (!isLast(request));
  }

  /** Whether the client wants its connection closed after the reply. */
  static boolean isLast(String request) {
    return request.contains("Connection: close");
  }

  private static String request(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      head.append((char) next);
    }
    int length =
        head.toString()
            .lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
            .map(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
            .findFirst()
            .orElse(0);
    return head + new String(in.readNBytes(length), ISO_8859_1);
  }

  /** A reply, whole, to a connection that stays open. */
  public static byte[] reply(String status, byte[] body) {
    return reply(status, body, false);
  }

  /**
   * A reply, whole.
   *
   * @param last whether the connection is closed after it; the JDK's client keeps one whose reply
   *     does not say so, and may send its next request into the close
   */
  static byte[] reply(String status, byte[] body, boolean last) {
    ByteArrayOutputStream reply = new ByteArrayOutputStream();
    reply.writeBytes(
        "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(status, body.length, last ? "Connection: close\r\n" : "")
            .getBytes(ISO_8859_1));
    reply.writeBytes(body);
    return reply.toByteArray();
  }
}
