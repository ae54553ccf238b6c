package io.rpcstress.server.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** HTTP/2 by hand on one socket: whole and half requests to Triple, in gRPC's frames. */
final class Http2Client implements Greeter {
  static final String GREET = "/io.rpcstress.contract.dubbo.Calls/greet";
  static final String GRPC = "application/grpc+proto";
  static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RESET = 3;
  private static final int SETTINGS = 4;
  private static final int WINDOW_UPDATE = 8;
  private static final int MAX_FRAME_BYTES = 16 * 1024;
  private static final int PREFIX_BYTES = 5;
  private static final int PATIENCE_MILLIS = (int) TimeUnit.MINUTES.toMillis(1);

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private final Map<Integer, Answer> answers = new HashMap<>();
  private int lastStream = -1;

  /** What came on a stream, until now. */
  static final class Answer {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean ended;
    private boolean reset;

    /** What its one message carries; empty where it has none. */
    byte[] message() {
      byte[] all = body.toByteArray();
      return all.length < PREFIX_BYTES
          ? new byte[0]
          : Arrays.copyOfRange(all, PREFIX_BYTES, all.length);
    }

    boolean isReset() {
      return reset;
    }

    @Override
    public String toString() {
      return new String(message(), UTF_8);
    }
  }

  Http2Client(InetSocketAddress server) throws IOException {
    socket.connect(server);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0]);
  }

  /** A message in gRPC's frame, which announces the given length. */
  static byte[] prefixed(int announced, byte[] message) {
    return ByteBuffer.allocate(PREFIX_BYTES + message.length)
        .put((byte) 0)
        .putInt(announced)
        .put(message)
        .array();
  }

  /** Triple's wrapper around one value. */
  static byte[] wrapped(String serialisation, byte[] value, String type) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    field(all, 0x0A, serialisation.getBytes(US_ASCII));
    field(all, 0x12, value);
    field(all, 0x1A, type.getBytes(US_ASCII));
    return all.toByteArray();
  }

  private static void field(ByteArrayOutputStream all, int tag, byte[] bytes) {
    all.write(tag);
    int length = bytes.length;
    while (length > 0x7F) {
      all.write((length & 0x7F) | 0x80);
      length >>>= 7;
    }
    all.write(length);
    all.writeBytes(bytes);
  }

  /** A greeting, in Hessian within a wrapper. */
  static byte[] greeting(String name) {
    return wrapped("hessian4", Message.values().text(name).written(), "java.lang.String");
  }

  private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(9 + payload.length);
    head.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    socket
        .getOutputStream()
        .write(head.put((byte) type).put((byte) flags).putInt(stream).put(payload).array());
  }

  /** Begins a request; the number of its stream. */
  int begin(String path, String type) throws IOException {
    lastStream += 2;
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    List<String> headers =
        new ArrayList<>(
            List.of(":method", "POST", ":scheme", "http", ":path", path, ":authority", "b"));
    headers.addAll(List.of("content-type", type));
    for (int i = 0; i < headers.size(); i += 2) {
      block.write(0); // in no table, and to be kept in none
      literal(block, headers.get(i));
      literal(block, headers.get(i + 1));
    }
    frame(HEADERS, END_HEADERS, lastStream, block.toByteArray());
    return lastStream;
  }

  private static void literal(ByteArrayOutputStream block, String text) {
    block.write(text.length());
    block.writeBytes(text.getBytes(US_ASCII));
  }

  /** Sends a part of a request's body. */
  void data(int stream, byte[] bytes, boolean last) throws IOException {
    int at = 0;
    do {
      int count = Math.min(MAX_FRAME_BYTES, bytes.length - at);
      boolean end = last && at + count == bytes.length;
      frame(DATA, end ? END_STREAM : 0, stream, Arrays.copyOfRange(bytes, at, at + count));
      at += count;
    } while (at < bytes.length);
  }

  /** Makes a call with one message. */
  Answer call(String path, byte[] message) throws IOException {
    int stream = begin(path, GRPC);
    data(stream, prefixed(message.length, message), true);
    return answer(stream);
  }

  /** Waits until a stream has ended. */
  Answer answer(int stream) throws IOException {
    Answer answer = answers.computeIfAbsent(stream, none -> new Answer());
    while (!answer.ended) {
      read();
    }
    return answer;
  }

  private void read() throws IOException {
    byte[] head = new byte[9];
    in.readFully(head);
    ByteBuffer read = ByteBuffer.wrap(head);
    int length = read.getInt(0) >>> Byte.SIZE;
    byte[] payload = new byte[length];
    in.readFully(payload);
    int type = head[3];
    int stream = read.getInt(5);
    if (stream == 0 || type == WINDOW_UPDATE) {
      return;
    }
    Answer answer = answers.computeIfAbsent(stream, none -> new Answer());
    if (type == DATA) {
      answer.body.writeBytes(payload);
      if (length > 0) {
        byte[] more = ByteBuffer.allocate(4).putInt(length).array();
        frame(WINDOW_UPDATE, 0, 0, more);
        frame(WINDOW_UPDATE, 0, stream, more);
      }
    }
    answer.reset |= type == RESET;
    answer.ended |=
        type == RESET || ((head[4] & END_STREAM) != 0 && (type == DATA || type == HEADERS));
  }

  /** The string in the answer's wrapper, behind which the name of its type stands. */
  @Override
  public String greet(String name) throws IOException {
    String text = call(GREET, greeting(name)).toString();
    int from = text.indexOf("hello, ");
    int to = text.lastIndexOf("java.lang.String") - 2;
    if (from < 0 || to < from) {
      throw new IOException("answered " + text);
    }
    return text.substring(from, to);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
