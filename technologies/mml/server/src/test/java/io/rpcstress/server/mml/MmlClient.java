package io.rpcstress.server.mml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** MML by hand, without a class of the program's: frames and trees of JSON. */
final class MmlClient implements Closeable {
  static final String MML = "io.rpcstress.contract.mml.Message.";
  static final String ITEM = "io.rpcstress.contract.Item";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private long id;

  MmlClient(InetSocketAddress server, Duration patience) throws IOException {
    socket.connect(server);
    socket.setSoTimeout((int) patience.toMillis());
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
  }

  /** What came in a frame. */
  record Reply(long id, JsonNode message) {}

  /** A call with an id, as it is sent. */
  static byte[] frame(long id, String json) {
    byte[] body = json.getBytes(UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + Long.BYTES + body.length)
        .putInt(Long.BYTES + body.length)
        .putLong(id)
        .put(body)
        .array();
  }

  /** A greet call's message. */
  static String greet(String name) {
    return JSON.createObjectNode().put("@type", MML + "GreetCall").put("name", name).toString();
  }

  MmlClient write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** The next reply. */
  Reply reply() throws IOException {
    byte[] frame = new byte[in.readInt()];
    in.readFully(frame);
    ByteBuffer bytes = ByteBuffer.wrap(frame);
    return new Reply(bytes.getLong(), JSON.readTree(frame, Long.BYTES, frame.length - Long.BYTES));
  }

  /** One call; throws where it fails. */
  String ask(String name) throws IOException {
    write(frame(++id, greet(name)));
    Reply reply = reply();
    if (reply.id() != id || !reply.message().has("message")) {
      throw new IOException("no greeting: " + reply);
    }
    return reply.message().get("message").asString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
