package io.rpcstress.rpcx.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.rpcstress.rpcx.StatusCode;

/** Tells a client that speaks no TLS why it is not understood; stands before the TLS handler. */
final class ClearText extends ChannelInboundHandlerAdapter {
  /** What a TLS connection begins with: a record of the handshake. */
  private static final int HANDSHAKE = 22;

  private boolean refused;

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) {
    ByteBuf in = (ByteBuf) msg;
    if (!refused && in.isReadable() && in.getUnsignedByte(in.readerIndex()) == HANDSHAKE) {
      ctx.fireChannelRead(in);
      var unused = ctx.pipeline().remove(this);
      return;
    }
    in.release();
    if (!refused) {
      refused = true;
      RefusedConnection.say(
          ctx, StatusCode.INVALID_ARGUMENT, "this service centre speaks TLS alone");
    }
  }
}
