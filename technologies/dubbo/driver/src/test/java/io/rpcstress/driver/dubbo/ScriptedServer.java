package io.rpcstress.driver.dubbo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.LoopbackServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Answers each request as a test wants it, in frames by hand. */
final class ScriptedServer extends LoopbackServer {
  static final int SERVICE_ERROR = 70;
  private static final int OK = 20;
  private static final int HEAD_BYTES = 16;
  private static final int VALUE = 0x91;

  /** What stands before the requested name, and its length. */
  private static final String TYPE = "Ljava/lang/String;";

  /** A length below this is one byte; others, up to 1023, are two, of which the first has this. */
  private static final int TWO_BYTES = 0x30;

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

  @Override
  protected void serve(Socket socket) throws Exception {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      byte[] head = new byte[HEAD_BYTES];
      in.readFully(head);
      ByteBuffer read = ByteBuffer.wrap(head);
      byte[] body = new byte[read.getInt(12)];
      in.readFully(body);
      String text = new String(body, ISO_8859_1);
      if (text.contains(TYPE)) { // else a sign of life
        script.answer(
            name(text, text.indexOf(TYPE) + TYPE.length()),
            new Answering(read.getLong(4), socket.getOutputStream()));
      }
    }
  }

  private static String name(String text, int at) {
    int first = text.charAt(at);
    boolean two = first >= TWO_BYTES;
    int length = two ? ((first - TWO_BYTES) << Byte.SIZE) + text.charAt(at + 1) : first;
    int begin = at + (two ? 2 : 1);
    return text.substring(begin, begin + length);
  }

  /** What a script answers a request with. */
  record Answering(long id, OutputStream connection) implements DriverContract.Answering {

    /** A name of up to 24 characters of ASCII. */
    @Override
    public void greet(String name) throws IOException {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      body.write(VALUE);
      text(body, "hello, " + name);
      respond(OK, body.toByteArray());
    }

    /** An error, with a text of up to 31 characters of ASCII. */
    void fail(int status, String why) throws IOException {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      text(body, why);
      respond(status, body.toByteArray());
    }

    private static void text(ByteArrayOutputStream body, String text) {
      body.write(text.length());
      body.writeBytes(text.getBytes(UTF_8));
    }

    /** What is written to it at once is the body of a response. */
    @Override
    public OutputStream out() {
      return new OutputStream() {
        @Override
        public void write(int one) throws IOException {
          respond(OK, new byte[] {(byte) one});
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          respond(OK, Arrays.copyOfRange(bytes, from, from + length));
        }
      };
    }

    private void respond(int status, byte[] body) throws IOException {
      connection.write(
          ByteBuffer.allocate(HEAD_BYTES + body.length)
              .putShort((short) 0xDABB)
              .put((byte) 2)
              .put((byte) status)
              .putLong(id)
              .putInt(body.length)
              .put(body)
              .array());
    }
  }
}
