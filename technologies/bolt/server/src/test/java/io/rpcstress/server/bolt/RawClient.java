package io.rpcstress.server.bolt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.server.base.AnswersContract.FramesClient;
import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** One socket and SOFABolt's frames by hand, as its sources have them. */
final class RawClient implements Greeter, FramesClient {
  static final String TEXT = "java.lang.String";
  static final int SUCCESS = 0;
  static final int SERVER_EXCEPTION = 2;
  private static final int REQUEST_HEAD_BYTES = 22;
  private static final int RESPONSE_HEAD_BYTES = 20;
  private static final int DEADLINE_MILLIS = 60_000;
  private static final int PATIENCE_MILLIS = (int) TimeUnit.MINUTES.toMillis(1);

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private int lastId;

  /** What came back. */
  record Response(int type, int command, int id, int status, String className, String text) {}

  RawClient(InetSocketAddress server) throws IOException {
    socket.connect(server);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
  }

  static byte[] request(int id, String className, byte[] content) {
    byte[] type = className.getBytes(UTF_8);
    return head(1, 1, 1, id, type.length, 0, content.length).put(type).put(content).array();
  }

  /** A head, and room for what it announces, up to 64 KiB. */
  static ByteBuffer head(
      int protocol, int type, int command, int id, int classBytes, int headerBytes, int content) {
    long behind = Math.max(0L, classBytes) + Math.max(0, headerBytes) + Math.max(0, content);
    return ByteBuffer.allocate(REQUEST_HEAD_BYTES + (int) Math.min(1 << Short.SIZE, behind))
        .put((byte) protocol)
        .put((byte) type)
        .putShort((short) command)
        .put((byte) 1)
        .putInt(id)
        .put((byte) 1)
        .putInt(DEADLINE_MILLIS)
        .putShort((short) classBytes)
        .putShort((short) headerBytes)
        .putInt(content);
  }

  @Override
  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  Response receive() throws IOException {
    ByteBuffer head = ByteBuffer.wrap(in.readNBytes(RESPONSE_HEAD_BYTES));
    if (head.remaining() < RESPONSE_HEAD_BYTES || head.get() != 1) {
      throw new IOException("no response of version 1");
    }
    int type = head.get();
    int command = head.getShort();
    head.get(); // version
    int id = head.getInt();
    head.get(); // codec
    int status = head.getShort();
    byte[] className = new byte[head.getShort()];
    int headerBytes = head.getShort();
    byte[] content = new byte[head.getInt()];
    in.readFully(className);
    in.skipNBytes(headerBytes);
    in.readFully(content);
    return new Response(
        type, command, id, status, new String(className, UTF_8), new String(content, UTF_8));
  }

  Response ask(String className, byte[] content) throws IOException {
    lastId++;
    send(request(lastId, className, content));
    Response response = receive();
    if (response.id != lastId) {
      throw new IOException("sent " + lastId + ", received " + response);
    }
    return response;
  }

  @Override
  public String greet(String name) throws IOException {
    Response response = ask(TEXT, name.getBytes(UTF_8));
    if (response.status != SUCCESS || !response.className.equals(TEXT)) {
      throw new IOException("answered " + response);
    }
    return response.text;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
