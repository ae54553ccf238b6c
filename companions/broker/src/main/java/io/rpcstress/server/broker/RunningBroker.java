package io.rpcstress.server.broker;

import io.rpcstress.server.base.program.ChildProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.SocketFactory;

/** A broker's process in a private folder. Thread-safe. */
interface RunningBroker {
  int CONNECT_MILLIS = 500;

  /** The signal after which it ends in order. */
  String DRAIN_SIGNAL = "TERM";

  ChildProgram process();

  /** What it was started with, without the credentials. */
  String configuration();

  /** Where it writes its last error, beside its output. */
  default List<Path> logs() {
    return List.of();
  }

  default boolean stop(Duration atMost) throws InterruptedException {
    return process().stop(DRAIN_SIGNAL, atMost);
  }

  static Socket connect(InetSocketAddress address, SocketFactory factory) throws IOException {
    Socket socket = factory.createSocket();
    try {
      socket.connect(address, CONNECT_MILLIS);
      socket.setSoTimeout(CONNECT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw new IOException("nothing listens at " + address + ": " + e.getMessage(), e);
    }
  }

  /** Fails unless what listens there answers a client's first bytes as a broker does. */
  static void requireAnswer(
      InetSocketAddress listen, SocketFactory factory, byte[] first, int answer)
      throws IOException {
    try (Socket socket = connect(listen, factory)) {
      socket.getOutputStream().write(first);
      if (socket.getInputStream().read() != answer) {
        throw new IOException("what listens at " + listen + " is no broker");
      }
    }
  }
}
