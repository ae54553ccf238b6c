package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import java.net.InetSocketAddress;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TNonblockingSocket;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/** Thrift's non-blocking listener with a limit of connections, for which Thrift has no setting. */
final class LimitedListener extends TNonblockingServerSocket {
  private final int maxConnections;
  private final OpenConnections open;

  LimitedListener(InetSocketAddress address, int backlog, int maxConnections, OpenConnections open)
      throws TTransportException {
    super(new NonblockingAbstractServerSocketArgs().bindAddr(address).backlog(backlog));
    this.maxConnections = maxConnections;
    this.open = open;
  }

  /** The next connection; null where there is none, or none more may be open. */
  @Override
  @SuppressWarnings("NullAway") // Thrift's own returns null, too
  public @Nullable TNonblockingSocket accept() throws TTransportException {
    TNonblockingSocket accepted = super.accept();
    if (accepted != null && open.count() >= maxConnections) {
      accepted.close();
      return null;
    }
    if (accepted != null) {
      accepted.setMaxFrameSize(ThriftBounds.MAX_MESSAGE_BYTES);
    }
    return accepted;
  }
}
