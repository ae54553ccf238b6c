package io.rpcstress.driver.dubbo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.Target;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers each request as a test wants it, in frames by hand; one thread for each connection. */
final class ScriptedServer implements AutoCloseable {
  static final int OK = 20;
  static final int SERVICE_ERROR = 70;
  private static final int HEAD_BYTES = 16;
  private static final int VALUE = 0x91;

  /** What stands before the name that is asked, and its length. */
  private static final String TYPE = "Ljava/lang/String;";

  /** What it does with a request. */
  interface Script {
    void answer(String name, long id, OutputStream out) throws Exception;
  }

  final AtomicInteger connections = new AtomicInteger();
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Script script;

  ScriptedServer(Script script) throws IOException {
    this.script = script;
    daemon(this::accept);
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** A value of up to 31 characters of ASCII. */
  static byte[] greeting(long id, String name) {
    String text = "hello, " + name;
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(VALUE);
    body.write(text.length());
    body.writeBytes(text.getBytes(UTF_8));
    return response(id, OK, body.toByteArray());
  }

  /** An error, with a text of up to 31 characters. */
  static byte[] error(long id, int status, String text) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(text.length());
    body.writeBytes(text.getBytes(UTF_8));
    return response(id, status, body.toByteArray());
  }

  static byte[] response(long id, int status, byte[] body) {
    return ByteBuffer.allocate(HEAD_BYTES + body.length)
        .putShort((short) 0xDABB)
        .put((byte) 2)
        .put((byte) status)
        .putLong(id)
        .putInt(body.length)
        .put(body)
        .array();
  }

  Target target() {
    return Target.of(new Address("127.0.0.1", listener.getLocalPort()));
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        daemon(() -> serve(socket));
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        byte[] head = new byte[HEAD_BYTES];
        in.readFully(head);
        ByteBuffer read = ByteBuffer.wrap(head);
        byte[] body = new byte[read.getInt(12)];
        in.readFully(body);
        String text = new String(body, ISO_8859_1);
        int length = text.indexOf(TYPE) + TYPE.length();
        if (text.contains(TYPE)) { // else a sign of life
          String name = text.substring(length + 1, length + 1 + text.charAt(length));
          script.answer(name, read.getLong(4), socket.getOutputStream());
        }
      }
    } catch (Exception gone) {
      // the driver closed it, or the script wants it closed
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
