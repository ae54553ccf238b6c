package io.rpcstress.server.base.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The admin interface of a program that this process started: a unix socket in its private folder,
 * that only its user can reach, instead of a port. A connection for each question. Thread-safe.
 */
public final class AdminSocket {

  public static final String NAME = "admin.sock";

  private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();
  private static final int MAX_BYTES = 1 << 20;
  private static final int READ_BYTES = 16 << 10;
  private static final String CHUNKED = "transfer-encoding: chunked";
  private static final String END_OF_LINE = "\r\n";
  private static final int HEXADECIMAL = 16;

  private final UnixDomainSocketAddress address;
  private final AtomicLong answered = new AtomicLong();

  public AdminSocket(Path folder) {
    address = UnixDomainSocketAddress.of(folder.resolve(NAME));
  }

  /**
   * Sends a request and reads until the program closes the connection.
   *
   * @throws IOException where it does not within two seconds, or answers too much
   */
  public String ask(String request) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        Selector selector = Selector.open()) {
      channel.connect(address);
      ByteBuffer out = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
      while (out.hasRemaining()) {
        channel.write(out); // some dozen bytes, which the socket's buffer takes at once
      }
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      ByteBuffer in = ByteBuffer.allocate(READ_BYTES);
      while (true) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0 || selector.select(left) == 0) {
          throw new IOException("the admin socket did not answer in time");
        }
        selector.selectedKeys().clear();
        if (channel.read(in) < 0) {
          answered.incrementAndGet();
          return answer.toString(StandardCharsets.UTF_8);
        }
        answer.write(in.array(), 0, in.position());
        in.clear();
        if (answer.size() > MAX_BYTES) {
          throw new IOException("the admin socket sent more than " + MAX_BYTES + " bytes");
        }
      }
    }
  }

  public long answered() {
    return answered.get();
  }

  /** The body of what an HTTP GET is answered with. */
  public String get(String path) throws IOException {
    String answer =
        ask("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    int head = answer.indexOf("\r\n\r\n");
    if (head < 0 || !answer.matches("(?s)HTTP/1\\.[01] 200 .*")) {
      throw new IOException("the admin socket does not answer with 200");
    }
    String body = answer.substring(head + 2 * END_OF_LINE.length());
    boolean chunked = answer.substring(0, head).toLowerCase(Locale.ROOT).contains(CHUNKED);
    return chunked ? joined(body) : body;
  }

  /** Chunks of ASCII text put together: a number may stand in two of them. */
  private static String joined(String chunks) throws IOException {
    StringBuilder text = new StringBuilder(chunks.length());
    int at = 0;
    try {
      while (true) {
        int line = chunks.indexOf(END_OF_LINE, at);
        int length = Integer.parseInt(chunks.substring(at, line), HEXADECIMAL);
        if (length == 0) {
          return text.toString();
        }
        int from = line + END_OF_LINE.length();
        text.append(chunks, from, from + length);
        at = from + length + END_OF_LINE.length();
      }
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException("the admin socket answers with broken chunks", e);
    }
  }
}
