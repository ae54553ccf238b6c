package io.rpcstress.server.socket;

import io.rpcstress.contract.socket.Idl;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one language on blocking sockets: a thread for each connection, as a straightforward
 * program has it. The calls of a connection are answered in their order, each with its id.
 *
 * <p>The variant {@code tuned} reads ahead and gathers answers where calls come one behind the
 * other, sets {@code TCP_NODELAY}, and keeps encoders, decoders and their buffers.
 */
final class SocketServer implements Server {
  /** Connections that the kernel completes before they are accepted; it may allow fewer. */
  private static final int BACKLOG = 1024;

  /** The pause after a failed accept: mostly no file descriptor is left. */
  private static final long ACCEPT_PAUSE_MILLIS = 500;

  /** How often a drain looks at its connections, ms: so long one that is to end has to be quiet. */
  private static final long QUIET_MILLIS = 20;

  private final Idl idl;
  private final TimeLimits limits;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean draining;
  private @Nullable ServerSocket listener;

  /** A server that is not started. */
  SocketServer(Idl idl) {
    this(idl, TimeLimits.DEFAULTS);
  }

  SocketServer(Idl idl, TimeLimits limits) {
    this.idl = idl;
    this.limits = limits;
  }

  @Override
  public String technology() {
    return idl.technology();
  }

  @Override
  public int defaultPort() {
    return idl.defaultPort();
  }

  @Override
  public boolean hasTuned() {
    return true;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws IOException {
    ServerSocket bound = new ServerSocket();
    bound.bind(options.address(), BACKLOG);
    listener = bound;
    calls.connectionsFrom(open::get);
    Operations operations = new Operations(calls);
    daemon("accept", () -> accept(bound, options, operations));
    daemon("look", this::lookForLatePeers);
    return (InetSocketAddress) bound.getLocalSocketAddress();
  }

  private void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, technology() + "-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocket bound, ServerOptions options, Operations operations) {
    while (!draining) {
      try {
        serve(bound.accept(), options, operations);
      } catch (IOException e) {
        if (!draining) {
          System.err.println("server-socket: cannot accept: " + e.getMessage());
          pause(ACCEPT_PAUSE_MILLIS);
        }
      }
    }
  }

  private void serve(Socket socket, ServerOptions options, Operations operations)
      throws IOException {
    if (open.incrementAndGet() > options.maxConnections()) {
      open.decrementAndGet();
      socket.close();
      return;
    }
    Connection connection;
    try {
      connection = new Connection(socket, idl, operations, limits, options.tuned());
    } catch (IOException goneAlready) {
      open.decrementAndGet();
      socket.close();
      return;
    }
    connections.add(connection);
    try {
      daemon("connection", () -> run(connection));
    } catch (OutOfMemoryError noThread) { // of the system's, not of memory: the others go on
      System.err.println("server-socket: no thread for a connection: " + noThread.getMessage());
      forget(connection);
    }
  }

  private void run(Connection connection) {
    try {
      connection.run();
    } finally {
      forget(connection);
    }
  }

  private void forget(Connection connection) {
    connection.close();
    if (connections.remove(connection)) {
      open.decrementAndGet();
    }
  }

  private void lookForLatePeers() {
    while (pause(limits.look().toMillis())) {
      long now = System.nanoTime();
      connections.forEach(connection -> connection.closeWhereLate(now));
    }
  }

  /** Whether it was not interrupted. */
  private static boolean pause(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    draining = true;
    ServerSocket bound = listener;
    if (bound != null) {
      try {
        bound.close();
      } catch (IOException closing) {
        // nothing more can be done with it
      }
    }
    while (!connections.isEmpty() && System.nanoTime() < end) {
      connections.forEach(Connection::drain);
      TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
    }
    boolean whole = connections.isEmpty();
    connections.forEach(Connection::close);
    return whole;
  }
}
