package io.rpcstress.server.bolt;

import com.alipay.remoting.ExtendedNettyChannelHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.rpcstress.server.base.netty.OpenChannels;
import java.util.List;

/** Has SOFABolt's connections limited before its own handlers see them. Thread-safe. */
record ConnectionLimits(OpenChannels connections) implements ExtendedNettyChannelHandler {

  @Override
  public List<ChannelHandler> frontChannelHandlers() {
    return List.of(new Admitting());
  }

  @Override
  public List<ChannelHandler> backChannelHandlers() {
    return List.of();
  }

  /** Knows its channel, which SOFABolt does not expose, once it is added. */
  private final class Admitting extends ChannelInboundHandlerAdapter {
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      if (!connections.admit(context.channel())) {
        var unused = context.close();
      }
    }
  }
}
