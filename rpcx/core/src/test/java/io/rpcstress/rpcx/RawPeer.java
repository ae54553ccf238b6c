package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * A client of nothing but a socket and the messages of the schema, which can also send what RPCX's
 * own client never would. That the bytes are those of docs/wire.md is shown by golden bytes in
 * {@link WireTest} and by the Python client.
 */
final class RawPeer implements AutoCloseable {
  static final int READ_TIMEOUT_MS = 60_000;

  private final Socket socket;
  private final DataInputStream in;

  RawPeer(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  RawPeer(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(READ_TIMEOUT_MS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
  }

  /** Connects and exchanges HELLO. */
  static RawPeer greeted(int port) throws IOException {
    RawPeer peer = new RawPeer(port);
    peer.send(hello());
    Envelope answer = peer.receive();
    if (!answer.hasHello()) {
      throw new IOException("expected HELLO, got " + answer);
    }
    return peer;
  }

  /** A peer whose system takes little for it; without HELLO. */
  static RawPeer narrow(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return new RawPeer(socket);
  }

  /** Bytes as golden bytes are written: in hexadecimal, with blanks where they help. */
  static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  /** Sees that the next bytes are these. */
  void answers(String hex) throws IOException {
    byte[] expected = hex(hex);
    assertThat(in.readNBytes(expected.length)).isEqualTo(expected);
  }

  static Envelope hello() {
    return Envelope.newBuilder().setHello(Hello.newBuilder().setVersion(1)).build();
  }

  static Envelope greet(long id, String name) {
    return request(id, "greeter", "greet", "string", ByteString.copyFromUtf8(name));
  }

  static Envelope request(long id, String service, String method, String type, ByteString value) {
    return Envelope.newBuilder()
        .setRequest(
            RPCXRequest.newBuilder()
                .setId(id)
                .setService(service)
                .setMethod(method)
                .addParameters(Parameter.newBuilder().setType(type).setValue(value)))
        .build();
  }

  static Envelope reply(long id, String result) {
    return Envelope.newBuilder()
        .setReply(RPCXReply.newBuilder().setId(id).setResult(ByteString.copyFromUtf8(result)))
        .build();
  }

  static byte[] frame(Envelope envelope) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(envelope.getSerializedSize());
      envelope.writeTo(out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  /** The whole frames of a stream. */
  static List<Envelope> envelopes(byte[] stream) throws IOException {
    List<Envelope> envelopes = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(stream);
    while (in.remaining() >= Integer.BYTES
        && in.remaining() - Integer.BYTES >= in.getInt(in.position())) {
      byte[] body = new byte[in.getInt()];
      in.get(body);
      envelopes.add(Envelope.parseFrom(body));
    }
    return envelopes;
  }

  void send(Envelope envelope) throws IOException {
    send(frame(envelope));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  Envelope receive() throws IOException {
    byte[] body = new byte[in.readInt()];
    in.readFully(body);
    return Envelope.parseFrom(body);
  }

  /** Reads until a reply comes. */
  RPCXReply reply() throws IOException {
    Envelope envelope = receive();
    while (!envelope.hasReply()) {
      envelope = receive();
    }
    return envelope.getReply();
  }

  /** Reads until a request comes. */
  RPCXRequest request() throws IOException {
    Envelope envelope = receive();
    while (!envelope.hasRequest()) {
      envelope = receive();
    }
    return envelope.getRequest();
  }

  /** Whether the other side closes the connection, whatever it sends before. */
  boolean isClosedByPeer() throws IOException {
    byte[] scratch = new byte[4096];
    try {
      int read = 0;
      while (read >= 0) {
        read = in.read(scratch);
      }
      return true;
    } catch (EOFException | SocketException | SSLException e) {
      return true;
    }
  }

  Socket socket() {
    return socket;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
