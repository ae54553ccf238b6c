package io.rpcstress.server.base.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * The last handler of a connection whose requests are answered in their order: the replies to all
 * requests of a read are written at once. Confined to the connection's event loop.
 */
public abstract class ServedConnection extends ChannelInboundHandlerAdapter {
  private static final int FIRST_REPLY_BYTES = 256;

  private final SocketChannel channel;
  private boolean ending;

  /** The replies to the requests of this read that were not written yet. */
  private @Nullable ByteBuf replies;

  /** Takes an accepted channel over. */
  protected ServedConnection(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes what the decoder before it yields. It is released by the caller.
   *
   * @param message the decoder's next one; none comes once the connection is ending
   */
  protected abstract void received(Object message);

  protected final SocketChannel channel() {
    return channel;
  }

  /** Whether what comes is answered no longer. */
  protected final boolean isEnding() {
    return ending;
  }

  /** Where the next reply is written, behind those before it. */
  protected final ByteBuf replies() {
    ByteBuf into = replies;
    if (into == null) {
      into = channel.alloc().ioBuffer(FIRST_REPLY_BYTES);
      replies = into;
    }
    return into;
  }

  /** Ends it behind the last reply. */
  protected final void end() {
    ending = true;
    writeReplies();
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  private void writeReplies() {
    ByteBuf written = replies;
    if (written != null) {
      replies = null;
      var unused = channel.write(written, channel.voidPromise());
    }
  }

  @Override
  public final void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (!ending) {
        received(message);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext context) {
    writeReplies();
    channel.flush();
  }
}
