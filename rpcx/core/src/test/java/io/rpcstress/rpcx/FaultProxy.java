package io.rpcstress.rpcx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between a client and a server and injects faults into what passes: bytes late, in pieces,
 * twice, not at all, or the end of the connection in all its forms. Thread-safe.
 */
final class FaultProxy implements AutoCloseable {
  /** What happens to the bytes of one direction. */
  enum Fault {
    /** Nothing. */
    NONE,
    /** Every read is passed on a few ms late. */
    DELAY,
    /** Every byte travels alone. */
    SPLIT_EVERYWHERE,
    /** What comes after the offset is a few ms late. */
    SPLIT,
    /** From the offset on, what has passed is sent a second time. */
    DUPLICATE,
    /** The stream ends at the offset, in order. */
    TRUNCATE,
    /** The connection is reset at the offset. */
    RESET,
    /** One direction is closed at the offset, the other one stays. */
    HALF_CLOSE,
    /** Nothing passes from the offset on; the connection stays. */
    STALL,
    /** Everything is taken and nothing passed on, from the first byte. */
    BLACK_HOLE;

    /** Whether it happens at one place of the stream. */
    boolean hasOffset() {
      return this != NONE && this != DELAY && this != SPLIT_EVERYWHERE && this != BLACK_HOLE;
    }
  }

  private static final long PAUSE_MILLIS = 3;

  private final ServerSocket listener;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile Fault toServer = Fault.NONE;
  private volatile Fault toClient = Fault.NONE;
  private volatile int offset;
  private final AtomicLong passedBytes = new AtomicLong();
  private volatile boolean vanished;
  private final ByteArrayOutputStream swallowed = new ByteArrayOutputStream();
  private final AtomicInteger clientEnds = new AtomicInteger();

  FaultProxy(int target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** What happens to connections that are made from now on. */
  void inject(Fault towardsServer, Fault towardsClient, int atOffset) {
    toServer = towardsServer;
    toClient = towardsClient;
    offset = atOffset;
  }

  /** Bytes that have come so far, in both directions. */
  long passedBytes() {
    return passedBytes.get();
  }

  /**
   * From now on nothing passes any more, on the connections there are, too, which stay: as if the
   * server's host had vanished.
   */
  void vanish() {
    vanished = true;
  }

  /** What clients have sent since then. */
  byte[] swallowed() {
    return swallowed.toByteArray();
  }

  /** Connections that their clients have ended. */
  int clientEnds() {
    return clientEnds.get();
  }

  /** Breaks the connections there are. */
  void breakConnections() {
    for (Socket socket : sockets) {
      close(socket);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "fault-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        sockets.add(client);
        sockets.add(server);
        if (end.getCount() == 0) {
          // It was closed while this connection was made.
          breakConnections();
        }
        Fault up = toServer;
        Fault down = toClient;
        int at = offset;
        start(
            () -> {
              pass(client, Socket::getInputStream, server, up, at, swallowed);
              clientEnds.incrementAndGet();
            });
        start(
            () ->
                pass(
                    server,
                    Socket::getInputStream,
                    client,
                    down,
                    at,
                    OutputStream.nullOutputStream()));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  /** Where the bytes of one direction come from. */
  private interface Source {
    InputStream of(Socket socket) throws IOException;
  }

  private void pass(Socket from, Source source, Socket to, Fault fault, int at, OutputStream hole) {
    byte[] bytes = new byte[8192];
    ByteArrayOutputStream passed = new ByteArrayOutputStream();
    boolean happened = !fault.hasOffset();
    try {
      InputStream in = source.of(from);
      OutputStream out = to.getOutputStream();
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        passedBytes.addAndGet(read);
        if (vanished) {
          hole.write(bytes, 0, read);
        } else if (happened || passed.size() + read < at) {
          if (!happened) {
            passed.write(bytes, 0, read);
          }
          write(fault, out, bytes, read);
        } else {
          happened = true;
          int whole = at - passed.size();
          passed.write(bytes, 0, whole);
          out.write(bytes, 0, whole);
          if (at(fault, from, to, out, passed)) {
            return;
          }
          out.write(bytes, whole, read - whole);
        }
      }
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Passes on what was read, before the offset or where there is none. */
  private static void write(Fault fault, OutputStream out, byte[] bytes, int read)
      throws IOException, InterruptedException {
    switch (fault) {
      case DELAY -> {
        Thread.sleep(PAUSE_MILLIS);
        out.write(bytes, 0, read);
      }
      case SPLIT_EVERYWHERE -> {
        for (int i = 0; i < read; i++) {
          out.write(bytes[i]);
        }
      }
      case BLACK_HOLE -> {
        // Nothing passes.
      }
      default -> out.write(bytes, 0, read);
    }
  }

  /** The offset is reached; returns whether nothing passes any more. */
  private boolean at(
      Fault fault, Socket from, Socket to, OutputStream out, ByteArrayOutputStream passed)
      throws IOException, InterruptedException {
    switch (fault) {
      case SPLIT -> {
        Thread.sleep(PAUSE_MILLIS);
        return false;
      }
      case DUPLICATE -> {
        passed.writeTo(out);
        return false;
      }
      case TRUNCATE -> {
        close(to);
        close(from);
      }
      case RESET -> {
        to.setSoLinger(true, 0);
        from.setSoLinger(true, 0);
        close(to);
        close(from);
      }
      case HALF_CLOSE -> to.shutdownOutput();
      default -> end.await();
    }
    return true;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone all the same.
    }
  }

  @Override
  public void close() throws IOException {
    end.countDown();
    listener.close();
    breakConnections();
  }
}
