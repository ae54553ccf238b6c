package io.rpcstress.rpcx.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import io.rpcstress.rpcx.wire.FieldReader;
import io.rpcstress.rpcx.wire.FieldWriter;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Hello;
import io.rpcstress.rpcx.wire.Varints;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Peers that are nothing but sockets, so that one process can have thousands. Not thread-safe. */
final class RawPeers implements AutoCloseable {
  /** Descriptors that a process needs beside those of its peers. */
  static final int OTHER_DESCRIPTORS = 256;

  private static final int SMALL_BUFFER = 4096;
  private static final int READ_TIMEOUT_MILLIS = 20_000;
  private static final byte[] HELLO = Hello.ofClient(1 << 22, "", 0, false).frame();

  private final List<Socket> sockets = new ArrayList<>();
  private final int port;

  RawPeers(int port) {
    this.port = port;
  }

  /**
   * Reports what is missing for so many peers.
   *
   * @return a sentence, or null if nothing is
   */
  static @Nullable String missing(int peers) {
    long needed = (long) peers + OTHER_DESCRIPTORS;
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        && unix.getMaxFileDescriptorCount() < needed) {
      return "%d peers need %d file descriptors and this process may have %d: ulimit -n %d first"
          .formatted(peers, needed, unix.getMaxFileDescriptorCount(), needed);
    }
    return null;
  }

  /**
   * One more peer, which has sent HELLO.
   *
   * @param narrow whether its system takes as little for it as it can
   */
  Socket join(boolean narrow) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    if (narrow) {
      socket.setReceiveBufferSize(SMALL_BUFFER);
    }
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.getOutputStream().write(HELLO);
    return socket;
  }

  /**
   * What a server has sent.
   *
   * @param kind the field number in the envelope
   * @param id of the call, of a reply
   */
  record Received(int kind, long id) {}

  /** Reads a frame. */
  static Received read(Socket from) throws IOException {
    DataInputStream in = new DataInputStream(from.getInputStream());
    byte[] body = new byte[in.readInt()];
    in.readFully(body);
    FieldReader envelope = new FieldReader().over(body, 0, body.length);
    int kind = envelope.next() >>> Fields.TYPE_BITS;
    envelope.content();
    return new Received(kind, Frames.id(body, envelope.from(), envelope.end()));
  }

  /** A request for a large reply. */
  static byte[] blob(long id, int bytes) {
    byte[] number = new byte[Varints.size(bytes)];
    int unused = Varints.write(number, 0, bytes);
    return request(id, "blob", "int32", number);
  }

  /** A request for a short reply. */
  static byte[] greet(long id) {
    return request(id, "greet", "string", "0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] request(long id, String method, String type, byte[] value) {
    FieldWriter parameter =
        new FieldWriter().text(Fields.TYPE_KEY, type).content(Fields.VALUE_KEY, value);
    return Frames.of(
        Fields.REQUEST,
        new FieldWriter()
            .number(Fields.ID_KEY, id)
            .text(Fields.SERVICE_KEY, "workload")
            .text(Fields.METHOD_KEY, method)
            .content(Fields.PARAMETER_KEY, parameter.bytes())
            .bytes());
  }

  /** Many requests for large replies, as they are written at once. */
  static byte[] blobs(int count, int bytes) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int id = 1; id <= count; id++) {
      all.writeBytes(blob(id, bytes));
    }
    return all.toByteArray();
  }

  int size() {
    return sockets.size();
  }

  /** The first so many of them, or all. */
  List<Socket> first(int count) {
    return List.copyOf(sockets.subList(0, Math.min(count, sockets.size())));
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }
}
