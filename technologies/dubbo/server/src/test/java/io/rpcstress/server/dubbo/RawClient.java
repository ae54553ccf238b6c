package io.rpcstress.server.dubbo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.server.base.AnswersContract.FramesClient;
import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** One socket and frames by hand. */
final class RawClient implements Greeter, FramesClient {
  static final int OK = 20;
  private static final int HEAD_BYTES = 16;

  /** A value, and attachments behind it. */
  private static final int VALUE = 0x90 + 4;

  private static final int PATIENCE_MILLIS = (int) TimeUnit.MINUTES.toMillis(1);

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private long lastId;

  /** What came back. */
  static final class Response {
    private final int flags;
    private final int status;
    private final long id;
    private final byte[] body;

    private Response(int flags, int status, long id, byte[] body) {
      this.flags = flags;
      this.status = status;
      this.id = id;
      this.body = body;
    }

    int flags() {
      return flags;
    }

    int status() {
      return status;
    }

    long id() {
      return id;
    }

    byte[] body() {
      return body;
    }

    /** The string that is its value. */
    String value() throws IOException {
      if (status != OK || body[0] != (byte) VALUE) {
        throw new IOException("answered " + this);
      }
      int tag = body[1];
      int skip = tag < 0x20 ? 2 : 3;
      int length = tag < 0x20 ? tag : ((tag - 0x30) << Byte.SIZE) + (body[2] & 0xFF);
      if (tag == 'S') {
        skip = 4;
        length = ByteBuffer.wrap(body).getShort(2);
      }
      // A length is of characters, whose bytes come first.
      return new String(body, skip, body.length - skip, UTF_8).substring(0, length);
    }

    @Override
    public String toString() {
      return "status " + status + ": " + new String(body, UTF_8);
    }
  }

  RawClient(InetSocketAddress server) throws IOException {
    socket.connect(server);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
  }

  @Override
  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  Response receive() throws IOException {
    byte[] head = new byte[HEAD_BYTES];
    in.readFully(head);
    ByteBuffer read = ByteBuffer.wrap(head);
    if (read.getShort(0) != (short) 0xDABB) {
      throw new IOException("no frame");
    }
    byte[] body = new byte[read.getInt(12)];
    in.readFully(body);
    return new Response(head[2] & 0xFF, head[3], read.getLong(4), body);
  }

  Response ask(Message message) throws IOException {
    lastId++;
    send(message.request(lastId));
    Response response = receive();
    if (response.id != lastId) {
      throw new IOException("sent " + lastId + ", received " + response);
    }
    return response;
  }

  @Override
  public String greet(String name) throws IOException {
    return ask(Message.greet().text(name).attachments()).value();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
