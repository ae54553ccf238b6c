package io.rpcstress.server.socket;

import io.rpcstress.contract.Store;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one language on blocking sockets: a thread for each connection, as a straightforward
 * program has it. The calls of a connection are answered in their order, each with its id.
 *
 * <p>The variant {@code tuned} reads ahead and gathers answers where calls come one behind the
 * other, sets {@code TCP_NODELAY}, and keeps encoders, decoders and their buffers.
 */
public final class SocketServer implements Server {
  /** The pause after a failed accept: mostly no file descriptor is left. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Idl idl;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private @Nullable ServerSocket listener;

  SocketServer(Idl idl) {
    this.idl = idl;
  }

  public static void main(String[] args) {
    List<Server> servers = Arrays.stream(Idl.values()).<Server>map(SocketServer::new).toList();
    ServerProgram.main("socket", servers, args);
  }

  @Override
  public Offer offer() {
    return new Offer(idl.technology(), idl.defaultPort(), Part.TUNED);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws IOException {
    ServerSocket bound = new ServerSocket();
    bound.bind(options.address(), BACKLOG);
    listener = bound;
    calls.connectionsFrom(open::size);
    Operations operations = new Operations(calls, new Store());
    daemon("accept", () -> accept(bound, options, operations));
    return (InetSocketAddress) bound.getLocalSocketAddress();
  }

  private void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, technology() + "-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocket bound, ServerOptions options, Operations operations) {
    while (!bound.isClosed()) {
      try {
        serve(bound.accept(), options, operations);
      } catch (IOException e) {
        if (!bound.isClosed()) {
          System.err.println("server-socket: cannot accept: " + e.getMessage());
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }
  }

  private void serve(Socket socket, ServerOptions options, Operations operations)
      throws IOException {
    if (open.size() >= options.maxConnections()) {
      socket.close();
      return;
    }
    Connection connection = new Connection(socket, idl, operations, options.tuned());
    open.add(socket);
    daemon(
        "connection",
        () -> {
          try {
            connection.run();
          } finally {
            open.remove(socket);
          }
        });
  }

  /**
   * The calls that are here are answered; a thread that waits for one finds the end of the input.
   */
  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    close(listener);
    for (Socket each : open) {
      try {
        each.shutdownInput();
      } catch (IOException gone) {
        // it has ended
      }
    }
    while (!open.isEmpty() && System.nanoTime() - end < 0) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    boolean answered = open.isEmpty();
    open.forEach(SocketServer::close);
    return answered;
  }

  private static void close(@Nullable Closeable open) {
    try {
      if (open != null) {
        open.close();
      }
    } catch (IOException closing) {
      // nothing more can be done with it
    }
  }
}
