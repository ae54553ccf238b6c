package io.rpcstress.driver.bolt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.Target;
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
  static final String TEXT = "java.lang.String";
  static final String EXCEPTION = "com.alipay.remoting.rpc.exception.RpcServerException";
  static final int SUCCESS = 0;
  static final int SERVER_EXCEPTION = 2;
  private static final int REQUEST_HEAD_BYTES = 22;
  private static final int RESPONSE_HEAD_BYTES = 20;

  /** What it does with a request. */
  interface Script {
    void answer(String name, int id, OutputStream out) throws Exception;
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

  static byte[] response(int id, int status, String className, String text) {
    byte[] type = className.getBytes(UTF_8);
    byte[] content = text.getBytes(UTF_8);
    return head(id, status, type.length, content.length).put(type).put(content).array();
  }

  /** A head, and room for what it announces, up to 64 KiB. */
  static ByteBuffer head(int id, int status, int classBytes, int contentBytes) {
    long behind = Math.max(0L, classBytes) + Math.max(0, contentBytes);
    return ByteBuffer.allocate(RESPONSE_HEAD_BYTES + (int) Math.min(1 << Short.SIZE, behind))
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) 2)
        .put((byte) 1)
        .putInt(id)
        .put((byte) 1)
        .putShort((short) status)
        .putShort((short) classBytes)
        .putShort((short) 0)
        .putInt(contentBytes);
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
        byte[] head = new byte[REQUEST_HEAD_BYTES];
        in.readFully(head);
        ByteBuffer lengths = ByteBuffer.wrap(head);
        byte[] type = new byte[lengths.getShort(14)];
        byte[] content = new byte[lengths.getInt(18)];
        in.readFully(type);
        in.readFully(content);
        if (lengths.getShort(2) != 0) { // a sign of life
          script.answer(new String(content, UTF_8), lengths.getInt(5), socket.getOutputStream());
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
