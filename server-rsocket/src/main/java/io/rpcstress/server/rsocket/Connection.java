package io.rpcstress.server.rsocket;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import io.rpcstress.server.base.CallCounter;

/**
 * The first handler of a connection: what a peer may send, how much of its answers may wait, and
 * how long. RSocket's library reads on whatever a peer takes, and its queue has no end. Confined to
 * the connection's event loop, but for {@link #finish}, {@link #close} and {@link #closed}.
 */
final class Connection extends ChannelDuplexHandler {
  /** Answers that may wait for a peer that does not take them, before nothing more is read. */
  private static final int MAX_WAITING = 512;

  /** How long a connection that is to end has to be quiet, ms. */
  private static final long QUIET_MILLIS = 20;

  /** So often a peer that goes on asking is waited for, before it is ended amid that. */
  private static final int MAX_WAITS = 5;

  private final Channel channel;
  private final CallCounter calls;
  private final TimeLimits limits;
  private final FrameHeads frames;

  /** Answers that were written; as many as were asked for, in the end. */
  private long written;

  /** Since when the peer owes the rest of a frame, or has not taken an answer, or was quiet. */
  private long since = System.nanoTime();

  private boolean begun;
  private long wholeBefore;

  /** Whether anything arrived since this was last reset. */
  private boolean heard;

  /** Whether its end was decided: what comes now is not looked at. */
  private boolean ending;

  Connection(Channel channel, CallCounter calls, TimeLimits limits, int maxFrameBytes) {
    this.channel = channel;
    this.calls = calls;
    this.limits = limits;
    this.frames = new FrameHeads(maxFrameBytes);
  }

  /** Done when the connection is closed. */
  ChannelFuture closed() {
    return channel.closeFuture();
  }

  /** Answers what has arrived and ends the connection as soon as the peer took the answers. */
  void finish() {
    channel
        .eventLoop()
        .execute(
            () -> {
              heard = true; // perhaps: what the kernel holds is still to be read
              endWhereQuiet(MAX_WAITS);
            });
  }

  /** Cuts it. */
  void close() {
    var unused = channel.close();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    closeWhereStale();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    heard = true;
    if (!ending && message instanceof ByteBuf bytes) {
      try {
        frames.see(bytes);
        context.fireChannelRead(message);
        return;
      } catch (MalformedFrameException malformed) {
        calls.failed();
        ending = true;
        close();
      }
    }
    ReferenceCountUtil.release(message);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    boolean wasBegun = begun;
    begun = frames.isAmid();
    if (begun != wasBegun || frames.whole() != wholeBefore) {
      wholeBefore = frames.whole();
      since = System.nanoTime();
    }
    readWhereTaken();
    context.fireChannelReadComplete();
  }

  /** RSocket writes a frame at a time, and none that was not asked for. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    written++;
    if (!channel.config().isAutoRead()) {
      since = System.nanoTime();
      readWhereTaken();
    }
    var unused = context.write(message, promise);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    since = System.nanoTime();
    readWhereTaken();
    context.fireChannelWritabilityChanged();
  }

  private long waiting() {
    return frames.asking() - written;
  }

  /** Nothing is read before SETUP is expected: RSocket turns reading on, and never off. */
  private void readWhereTaken() {
    if (frames.whole() > 0) {
      channel.config().setAutoRead(channel.isWritable() && waiting() < MAX_WAITING);
    }
  }

  private void endWhereQuiet(int waits) {
    if (ending || !channel.isActive()) {
      return;
    }
    if ((heard && waits > 0) || !channel.isWritable() || waiting() > 0) {
      heard = false;
      later(() -> endWhereQuiet(waits - 1), MILLISECONDS.toNanos(QUIET_MILLIS));
    } else {
      ending = true;
      channel
          .pipeline()
          .firstContext()
          .writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener(taken -> close());
    }
  }

  /** Closes it if the peer has kept it waiting for too long; otherwise looks again in time. */
  private void closeWhereStale() {
    if (!channel.isOpen()) {
      return;
    }
    long stalled = limits.stalled().toNanos();
    boolean owes = begun || waiting() > 0 || !channel.isWritable();
    long left = (owes ? stalled : limits.idle().toNanos()) - (System.nanoTime() - since);
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
}
