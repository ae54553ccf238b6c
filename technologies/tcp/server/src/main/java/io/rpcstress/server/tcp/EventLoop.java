package io.rpcstress.server.tcp;

import io.rpcstress.server.base.CallCounter;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One thread that serves many connections. The first loop also accepts, and deals the connections
 * out in turn. Everything but the queue of new connections is confined to the loop's thread.
 */
final class EventLoop extends Thread {
  /** The pause after a failed accept, ms. */
  private static final long PAUSE_MILLIS = 500;

  private final Selector selector;
  private final List<Requests> operations;
  private final CallCounter calls;
  private final AtomicInteger open;
  private final Queue<SocketChannel> arrived = new ConcurrentLinkedQueue<>();
  private final Buffers buffers;
  private volatile boolean draining;

  // Only of the loop that accepts.
  private @Nullable ServerSocketChannel listener;
  private @Nullable SelectionKey accepting;
  private List<EventLoop> all = List.of();
  private int maxConnections;
  private int next;

  /** When an accept failed; 0 where none did. */
  private long pausedAt;

  EventLoop(
      String name,
      List<Requests> operations,
      CallCounter calls,
      AtomicInteger open,
      int maxMessageBytes)
      throws IOException {
    super(name);
    this.operations = operations;
    this.calls = calls;
    this.open = open;
    this.buffers = new Buffers(maxMessageBytes);
    this.selector = Selector.open();
  }

  /** Makes this loop the one that accepts. Before its start. */
  void listen(ServerSocketChannel channel, List<EventLoop> loops, int connections)
      throws IOException {
    listener = channel;
    all = List.copyOf(loops);
    maxConnections = connections;
    accepting = channel.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Asks the loop to answer what was received, close every connection and end. */
  void drain() {
    draining = true;
    selector.wakeup();
  }

  /** Whether the loop ended within this time. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    // A join with 0 would wait for ever.
    join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    return !isAlive();
  }

  @Override
  public void run() {
    boolean drainStarted = false;
    while (!(drainStarted && selector.keys().isEmpty())) {
      try {
        selector.select(this::ready, PAUSE_MILLIS);
      } catch (IOException e) {
        System.err.println("server-tcp: " + getName() + ": " + e);
      }
      if (draining && !drainStarted) {
        drainStarted = true;
        stopAccepting();
        adoptArrived();
        connections().forEach(Connection::finish);
      } else {
        adoptArrived();
      }
      if (pausedAt != 0) {
        acceptAgain();
      }
      if (drainStarted) {
        selectNowToForgetClosed();
      }
    }
  }

  private void ready(SelectionKey key) {
    if (key == accepting) {
      accept(key);
    } else if (key.attachment() instanceof Connection connection) {
      connection.ready();
    }
  }

  private void accept(SelectionKey key) {
    ServerSocketChannel from = listener;
    try {
      SocketChannel channel = from == null ? null : from.accept();
      while (from != null && channel != null) {
        if (open.get() >= maxConnections) {
          channel.close();
        } else {
          open.incrementAndGet();
          EventLoop loop = all.get(next++ % all.size());
          loop.arrived.add(channel);
          if (loop != this) {
            loop.selector.wakeup();
          }
        }
        channel = from.accept();
      }
    } catch (IOException e) {
      // Mostly no file descriptor left: the listener would be ready at once again, so pause.
      System.err.println("server-tcp: cannot accept: " + e.getMessage());
      key.interestOps(0);
      pausedAt = System.nanoTime();
    }
  }

  private void acceptAgain() {
    if (System.nanoTime() - pausedAt > TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)) {
      pausedAt = 0;
      if (accepting != null && accepting.isValid()) {
        accepting.interestOps(SelectionKey.OP_ACCEPT);
      }
    }
  }

  private void adoptArrived() {
    SocketChannel channel = arrived.poll();
    while (channel != null) {
      try {
        Connection connection = new Connection(channel, selector, buffers, operations, calls, open);
        if (draining) {
          connection.finish();
        }
      } catch (IOException alreadyGone) {
        open.decrementAndGet();
      }
      channel = arrived.poll();
    }
  }

  private void stopAccepting() {
    try {
      if (listener != null) {
        listener.close();
      }
    } catch (IOException closing) {
      // nothing more can be done with it
    }
  }

  /** A closed connection's key stays in the selector until the next selection. */
  private void selectNowToForgetClosed() {
    try {
      selector.selectNow(this::ready);
    } catch (IOException e) {
      System.err.println("server-tcp: " + getName() + ": " + e);
    }
  }

  private List<Connection> connections() {
    List<Connection> connections = new ArrayList<>(selector.keys().size());
    for (SelectionKey key : selector.keys()) {
      if (key.attachment() instanceof Connection connection) {
        connections.add(connection);
      }
    }
    return connections;
  }
}
