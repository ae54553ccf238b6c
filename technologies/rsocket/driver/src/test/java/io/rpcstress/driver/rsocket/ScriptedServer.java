package io.rpcstress.driver.rsocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.driver.LoopbackServer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Answers each request as a test wants it, in frames by hand. */
final class ScriptedServer extends LoopbackServer {
  static final int REQUEST_RESPONSE = 0x04;
  static final int CANCEL = 0x09;
  private static final int PAYLOAD = 0x0A;
  private static final int ERROR = 0x0B;
  private static final int NEXT_AND_COMPLETE = 0x60;
  private static final int COMPLETE = 0x40;
  private static final int HEAD_BYTES = 6;
  private static final int FLAGS_BITS = 10;

  /** What it does with a request. */
  interface Script {
    void answer(String data, int stream, Answering answering) throws Exception;
  }

  /** The types of the frames that came. */
  final Queue<Integer> types = new ConcurrentLinkedQueue<>();

  private final Script script;

  ScriptedServer(Script script) throws IOException {
    super(0);
    this.script = script;
    start();
  }

  @Override
  protected void serve(Socket socket) throws Exception {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    Answering answering = new Answering(new DataOutputStream(socket.getOutputStream()));
    while (true) {
      int length = (in.readUnsignedByte() << Short.SIZE) | in.readUnsignedShort();
      int stream = in.readInt();
      int type = in.readUnsignedShort() >> FLAGS_BITS;
      byte[] body = new byte[length - HEAD_BYTES];
      in.readFully(body);
      types.add(type);
      if (type == REQUEST_RESPONSE) {
        script.answer(new String(body, UTF_8), stream, answering);
      }
    }
  }

  /**
   * What a script answers with.
   *
   * @param out for anything that is no frame
   */
  record Answering(DataOutputStream out) {

    void payload(int stream, String data) throws IOException {
      frame(stream, PAYLOAD, NEXT_AND_COMPLETE, data.getBytes(UTF_8));
    }

    void nothing(int stream) throws IOException {
      frame(stream, PAYLOAD, COMPLETE, new byte[0]);
    }

    void error(int stream, int code, String why) throws IOException {
      byte[] text = why.getBytes(UTF_8);
      byte[] body = new byte[Integer.BYTES + text.length];
      body[2] = (byte) (code >> Byte.SIZE);
      body[3] = (byte) code;
      System.arraycopy(text, 0, body, Integer.BYTES, text.length);
      frame(stream, ERROR, 0, body);
    }

    private void frame(int stream, int type, int flags, byte[] body) throws IOException {
      int length = HEAD_BYTES + body.length;
      out.writeByte(length >> Short.SIZE);
      out.writeShort(length);
      out.writeInt(stream);
      out.writeShort((type << FLAGS_BITS) | flags);
      out.write(body);
    }
  }
}
