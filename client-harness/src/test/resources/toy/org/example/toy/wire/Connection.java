package org.example.toy.wire;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** The toy's client library: a byte for the method, then text with its length before it. */
public final class Connection {

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private final DataOutputStream out;

  /** Connects. */
  public Connection(String host, int port, int connectMillis, int readMillis) throws IOException {
    socket.connect(new InetSocketAddress(host, port), connectMillis);
    socket.setSoTimeout(readMillis);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /** Asks, and waits for the answer. */
  public String exchange(int method, String text) throws IOException {
    out.writeByte(method);
    out.writeUTF(text);
    out.flush();
    return in.readUTF();
  }

  /** Ends it. */
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
