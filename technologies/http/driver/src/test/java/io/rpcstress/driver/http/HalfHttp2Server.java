package io.rpcstress.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.Target;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/**
 * Minimal cleartext HTTP/2 for one connection, which changes to it on request and then sends half a
 * body for every request.
 */
final class HalfHttp2Server implements AutoCloseable {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;

  private static final int END_STREAM = 1; // ACK of settings, too
  private static final int END_HEADERS = 4;

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  /** {@code :status: 200}, of the static table. */
  private static final byte[] OK = {(byte) 0x88};

  /** The same, and {@code content-length: 25}, its name of the static table. */
  private static final byte[] OK_OF_25_BYTES = {(byte) 0x88, 0x0f, 0x0d, 2, '2', '5'};

  /** The client has reset two streams. */
  final CountDownLatch reset = new CountDownLatch(2);

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

  HalfHttp2Server() throws IOException {
    Thread thread =
        new Thread(
            () -> {
              try (Socket socket = listener.accept()) {
                serve(socket);
              } catch (IOException e) {
                // The test is over.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  Target target() {
    return Target.of(new Address("127.0.0.1", listener.getLocalPort()));
  }

  private void serve(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    DataInputStream in = new DataInputStream(socket.getInputStream());
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    out.write(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
            .getBytes(ISO_8859_1));
    write(out, SETTINGS, 0, 0, new byte[0]);
    in.readFully(new byte[PREFACE.length()]);
    write(out, HEADERS, END_HEADERS | END_STREAM, 1, OK);
    while (true) {
      int length = (in.readUnsignedShort() << 8) | in.readUnsignedByte();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      in.readFully(new byte[length]);
      if (type == SETTINGS && (flags & END_STREAM) == 0) {
        write(out, SETTINGS, END_STREAM, 0, new byte[0]);
      } else if (type == DATA && (flags & END_STREAM) != 0) {
        write(out, HEADERS, END_HEADERS, stream, OK_OF_25_BYTES);
        write(out, DATA, 0, stream, new byte[] {'{'});
      } else if (type == RST_STREAM) {
        reset.countDown();
      }
    }
  }

  private static void write(DataOutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    out.writeByte(payload.length >> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
