package io.rpcstress.server.mml;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.rpcstress.contract.mml.Frame;
import io.rpcstress.server.base.netty.WaitingBytes;

/**
 * Cuts what arrives into frames, without their lengths. A length beyond what is taken is an error
 * when it is announced; before the frame is whole, memory is taken by what has come. Confined to
 * its event loop.
 */
final class Frames extends LengthFieldBasedFrameDecoder {
  private final WaitingBytes waiting;
  private long counted;

  Frames(WaitingBytes waiting) {
    super(
        Frame.LENGTH_BYTES + Frame.MAX_LENGTH,
        0,
        Frame.LENGTH_BYTES,
        0,
        /* initialBytesToStrip= */ Frame.LENGTH_BYTES);
    this.waiting = waiting;
  }

  /** Whether a frame has begun and is not whole. */
  boolean isBegun() {
    return actualReadableBytes() > 0;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    long now = actualReadableBytes();
    long more = now - counted;
    counted = now;
    if (!waiting.changed(more)) {
      System.err.println("server-mml: too many frames are under way: a connection was closed");
      var unused = context.close();
    }
    super.channelReadComplete(context);
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
    waiting.changed(-counted);
    counted = 0;
    super.handlerRemoved0(context);
  }
}
