package io.rpcstress.server.base.netty;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.rpcstress.server.base.TimeLimits;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection, closed where its peer keeps it waiting for too long, and ended, when a
 * server drains, behind the answers to what has arrived. What is asked and answered on it is for
 * subclasses to say. Confined to its event loop, but for {@link #finish}, {@link #close} and {@link
 * #closed}.
 */
public abstract class WatchedConnection extends ChannelDuplexHandler {
  /** How long a library may work on a call before its connection is one that stalls, ns. */
  protected static final long MAX_WORK_NANOS = SECONDS.toNanos(30);

  /** How long a connection that is to end has to be quiet, ms. */
  private static final long QUIET_MILLIS = 20;

  /** So often a peer that goes on asking is waited for, before it is ended amid that. */
  private static final int MAX_WAITS = 5;

  /**
   * Of what a connection may make the server hold, the part that may wait to be taken. Of the most
   * it is Netty's own mark.
   */
  private static final int UNTAKEN_SHARE = 4;

  private final SocketChannel channel;
  private final TimeLimits limits;

  /** Whether the last read ended amid a request. */
  private boolean begun;

  /** Since when the peer owes the rest of a request, or has not taken a reply, or was quiet. */
  private long since = System.nanoTime();

  /** Whether anything arrived since this was last reset. */
  private boolean heard;

  /** Whether its end was decided: what comes now is not answered. */
  private boolean ending;

  private Allowance allowance = Allowance.WHOLE;

  /** What it holds, as others know it, bytes. */
  private long held;

  /** For which the channel's mark was last set. */
  private int marked = Allowance.MAX_BYTES;

  /** The channel's own mark, where it was ever set. */
  private @Nullable WriteBufferWaterMark unmarked;

  /** Takes an accepted channel over; {@link #closeWhereStale} begins to watch it. */
  protected WatchedConnection(SocketChannel channel, TimeLimits limits) {
    this.channel = channel;
    this.limits = limits;
  }

  /** The channel. */
  protected final SocketChannel channel() {
    return channel;
  }

  /** Says what it may make the server hold, before anything is read. */
  final void holdTo(Allowance allowed) {
    allowance = allowed;
  }

  /** What it may make the server hold now, bytes: the less, the more others are open. */
  protected final int allowed() {
    return allowance.bytes();
  }

  /** Says what it makes the server hold now; nothing, where it is closed. */
  final void holds(long bytes) {
    long now = channel.isActive() ? bytes : 0;
    if (now != held) {
      allowance.holds(now - held);
      held = now;
    }
  }

  /** Whether it and the others hold all that they may. */
  final boolean isUsedUp() {
    return allowance.isUsedUp();
  }

  /** Whether it may hold less than where few are open. */
  final boolean isOneOfMany() {
    return allowance.isShared();
  }

  /**
   * Lets the part of that wait to be taken before the channel is no longer writable.
   *
   * @return what it may make the server hold now, bytes
   */
  final int markByAllowed() {
    int bytes = allowed();
    if (bytes != marked) {
      marked = bytes;
      WriteBufferWaterMark own = unmarked;
      if (own == null) {
        own = channel.config().getWriteBufferWaterMark();
        unmarked = own;
      }
      int high = bytes / UNTAKEN_SHARE;
      channel
          .config()
          .setWriteBufferWaterMark(
              high < own.high() ? new WriteBufferWaterMark(high / 2, high) : own);
    }
    return bytes;
  }

  /** Whether the rest of a request is still to come. Asked behind a read. */
  protected abstract boolean isBegun();

  /** Whether the reply to a request that has arrived was not written yet. */
  protected boolean isAnswering() {
    return false;
  }

  /** Writes what was answered and not written yet; called once, before the connection ends. */
  protected void writeLast() {}

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

  /** Cuts it, past all handlers: one of them might take its time to say goodbye. */
  public final void close() {
    ChannelHandlerContext first = channel.pipeline().firstContext();
    var unused = first == null ? channel.close() : first.close();
  }

  /** Something arrived, whatever it is. */
  protected final void arrived() {
    heard = true;
  }

  /**
   * A read is over.
   *
   * @param asked whether it brought the rest of a request
   */
  protected final void readEnded(boolean asked) {
    boolean wasBegun = begun;
    begun = isBegun();
    if (asked || begun != wasBegun) {
      progressed();
    }
  }

  /** The peer has done its part, or another one begins: its time begins anew. */
  protected final void progressed() {
    since = System.nanoTime();
  }

  /** Whether what comes is answered no longer. */
  protected final boolean isEnding() {
    return ending;
  }

  private void endWhereQuiet(int waits) {
    if (ending || !channel.isActive()) {
      return;
    }
    if ((heard && waits > 0) || !channel.isWritable() || isAnswering()) {
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
    writeLast();
    channel
        .pipeline()
        .firstContext() // past all handlers: it is no reply
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(taken -> linger());
  }

  private void linger() {
    var unused = channel.shutdownOutput();
    later(this::close, limits.linger().toNanos());
  }

  /** Ends it without another word. */
  protected final void abort() {
    ending = true;
    close();
  }

  /** Closes it if the peer has kept it waiting for too long; otherwise looks again in time. */
  protected final void closeWhereStale() {
    if (!channel.isOpen()) {
      return;
    }
    long stalled = limits.stalled().toNanos();
    // What is not read, no peer owes. To ask whether calls wait may begin its time anew.
    boolean begunByPeer = begun && channel.config().isAutoRead();
    boolean owes = begunByPeer || isAnswering() || hasUnsent();
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

  private boolean hasUnsent() {
    return channel.bytesBeforeUnwritable() <= channel.config().getWriteBufferHighWaterMark();
  }
}
