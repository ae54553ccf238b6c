package io.rpcstress.server.socket;

import io.rpcstress.contract.socket.Idl;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Peers;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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

  private final Idl idl;
  private final TimeLimits limits;
  private @Nullable Running running;

  /** What a drain ends. */
  private record Running(Peers peers, ServerSocket listener) {}

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
    Peers peers = new Peers(options.maxConnections(), limits);
    running = new Running(peers, bound);
    calls.connectionsFrom(peers::size);
    Operations operations = new Operations(calls);
    daemon("accept", () -> accept(bound, peers, operations, options.tuned()));
    peers.lookForLatePeers(technology() + "-look");
    return (InetSocketAddress) bound.getLocalSocketAddress();
  }

  private void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, technology() + "-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocket bound, Peers peers, Operations operations, boolean tuned) {
    while (!peers.isDraining()) {
      try {
        serve(bound.accept(), peers, operations, tuned);
      } catch (IOException e) {
        if (!peers.isDraining()) {
          System.err.println("server-socket: cannot accept: " + e.getMessage());
          pause();
        }
      }
    }
  }

  private void serve(Socket socket, Peers peers, Operations operations, boolean tuned)
      throws IOException {
    if (!peers.enter()) {
      socket.close();
      return;
    }
    Connection connection;
    try {
      connection = new Connection(socket, idl, operations, peers, limits.linger(), tuned);
    } catch (IOException goneAlready) {
      peers.leave();
      socket.close();
      return;
    }
    peers.watch(connection);
    try {
      daemon("connection", () -> run(connection, peers));
    } catch (OutOfMemoryError noThread) { // of the system's, not of memory: the others go on
      System.err.println("server-socket: no thread for a connection: " + noThread.getMessage());
      connection.cut();
      peers.leave(connection);
    }
  }

  private static void run(Connection connection, Peers peers) {
    try {
      connection.run();
    } finally {
      connection.cut();
      peers.leave(connection);
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(ACCEPT_PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    Running now = running;
    if (now == null) {
      return true;
    }
    now.peers.close();
    try {
      now.listener.close();
    } catch (IOException closing) {
      // nothing more can be done with it
    }
    return now.peers.drain(atMost);
  }
}
