package io.rpcstress.server.thrift;

import io.rpcstress.server.base.Peers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TNonblockingSocket;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/** Accepts non-blocking connections, as many as there may be. */
final class SelectingListener extends TNonblockingServerSocket {
  private final Peers peers;
  private final FrameRoom room;
  private volatile @Nullable Selector selector;

  SelectingListener(InetSocketAddress address, int backlog, Peers peers, FrameRoom room)
      throws TTransportException {
    super(new NonblockingAbstractServerSocketArgs().bindAddr(address).backlog(backlog));
    this.peers = peers;
    this.room = room;
  }

  /** The next connection; null where there is none, or none may be open any more. */
  @Override
  @SuppressWarnings("NullAway") // Thrift's own returns null, too
  public TNonblockingSocket accept() throws TTransportException {
    TNonblockingSocket accepted = next();
    if (accepted == null) {
      return null;
    }
    if (!peers.enter()) {
      accepted.close();
      return null;
    }
    try {
      return new SelectedPeer(accepted.getSocketChannel(), peers, room);
    } catch (IOException | TTransportException goneAlready) {
      peers.leave();
      accepted.close();
      return null;
    }
  }

  /** After a failure there is a pause: Thrift would ask again at once, and without end. */
  @SuppressWarnings("NullAway") // Thrift's own returns null, too
  private TNonblockingSocket next() throws TTransportException {
    try {
      return super.accept();
    } catch (TTransportException e) {
      if (!peers.isDraining()) {
        System.err.println("server-thrift: cannot accept: " + e.getMessage());
        pause();
      }
      throw e;
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(BlockingListener.ACCEPT_PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void registerSelector(Selector accepting) {
    selector = accepting;
    super.registerSelector(accepting);
  }

  /** Its port is free only when the selector has let go of it. */
  @Override
  public void close() {
    super.close();
    Selector accepting = selector;
    if (accepting != null) {
      accepting.wakeup();
    }
  }
}
