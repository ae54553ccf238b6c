package io.rpcstress.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Replies of HTTP/1.1 that never become whole, each to requests of its name: {@code half} of a body
 * and nothing more, a body that comes a byte at a time ({@code drip}), and such a head ({@code
 * trickle}). Thread-safe.
 */
public final class NeverWhole {

  public static final List<String> NAMES = List.of("half", "drip", "trickle");

  /** So far apart bytes are that come one at a time: much less than a test's deadline. */
  private static final int DRIP_MILLIS = 20;

  private final Semaphore ended = new Semaphore(0);

  /** Replies so until the client ends the connection. */
  public void reply(Socket socket, String name) throws InterruptedException {
    try {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      out.write(
          (name.equals("trickle")
                  ? "HTTP/1.1 200 OK\r\nX-Trickle: "
                  : "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 20000\r\n\r\n{")
              .getBytes(UTF_8));
      if (name.equals("half")) {
        long unused = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
      } else {
        while (true) {
          out.write('x');
          Thread.sleep(DRIP_MILLIS);
        }
      }
    } catch (IOException e) {
      // The client has ended it.
    }
    ended.release();
  }

  /** Whether so many clients end their connections within a time. */
  public boolean isEndedBy(int clients, Duration atMost) throws InterruptedException {
    return ended.tryAcquire(clients, atMost.toMillis(), TimeUnit.MILLISECONDS);
  }
}
