package io.rpcstress.server.mml;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.rpcstress.contract.mml.Frame;
import io.rpcstress.server.base.HeldBytes;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what arrives into frames, without their lengths. A length beyond what is taken is an error
 * when it is announced; before the frame is whole, memory is taken by what has come. Confined to
 * its event loop.
 */
final class Frames extends LengthFieldBasedFrameDecoder {
  private final HeldBytes waiting;

  /** Of the frame that has begun; none where none has. */
  private HeldBytes.@Nullable Holding begun;

  Frames(HeldBytes waiting) {
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
    if (isBegun()) {
      HeldBytes.Holding holding = begun;
      if (holding == null) {
        holding =
            waiting.hold(
                () -> {
                  var unused = context.close();
                });
        begun = holding;
      }
      holding.set(actualReadableBytes());
    } else {
      release();
    }
    super.channelReadComplete(context);
  }

  private void release() {
    HeldBytes.Holding holding = begun;
    if (holding != null) {
      begun = null;
      holding.release();
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
    release();
    super.handlerRemoved0(context);
  }
}
