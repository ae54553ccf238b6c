package io.rpcstress.server.dubbo;

import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.api.connection.AbstractConnectionClient;
import org.apache.dubbo.remoting.api.pu.AbstractPortUnificationServer;
import org.apache.dubbo.remoting.api.pu.PortUnificationTransporter;

/**
 * Triple's transport over Netty, with {@link ConnectionLimits}. Stateless; Dubbo finds it by its
 * name, which is {@link LimitedTransporter}'s.
 */
public final class TripleTransporter implements PortUnificationTransporter {

  /** For Dubbo. */
  public TripleTransporter() {}

  @Override
  public AbstractPortUnificationServer bind(URL url, ChannelHandler handler)
      throws RemotingException {
    TripleListener server = new TripleListener(url, handler);
    ConnectionLimits.of(url).stoppedBy(server::stopAccepting);
    return server;
  }

  @Override
  public AbstractConnectionClient connect(URL url, ChannelHandler handler) {
    throw new UnsupportedOperationException("a server calls nobody");
  }
}
