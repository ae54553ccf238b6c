package io.rpcstress.rpcx.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundInvoker;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.wire.Frames;

/** Tells a client why it is not served, before anything was read of it. */
final class RefusedConnection extends ChannelInboundHandlerAdapter {
  private final String message;

  RefusedConnection(String message) {
    this.message = message;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    say(ctx, StatusCode.OVERLOADED, message);
  }

  /** Says it in clear, and closes. */
  static void say(ChannelOutboundInvoker channel, StatusCode status, String message) {
    var unused =
        channel
            .writeAndFlush(Unpooled.wrappedBuffer(Frames.goAway(status.number(), message)))
            .addListener(ChannelFutureListener.CLOSE);
  }
}
