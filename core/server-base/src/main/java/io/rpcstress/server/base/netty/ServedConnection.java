package io.rpcstress.server.base.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import org.jspecify.annotations.Nullable;

/**
 * A connection that answers requests in their order, all that one read brings by one write. While
 * the peer does not take its replies, nothing more is read from it, so its memory is bounded: a
 * request begun, and the replies to one read. Where one reply may be large, that of all connections
 * is bounded, too.
 */
public abstract class ServedConnection extends WatchedConnection {
  private static final int FIRST_REPLY_BYTES = 256;

  /** Replies beyond the channel's own mark that were not taken, of all connections; or none is. */
  private final @Nullable HeldBytes unread;

  /** The replies to the requests of this read that were not written yet. */
  private @Nullable ByteBuf replies;

  /**
   * Takes an accepted channel over, on which no reply is large; {@link #closeWhereStale} begins to
   * watch it.
   */
  protected ServedConnection(SocketChannel channel, TimeLimits limits) {
    super(channel, limits);
    this.unread = null;
  }

  /**
   * Takes an accepted channel over; {@link #closeWhereStale} begins to watch it.
   *
   * @param unread what large replies that were not taken hold, of all connections together: the one
   *     that has not taken its replies for longest is closed where they are too much
   */
  protected ServedConnection(SocketChannel channel, TimeLimits limits, HeldBytes unread) {
    super(channel, limits);
    this.unread = unread;
  }

  /**
   * Takes what the decoder before it yields. It is released by the caller.
   *
   * @param message the decoder's next one; none comes once the connection is ending
   */
  protected abstract void received(Object message);

  /** Where the next reply is written, behind those before it. */
  protected final ByteBuf replies() {
    ByteBuf into = replies;
    if (into == null) {
      into = channel().alloc().ioBuffer(FIRST_REPLY_BYTES);
      replies = into;
    }
    return into;
  }

  /** A reply was written whole. */
  protected final void replied() {
    if (replies().readableBytes() >= channel().config().getWriteBufferHighWaterMark()) {
      writeReplies(); // the channel is not writable then, and what it reads is the last
    }
  }

  private void writeReplies() {
    ByteBuf written = replies;
    if (written == null) {
      return;
    }
    replies = null;
    HeldBytes all = unread;
    int bytes = written.readableBytes();
    if (all == null || bytes < channel().config().getWriteBufferHighWaterMark()) {
      var unused = channel().write(written, channel().voidPromise());
      return;
    }
    HeldBytes.Holding holding = all.hold(this::close);
    channel().write(written).addListener(taken -> holding.release());
    holding.set(bytes);
  }

  @Override
  protected final void writeLast() {
    writeReplies();
  }

  @Override
  public final void channelRead(ChannelHandlerContext context, Object message) {
    arrived();
    try {
      if (!isEnding()) {
        received(message);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext context) {
    readEnded(replies != null);
    var unused = markByAllowed();
    writeReplies();
    channel().flush();
  }

  @Override
  public final void channelWritabilityChanged(ChannelHandlerContext context) {
    progressed();
    channel().config().setAutoRead(channel().isWritable());
  }
}
