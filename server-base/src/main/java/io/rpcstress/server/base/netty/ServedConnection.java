package io.rpcstress.server.base.netty;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: answers requests in their order, all that one read brings by one write.
 * While the peer does not take its replies, nothing more is read from it, so its memory is bounded:
 * a request begun, and the replies to one read. Confined to its event loop, but for {@link #finish}
 * and {@link #closed}.
 */
public abstract class ServedConnection extends ChannelInboundHandlerAdapter {
  /** How long a connection that is to end has to be quiet, ms. */
  private static final long QUIET_MILLIS = 20;

  /** So often a peer that goes on asking is waited for, before it is ended amid that. */
  private static final int MAX_WAITS = 5;

  private static final int FIRST_REPLY_BYTES = 256;

  private final SocketChannel channel;
  private final TimeLimits limits;

  /** The replies to the requests of this read that were not written yet. */
  private @Nullable ByteBuf replies;

  /** Whether the last read ended amid a request. */
  private boolean begun;

  /** Since when the peer owes the rest of a request, or has not taken a reply, or was quiet. */
  private long since = System.nanoTime();

  /** Whether anything arrived since this was last reset. */
  private boolean heard;

  /** Whether the last reply was written: what comes now is not answered. */
  private boolean ending;

  /** Takes an accepted channel over; {@link #closeWhereStale} begins to watch it. */
  protected ServedConnection(SocketChannel channel, TimeLimits limits) {
    this.channel = channel;
    this.limits = limits;
  }

  /** The channel. */
  protected final SocketChannel channel() {
    return channel;
  }

  /**
   * Takes what the decoder before it yields. It is released by the caller.
   *
   * @param message the decoder's next one; none comes once the connection is ending
   */
  protected abstract void received(Object message);

  /** Whether the rest of a request is still to come. */
  protected abstract boolean isBegun();

  /** Done when the connection is closed. */
  public final ChannelFuture closed() {
    return channel.closeFuture();
  }

  /** Answers what has arrived and ends the connection as soon as the peer took the replies. */
  public final void finish() {
    channel
        .eventLoop()
        .execute(
            () -> {
              heard = true; // perhaps: what the kernel holds is still to be read
              endWhereQuiet(MAX_WAITS);
            });
  }

  /** Cuts it. */
  public final void close() {
    var unused = channel.close();
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

  /** A reply was written whole. */
  protected final void replied() {
    if (replies().readableBytes() >= channel.config().getWriteBufferHighWaterMark()) {
      writeReplies(); // the channel is not writable then, and what it reads is the last
    }
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
    heard = true;
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
    boolean wasBegun = begun;
    begun = isBegun();
    if (replies != null || begun != wasBegun) {
      since = System.nanoTime();
    }
    writeReplies();
    channel.flush();
  }

  @Override
  public final void channelWritabilityChanged(ChannelHandlerContext context) {
    since = System.nanoTime();
    channel.config().setAutoRead(channel.isWritable());
  }

  /** Whether what comes is answered no longer. */
  protected final boolean isEnding() {
    return ending;
  }

  private void endWhereQuiet(int waits) {
    if (ending || !channel.isActive()) {
      return;
    }
    if ((heard && waits > 0) || !channel.isWritable()) {
      heard = false;
      later(() -> endWhereQuiet(waits - 1), MILLISECONDS.toNanos(QUIET_MILLIS));
    } else {
      end();
    }
  }

  /**
   * Ends the output behind the last reply. To close at once, with unread input, would destroy it.
   */
  protected final void end() {
    ending = true;
    writeReplies();
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(taken -> linger());
  }

  private void linger() {
    var unused = channel.shutdownOutput();
    later(this::close, limits.linger().toNanos());
  }

  /** Closes it if the peer has kept it waiting for too long; otherwise looks again in time. */
  protected final void closeWhereStale() {
    if (!channel.isOpen()) {
      return;
    }
    long stalled = limits.stalled().toNanos();
    long allowed = begun || hasUnsent() ? stalled : limits.idle().toNanos();
    long left = allowed - (System.nanoTime() - since);
    if (left <= 0) {
      close();
    } else {
      // No later than a peer that stalls from now on is due.
      later(this::closeWhereStale, Math.min(left, stalled));
    }
  }

  private void later(Runnable task, long nanos) {
    var unused = channel.eventLoop().schedule(task, nanos, NANOSECONDS);
  }

  private boolean hasUnsent() {
    return channel.bytesBeforeUnwritable() <= channel.config().getWriteBufferHighWaterMark();
  }
}
