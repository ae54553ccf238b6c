package io.rpcstress.server.thrift;

import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.Peers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.transport.TServerTransport;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/** Accepts blocking connections, as many as there may be; used by the server's one thread. */
final class BlockingListener extends TServerTransport {
  /** The pause after a failed accept: mostly no file descriptor is left. */
  static final long ACCEPT_PAUSE_MILLIS = 500;

  private final ServerSocket socket = new ServerSocket();
  private final Peers peers;
  private final HeldBytes held;
  private final Room room;
  private final CountDownLatch interrupted = new CountDownLatch(1);

  /**
   * Binds the address.
   *
   * @param held what large calls make the server hold
   * @param room for all that they hold, those of connections that are cut among them; more than
   *     held
   */
  BlockingListener(InetSocketAddress address, int backlog, Peers peers, HeldBytes held, Room room)
      throws IOException {
    this.peers = peers;
    this.held = held;
    this.room = room;
    socket.bind(address, backlog);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  @Override
  public void listen() {}

  /**
   * The next connection. When the listener is closed it waits until it is interrupted, so that
   * Thrift's server, which would interrupt its connections' threads, ends after them.
   */
  @Override
  public TTransport accept() throws TTransportException {
    try {
      while (!peers.isDraining()) {
        try {
          Socket accepted = socket.accept();
          if (peers.enter()) {
            return watched(accepted);
          }
          accepted.close();
        } catch (IOException e) {
          if (!peers.isDraining()) {
            System.err.println("server-thrift: cannot accept: " + e.getMessage());
            TimeUnit.MILLISECONDS.sleep(ACCEPT_PAUSE_MILLIS);
          }
        }
      }
      interrupted.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new TTransportException(TTransportException.NOT_OPEN, "the server ends");
  }

  private TTransport watched(Socket accepted) throws TTransportException, IOException {
    try {
      return new BlockingPeer(accepted, peers, held, room);
    } catch (TTransportException goneAlready) {
      peers.leave();
      accepted.close();
      throw goneAlready;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException closing) {
      // nothing more can be done with it
    }
  }

  @Override
  public void interrupt() {
    close();
    interrupted.countDown();
  }
}
