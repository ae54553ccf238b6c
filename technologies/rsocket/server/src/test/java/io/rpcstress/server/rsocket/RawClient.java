package io.rpcstress.server.rsocket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.server.base.AnswersContract.FramesClient;
import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** One socket and RSocket's frames by hand, as its specification has them. */
final class RawClient implements Greeter, FramesClient {
  static final int SETUP = 0x01;
  static final int KEEPALIVE = 0x03;
  static final int REQUEST_RESPONSE = 0x04;
  static final int PAYLOAD = 0x0A;
  static final int ERROR = 0x0B;

  /** The flags of a payload that is whole and the only one. */
  static final int NEXT_AND_COMPLETE = 0x60;

  private static final int LENGTH_BYTES = 3;
  private static final int HEAD_BYTES = 6;
  private static final int FLAGS_BITS = 10;
  private static final int FLAGS = 0x3FF;
  private static final int KEEPALIVE_MILLIS = 20_000;
  private static final int LIFETIME_MILLIS = 90_000;
  private static final int PATIENCE_MILLIS = (int) TimeUnit.MINUTES.toMillis(1);

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private int lastStream = -1;

  /** A frame that came. */
  static final class Frame {
    private final int stream;
    private final int type;
    private final int flags;
    private final byte[] body;

    Frame(int stream, int type, int flags, byte[] body) {
      this.stream = stream;
      this.type = type;
      this.flags = flags;
      this.body = body;
    }

    int stream() {
      return stream;
    }

    int type() {
      return type;
    }

    int flags() {
      return flags;
    }

    byte[] body() {
      return body;
    }

    String text() {
      return new String(body, UTF_8);
    }

    @Override
    public String toString() {
      return "type " + type + ", flags " + flags + ", stream " + stream + ": " + text();
    }
  }

  RawClient(InetSocketAddress server) throws IOException {
    socket.connect(server);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    send(setup(KEEPALIVE_MILLIS));
  }

  static byte[] setup() {
    return setup(KEEPALIVE_MILLIS);
  }

  static byte[] setup(int keepaliveMillis) {
    byte[] mime = "application/octet-stream".getBytes(US_ASCII);
    return frame(
        0,
        SETUP,
        0,
        ByteBuffer.allocate(3 * Integer.BYTES + 2 * (1 + mime.length))
            .putInt(1 << Short.SIZE)
            .putInt(keepaliveMillis)
            .putInt(LIFETIME_MILLIS)
            .put((byte) mime.length)
            .put(mime)
            .put((byte) mime.length)
            .put(mime)
            .array());
  }

  static byte[] frame(int stream, int type, int flags, byte[] body) {
    int length = HEAD_BYTES + body.length;
    return ByteBuffer.allocate(LENGTH_BYTES + length)
        .put((byte) (length >> Short.SIZE))
        .putShort((short) length)
        .putInt(stream)
        .putShort((short) ((type << FLAGS_BITS) | flags))
        .put(body)
        .array();
  }

  static byte[] request(int stream, String name) {
    return frame(stream, REQUEST_RESPONSE, 0, name.getBytes(UTF_8));
  }

  @Override
  public void send(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
  }

  Frame receive() throws IOException {
    int length = (in.readUnsignedByte() << Short.SIZE) | in.readUnsignedShort();
    int stream = in.readInt();
    int typeAndFlags = in.readUnsignedShort();
    byte[] body = new byte[length - HEAD_BYTES];
    in.readFully(body);
    return new Frame(stream, typeAndFlags >> FLAGS_BITS, typeAndFlags & FLAGS, body);
  }

  Frame ask(byte[] data) throws IOException {
    lastStream += 2;
    send(frame(lastStream, REQUEST_RESPONSE, 0, data));
    Frame answer = receive();
    if (answer.stream != lastStream) {
      throw new IOException("sent " + lastStream + ", received " + answer);
    }
    return answer;
  }

  Frame put(byte[] key, byte[] value) throws IOException {
    return ask(PutFrame.of(new Entry(key, value)));
  }

  @Override
  public String greet(String name) throws IOException {
    Frame answer = ask(name.getBytes(UTF_8));
    if (answer.type != PAYLOAD || answer.flags != NEXT_AND_COMPLETE) {
      throw new IOException("answered " + answer);
    }
    return answer.text();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
