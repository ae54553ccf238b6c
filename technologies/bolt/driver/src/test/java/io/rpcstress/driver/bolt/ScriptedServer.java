package io.rpcstress.driver.bolt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.LoopbackServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Answers each request as a test wants it, in frames by hand. */
final class ScriptedServer extends LoopbackServer {
  static final String EXCEPTION = "com.alipay.remoting.rpc.exception.RpcServerException";
  static final int SUCCESS = 0;
  static final int SERVER_EXCEPTION = 2;
  private static final String TEXT = "java.lang.String";
  private static final int REQUEST_HEAD_BYTES = 22;
  private static final int RESPONSE_HEAD_BYTES = 20;

  /** What it does with a request. */
  interface Script {
    void answer(String name, Answering answering) throws Exception;
  }

  private final Script script;

  ScriptedServer(Script script) throws IOException {
    super(0);
    this.script = script;
    start();
  }

  /** What each response begins with. */
  static byte[] head(int id, int status, int classBytes, int contentBytes) {
    return ByteBuffer.allocate(RESPONSE_HEAD_BYTES)
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) 2)
        .put((byte) 1)
        .putInt(id)
        .put((byte) 1)
        .putShort((short) status)
        .putShort((short) classBytes)
        .putShort((short) 0)
        .putInt(contentBytes)
        .array();
  }

  @Override
  protected void serve(Socket socket) throws Exception {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      byte[] head = new byte[REQUEST_HEAD_BYTES];
      in.readFully(head);
      ByteBuffer lengths = ByteBuffer.wrap(head);
      byte[] type = new byte[lengths.getShort(14)];
      byte[] content = new byte[lengths.getInt(18)];
      in.readFully(type);
      in.readFully(content);
      if (lengths.getShort(2) != 0) { // else a sign of life
        script.answer(
            new String(content, UTF_8), new Answering(lengths.getInt(5), socket.getOutputStream()));
      }
    }
  }

  /**
   * What a script answers a request with.
   *
   * @param out for anything that is no response
   */
  record Answering(int id, OutputStream out) implements DriverContract.Answering {

    @Override
    public void greet(String name) throws IOException {
      respond(SUCCESS, TEXT, "hello, " + name);
    }

    void respond(int status, String className, String text) throws IOException {
      byte[] type = className.getBytes(UTF_8);
      byte[] content = text.getBytes(UTF_8);
      out.write(
          ByteBuffer.allocate(RESPONSE_HEAD_BYTES + type.length + content.length)
              .put(head(id, status, type.length, content.length))
              .put(type)
              .put(content)
              .array());
    }
  }
}
