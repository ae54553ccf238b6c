package io.rpcstress.driver.dubbo;

import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.Client;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.RemotingServer;
import org.apache.dubbo.remoting.Transporter;
import org.apache.dubbo.remoting.transport.netty4.NettyClient;

/**
 * Dubbo's transport over Netty, which connects to the very address that it is given: Dubbo's own
 * takes a loopback address for the host's address in its network. Stateless; Dubbo finds it by its
 * name.
 */
public final class DirectTransporter implements Transporter {
  /** As in {@code META-INF/dubbo}. */
  static final String NAME = "direct";

  /** For Dubbo. */
  public DirectTransporter() {}

  @Override
  public RemotingServer bind(URL url, ChannelHandler handler) {
    throw new UnsupportedOperationException("a client serves nobody");
  }

  @Override
  public Client connect(URL url, ChannelHandler handler) throws RemotingException {
    return new DirectClient(url, handler);
  }

  private static final class DirectClient extends NettyClient {
    private DirectClient(URL url, ChannelHandler handler) throws RemotingException {
      super(url, handler);
    }

    /** Its superclass calls this before its own fields are set. */
    @Override
    public InetSocketAddress getConnectAddress() {
      return new InetSocketAddress(getUrl().getHost(), getUrl().getPort());
    }
  }
}
