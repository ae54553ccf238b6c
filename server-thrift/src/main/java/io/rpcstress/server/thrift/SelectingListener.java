package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.server.base.Peers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TNonblockingSocket;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/** Accepts non-blocking connections, as many as there may be. */
final class SelectingListener extends TNonblockingServerSocket {
  private final Peers peers;
  private volatile @Nullable Selector selector;

  SelectingListener(InetSocketAddress address, int backlog, Peers peers)
      throws TTransportException {
    super(new NonblockingAbstractServerSocketArgs().bindAddr(address).backlog(backlog));
    this.peers = peers;
  }

  /** The next connection; null where there is none, or none may be open any more. */
  @Override
  @SuppressWarnings("NullAway") // Thrift's own returns null, too
  public TNonblockingSocket accept() throws TTransportException {
    TNonblockingSocket accepted = super.accept();
    if (accepted == null) {
      return null;
    }
    if (!peers.enter()) {
      accepted.close();
      return null;
    }
    try {
      return new SelectedPeer(accepted.getSocketChannel(), ThriftBounds.MAX_MESSAGE_BYTES, peers);
    } catch (IOException goneAlready) {
      peers.leave();
      accepted.close();
      return null;
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
