package io.rpcstress.driver.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.LoopbackServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Speaks the Redis protocol, and does what a name says: {@code late} is greeted when the test
 * releases it, at {@code hangup} the connection ends, {@code number} is answered by a number.
 */
final class ScriptedServer extends LoopbackServer {

  /** Lets {@code late} be answered. */
  final CountDownLatch answerLate = new CountDownLatch(1);

  /** How often {@code late} was requested. */
  final AtomicInteger lateRequests = new AtomicInteger();

  /** How often {@code hangup} was requested. */
  final AtomicInteger hangups = new AtomicInteger();

  ScriptedServer() throws IOException {
    super(0);
    start();
  }

  @Override
  protected void serve(Socket socket) throws IOException, InterruptedException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    while (true) {
      List<String> command = command(in);
      String reply = "-ERR unknown command\r\n";
      if (command.get(0).equals("PING")) {
        reply = "+PONG\r\n";
      } else if (command.get(0).equals("GREET")) {
        String name = command.get(1);
        if (name.equals("hangup")) {
          hangups.incrementAndGet();
          return;
        }
        if (name.equals("late")) {
          lateRequests.incrementAndGet();
          answerLate.await();
        }
        String greeting = Greeting.greet(name);
        reply =
            name.equals("number")
                ? ":42\r\n"
                : "$" + greeting.getBytes(UTF_8).length + "\r\n" + greeting + "\r\n";
      }
      socket.getOutputStream().write(reply.getBytes(UTF_8));
    }
  }

  private static List<String> command(InputStream in) throws IOException {
    List<String> words = new ArrayList<>();
    int length = number(in);
    for (int i = 0; i < length; i++) {
      words.add(new String(in.readNBytes(number(in)), UTF_8));
      in.skipNBytes(2);
    }
    return words;
  }

  /** Of a line such as {@code *2}. */
  private static int number(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      line.write(next);
      next = in.read();
    }
    if (next < 0) {
      throw new EOFException();
    }
    return Integer.parseInt(line.toString(UTF_8).strip().substring(1));
  }

  @Override
  public void close() throws IOException {
    super.close();
    answerLate.countDown();
  }
}
