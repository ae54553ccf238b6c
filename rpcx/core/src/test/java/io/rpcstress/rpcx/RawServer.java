package io.rpcstress.rpcx;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Pong;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;

/**
 * A server of nothing but sockets, which greets and answers every request with the name of its
 * connection, until it is made to misbehave. Thread-safe.
 */
final class RawServer implements AutoCloseable {
  /** One client. */
  final class Peer {
    final int number;
    final RawPeer raw;
    final AtomicInteger requests = new AtomicInteger();

    /** Reads on, but sends nothing any more. */
    volatile boolean silent;

    /** Whether the client has sent HELLO and is served. */
    volatile boolean greeted;

    Peer(int number, RawPeer raw) {
      this.number = number;
      this.raw = raw;
    }

    /** Breaks the connection. */
    void end() {
      try {
        raw.close();
      } catch (IOException e) {
        // It is gone all the same.
      }
    }

    private void serve() {
      try (raw) {
        raw.send(hello);
        if (closesAfterHello) {
          return;
        }
        while (true) {
          Envelope envelope = raw.receive();
          if (envelope.hasHello()) {
            greeted = true;
          } else if (envelope.hasRequest()) {
            answer(envelope.getRequest());
          } else if (envelope.hasPing() && !silent) {
            raw.send(
                Envelope.newBuilder()
                    .setPong(Pong.newBuilder().setId(envelope.getPing().getId()))
                    .build());
          }
        }
      } catch (IOException e) {
        // The client has gone, or the test is over.
      }
    }

    private void answer(RPCXRequest request) throws IOException {
      requests.incrementAndGet();
      if (!silent) {
        LongFunction<Envelope> other = answer;
        raw.send(
            other == null
                ? RawPeer.reply(request.getId(), "peer " + number)
                : other.apply(request.getId()));
      }
    }
  }

  final List<Peer> peers = new CopyOnWriteArrayList<>();
  volatile boolean closesAfterHello;

  /** What is answered to a request of this id; null for the name of the connection. */
  volatile LongFunction<Envelope> answer;

  volatile Envelope hello = RawPeer.hello();
  private final ServerSocket listener;
  private final Thread acceptor;

  RawServer() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    acceptor = start(this::accept);
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work, "raw-server");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void accept() {
    try {
      while (true) {
        Peer peer = new Peer(peers.size(), new RawPeer(listener.accept()));
        peer.raw.socket().setSoTimeout(0);
        peers.add(peer);
        var unused = start(peer::serve);
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  int port() {
    return listener.getLocalPort();
  }

  /** New connections are refused from now on. */
  void refuse() throws IOException, InterruptedException {
    listener.close();
    acceptor.join(); // the kernel goes on listening for as long as a thread is within accept
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Peer peer : peers) {
      peer.raw.close();
    }
  }
}
