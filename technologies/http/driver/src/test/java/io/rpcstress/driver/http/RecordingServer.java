package io.rpcstress.driver.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.NeverWhole;
import io.rpcstress.driver.Target;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Minimal HTTP/1.1, which records every request and does what a name in it says: {@code late} is
 * answered when the test releases it, {@code hangup} by closing, {@code status} with an error,
 * {@code huge} with a length beyond all limits, {@code garbage} with neither JSON nor greeting,
 * those of {@link NeverWhole} as that says.
 */
final class RecordingServer implements AutoCloseable {
  /** The requests, head and body, in the order of their arrival. */
  final Queue<String> requests = new ConcurrentLinkedQueue<>();

  /** Connections that were made. */
  final AtomicInteger accepted = new AtomicInteger();

  /** A late request has arrived. */
  final CountDownLatch reached = new CountDownLatch(1);

  final NeverWhole neverWhole = new NeverWhole();

  /** Late requests are answered. */
  final CountDownLatch answerLate = new CountDownLatch(1);

  private final ServerSocket listener;
  private final CyclicBarrier together;

  /**
   * A server.
   *
   * @param atOnce how many requests have to be open before one of them is answered
   */
  RecordingServer(int atOnce) throws IOException {
    together = new CyclicBarrier(atOnce);
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(
        () -> {
          while (true) {
            Socket socket = listener.accept();
            accepted.incrementAndGet();
            daemon(() -> serve(socket));
          }
        });
  }

  int port() {
    return listener.getLocalPort();
  }

  Target target() {
    return Target.of(new Address("127.0.0.1", port()));
  }

  private interface Work {
    void run() throws IOException, InterruptedException, BrokenBarrierException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException | BrokenBarrierException e) {
                // The test is over, or its client hung up.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket socket)
      throws IOException, InterruptedException, BrokenBarrierException {
    try (socket;
        InputStream in = new BufferedInputStream(socket.getInputStream())) {
      while (true) {
        String request = request(in);
        if (request.isEmpty()) {
          return;
        }
        requests.add(request);
        if (request.contains("hangup")) {
          return;
        }
        if (request.contains("late")) {
          reached.countDown();
          answerLate.await();
        }
        together.await();
        if (NeverWhole.isRequested(request)) {
          neverWhole.reply(socket, request);
          return;
        }
        socket.getOutputStream().write(reply(request).getBytes(UTF_8));
        if (request.contains("Connection: close")) {
          return;
        }
      }
    }
  }

  /** Head and body of the next request; empty where the connection ended. */
  private static String request(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return "";
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
    return head + new String(in.readNBytes(length), UTF_8);
  }

  private static String reply(String request) {
    String body = request.substring(request.indexOf("\r\n\r\n") + 4);
    boolean json = body.startsWith("{");
    String name =
        json
            ? body.substring(body.indexOf(':') + 2, body.length() - 2)
            : body.substring(Math.min(5, body.length()));
    String greeting = "hello, " + name;
    String reply = json ? "{\"message\":\"" + greeting + "\"}" : greeting;
    if (name.equals("garbage")) {
      reply = "<html>";
    }
    return "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n%s\r\n%s"
        .formatted(
            name.equals("status") ? "503 Service Unavailable" : "200 OK",
            name.equals("huge") ? 10_000_000 : reply.length(),
            request.contains("Connection: close") ? "Connection: close\r\n" : "",
            name.equals("huge") ? "x".repeat(100_000) : reply);
  }

  @Override
  public void close() throws IOException {
    answerLate.countDown();
    listener.close();
  }
}
