package io.rpcstress.server.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.MalformedFrameException;
import io.rpcstress.server.base.netty.WatchedConnection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The first handler of a connection of Triple: watches how long the peer keeps it waiting, whatever
 * version of HTTP it speaks, and reads nothing more while it does not take what is written. The
 * calls on it are for {@link Http1Calls} or {@link Http2Calls}, one of which follows. Confined to
 * the connection's event loop, as its superclass says.
 */
final class TripleConnection extends WatchedConnection {
  private final CallCounter calls;
  private final HeldBytes requests;
  private final HeldBytes replies;
  private final HeldBytes streams;
  private final HandedOn handedOn;
  private final long stalledNanos;
  private final Http2Heads heads = new Http2Heads();
  private @Nullable Served served;
  private @Nullable ScheduledFuture<?> looking;
  private long askedBefore;

  /** When a call arrived last, or an answer was written. */
  private long workedAt = System.nanoTime();

  /** The calls of a connection, of one version of HTTP. On the connection's event loop. */
  interface Served {

    /** Whether the rest of a request is still to come. */
    boolean isBegun();

    /** How many requests have arrived whole. */
    long asked();

    /** How many of those were not answered, or their answers not taken. */
    int open();

    /** Whether a peer has owed the rest of a request, or not taken an answer, since then. */
    boolean owesSince(long nanoTime);

    /** Whether anything more may be read. */
    boolean hasRoom();
  }

  /**
   * Takes an accepted channel over, which is watched once this is added to it.
   *
   * @param requests what they may hold, of all connections
   * @param replies the same of the replies that were not taken
   * @param streams what open calls take beside what they carry, of all connections
   * @param handedOn the requests that Dubbo has, of all connections
   */
  TripleConnection(
      SocketChannel channel,
      CallCounter calls,
      TimeLimits limits,
      HeldBytes requests,
      HeldBytes replies,
      HeldBytes streams,
      HandedOn handedOn) {
    super(channel, limits);
    this.calls = calls;
    this.requests = requests;
    this.replies = replies;
    this.streams = streams;
    this.handedOn = handedOn;
    this.stalledNanos = limits.stalled().toNanos();
  }

  /** What the calls hold, once their protocol is known. */
  CallBytes serve(Served by) {
    served = by;
    return new CallBytes(requests, replies, streams, handedOn, this::allowed, this::close);
  }

  /** A call was refused, or its answer says that it failed. */
  void failed() {
    calls.failed();
  }

  /** An answer was written, or taken: the peer's time begins anew. */
  void answered() {
    workedAt = System.nanoTime();
    progressed();
    readWhereTaken();
  }

  /** Ends it behind what was written. */
  void endBehindAnswer() {
    if (!isEnding()) {
      end();
    }
  }

  @Override
  protected boolean isBegun() {
    Served by = served;
    if (heads.isOther()) {
      return by == null || by.isBegun();
    }
    return heads.isAmid() || heads.isAmidHeaders() || (by != null && by.isBegun());
  }

  /** While Dubbo works on a call, the peer owes nothing: its time begins anew. */
  @Override
  protected boolean isAnswering() {
    Served by = served;
    if (by == null || by.open() == 0) {
      return false;
    }
    long now = System.nanoTime();
    if (channel().isWritable()
        && !by.owesSince(now - stalledNanos)
        && now - workedAt < MAX_WORK_NANOS) {
      progressed();
    }
    return true;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    closeWhereStale();
    // Other calls on the connection may make progress meanwhile.
    looking =
        channel()
            .eventLoop()
            .scheduleWithFixedDelay(
                this::closeWhereOneStalls, stalledNanos, stalledNanos, TimeUnit.NANOSECONDS);
  }

  private void closeWhereOneStalls() {
    Served by = served;
    if (by != null && by.owesSince(System.nanoTime() - stalledNanos)) {
      close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    arrived();
    if (!isEnding() && message instanceof ByteBuf bytes) {
      try {
        if (!heads.isOther()) {
          heads.see(bytes);
        }
        context.fireChannelRead(message);
        return;
      } catch (MalformedFrameException malformed) {
        calls.failed();
        abort();
      }
    }
    ReferenceCountUtil.release(message);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    Served by = served;
    long asked = by == null ? 0 : by.asked();
    readEnded(asked != askedBefore);
    if (asked != askedBefore) {
      askedBefore = asked;
      workedAt = System.nanoTime();
    }
    context.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    progressed();
    readWhereTaken();
    // Later: a handler of Dubbo's flushes, and would amid the frame that is being written.
    channel().eventLoop().execute(context::fireChannelWritabilityChanged);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ScheduledFuture<?> looks = looking;
    if (looks != null) {
      looks.cancel(false);
    }
    context.fireChannelInactive();
  }

  /** A call began, or ended. */
  void readWhereTaken() {
    Served by = served;
    channel().config().setAutoRead(channel().isWritable() && (by == null || by.hasRoom()));
  }
}
