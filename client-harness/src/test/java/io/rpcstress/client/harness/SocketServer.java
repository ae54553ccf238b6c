package io.rpcstress.client.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A test's own server: each connection is served by a thread of its own, until this is closed. */
final class SocketServer implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

  /** What is done with a connection. */
  interface Connection {
    void serve(Socket socket) throws IOException, InterruptedException;
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  SocketServer(Connection each) throws IOException {
    daemon(
        () -> {
          while (true) {
            Socket socket = server.accept();
            daemon(() -> each.serve(socket));
          }
        });
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException e) {
                // The test is over, or the client is gone.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
