package io.rpcstress.server.dubbo;

import io.netty.bootstrap.ServerBootstrap;
import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.transport.netty4.NettyServer;
import org.apache.dubbo.remoting.transport.netty4.NettyServerHandler;

/** Dubbo's own server of the dubbo protocol, which listens where it is told, with limits. */
final class LimitedServer extends NettyServer {

  /** Listens at once. */
  LimitedServer(URL url, ChannelHandler handler) throws RemotingException {
    super(url, handler);
  }

  /** Its superclass calls this before its own fields are set. */
  @Override
  public InetSocketAddress getBindAddress() {
    return ConnectionLimits.of(getUrl()).address();
  }

  @Override
  protected void initServerBootstrap(NettyServerHandler handler) {
    super.initServerBootstrap(handler);
    ServerBootstrap bootstrap = getServerBootstrap();
    bootstrap.childHandler(ConnectionLimits.of(getUrl()).before(bootstrap.config().childHandler()));
  }

  /** What is open stays so. */
  void stopAccepting() {
    var unused = getBossChannel().close();
  }
}
