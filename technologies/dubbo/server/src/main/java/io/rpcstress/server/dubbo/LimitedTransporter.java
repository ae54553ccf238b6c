package io.rpcstress.server.dubbo;

import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.Client;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.RemotingServer;
import org.apache.dubbo.remoting.Transporter;

/**
 * Dubbo's transport over Netty, with {@link ConnectionLimits}. Stateless; Dubbo finds it by its
 * name.
 */
public final class LimitedTransporter implements Transporter {
  /** As in {@code META-INF/dubbo}. */
  static final String NAME = "limited";

  /** For Dubbo. */
  public LimitedTransporter() {}

  @Override
  public RemotingServer bind(URL url, ChannelHandler handler) throws RemotingException {
    LimitedServer server = new LimitedServer(url, handler);
    ConnectionLimits.of(url).stoppedBy(server::stopAccepting);
    return server;
  }

  @Override
  public Client connect(URL url, ChannelHandler handler) {
    throw new UnsupportedOperationException("a server calls nobody");
  }
}
