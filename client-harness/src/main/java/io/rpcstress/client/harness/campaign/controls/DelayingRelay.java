package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.process.DaemonThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A line of some length on this host's loopback: hands on what comes from either side some time
 * after it came, in order. Two threads for each direction of a connection: one reads and notes when
 * it may go on, one waits for that and writes, so that what follows closely is not delayed twice.
 * Thread-safe.
 */
final class DelayingRelay implements AutoCloseable {

  private static final int CHUNK_BYTES = 1 << 14;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** The end of a delay is awaited in a loop: a timer wakes a thread some 60 us late. */
  private static final long SPUN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final ServerSocket listener;
  private final InetSocketAddress server;
  private final long eachWayNanos;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  DelayingRelay(InetSocketAddress server, Duration eachWay) throws IOException {
    this.server = server;
    this.eachWayNanos = eachWay.toNanos();
    listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    DaemonThread.start("relay-accept", this::accept);
  }

  /** What is on its way, and when it may arrive; nothing of it where its sender has ended. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  private record Chunk(byte[] bytes, long due) {}

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket there = new Socket();
        open.add(client);
        open.add(there);
        try {
          there.connect(server, Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
          client.setTcpNoDelay(true);
          there.setTcpNoDelay(true);
          direct(client, there);
          direct(there, client);
        } catch (IOException unreachable) {
          drop(client, there);
        }
        if (listener.isClosed()) { // it closed those that it knew of
          drop(client, there);
        }
      }
    } catch (IOException closed) {
      // No further connection.
    }
  }

  private void direct(Socket from, Socket to) {
    BlockingQueue<Chunk> onTheWay = new LinkedBlockingQueue<>(); // a client waits for its replies
    DaemonThread.start("relay-read", () -> read(from, onTheWay));
    DaemonThread.start("relay-write", () -> write(from, to, onTheWay));
  }

  private void read(Socket from, BlockingQueue<Chunk> onTheWay) {
    byte[] buffer = new byte[CHUNK_BYTES];
    int length = 0;
    while (length >= 0) {
      try {
        length = from.getInputStream().read(buffer);
      } catch (IOException broken) {
        length = -1;
      }
      byte[] bytes = length < 0 ? new byte[0] : Arrays.copyOf(buffer, length);
      onTheWay.add(new Chunk(bytes, System.nanoTime() + eachWayNanos));
    }
  }

  private void write(Socket from, Socket to, BlockingQueue<Chunk> onTheWay) {
    try {
      while (true) {
        Chunk chunk = onTheWay.take();
        awaitNanos(chunk.due);
        if (chunk.bytes.length == 0) {
          to.shutdownOutput();
          return;
        }
        to.getOutputStream().write(chunk.bytes);
      }
    } catch (IOException | InterruptedException broken) {
      drop(from, to);
    }
  }

  /** Waits until then, by {@link System#nanoTime}. */
  static void awaitNanos(long due) throws InterruptedException {
    for (long left = due - System.nanoTime(); left > SPUN_NANOS; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left - SPUN_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    while (System.nanoTime() - due < 0) {
      Thread.onSpinWait();
    }
  }

  private void drop(Socket... sockets) {
    for (Socket each : sockets) {
      open.remove(each);
      try {
        each.close();
      } catch (IOException gone) {
        // It is of no use any more.
      }
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException gone) {
      // Nobody can come any more.
    }
    drop(open.toArray(new Socket[0]));
  }
}
