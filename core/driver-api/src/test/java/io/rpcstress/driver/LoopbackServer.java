package io.rpcstress.driver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A test's own server on loopback: each connection has a thread, which answers as the test wants
 * it. A connection ends where that throws anything.
 */
public abstract class LoopbackServer implements AutoCloseable {
  private static final int BACKLOG = 50;

  private final ServerSocket listener;
  private final AtomicInteger connections = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Thread accepting = daemon(this::accept);

  /**
   * One that has its port and does not accept yet: {@link #start} is what a constructor ends with.
   *
   * @param port 0 for any
   */
  protected LoopbackServer(int port) throws IOException {
    listener = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
  }

  /** Begins to accept connections. */
  protected final void start() {
    accepting.start();
  }

  /** Answers on a connection until its client is gone, or is to find it closed. */
  protected abstract void serve(Socket socket) throws Exception;

  /** Where it listens. */
  public final Address address() {
    return new Address("127.0.0.1", listener.getLocalPort());
  }

  /** The same as what a driver is given. */
  public final Target target() {
    return Target.of(address());
  }

  /** How many connections were made. */
  public final int connections() {
    return connections.get();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "loopback-server");
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        open.add(socket);
        daemon(() -> answer(socket)).start();
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  private void answer(Socket socket) {
    try (socket) {
      serve(socket);
    } catch (Exception gone) {
      // the client closed it, or the test wants it closed
    } finally {
      open.remove(socket);
    }
  }

  /** Nothing listens any more. Connections stay. */
  @Override
  public void close() throws IOException {
    endListening();
  }

  /** Nothing listens any more. Connections stay. */
  final void endListening() throws IOException {
    listener.close();
    try {
      accepting.join(); // a thread amid accept() may take one connection more
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nothing listens any more, and every connection is reset. */
  protected final void reset() throws IOException {
    endListening();
    for (Socket socket : open) {
      if (!socket.isClosed()) {
        socket.setSoLinger(true, 0);
        socket.close();
      }
    }
  }
}
