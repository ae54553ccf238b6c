package io.rpcstress.server.base.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import org.jspecify.annotations.Nullable;

/**
 * The first handler of a connection that a library serves: looks at the head of each frame before
 * the library keeps anything of it, and reads nothing more while too many answers wait. Libraries
 * read on whatever a peer takes, and their queues have no end. Confined to the connection's event
 * loop, as its superclass says.
 */
public abstract class LimitedConnection extends WatchedConnection {
  /** Calls of a connection that may wait for their answers, before nothing more is read. */
  public static final int MAX_WAITING = 512;

  private final CallCounter calls;
  private final FrameHeads frames;
  private final HeldBytes allBegun;

  /** Of the frame that has begun; none where none has. */
  private HeldBytes.@Nullable Holding begun;

  private long answered;
  private long wholeBefore;

  /** When a call arrived last, or an answer was written. */
  private long workedAt = System.nanoTime();

  /**
   * Takes an accepted channel over, which is watched once this is added to it.
   *
   * @param frames follows what arrives on it
   * @param allBegun what the frames may hold that have not arrived whole, of all connections
   */
  protected LimitedConnection(
      SocketChannel channel,
      CallCounter calls,
      TimeLimits limits,
      FrameHeads frames,
      HeldBytes allBegun) {
    super(channel, limits);
    this.calls = calls;
    this.frames = frames;
    this.allBegun = allBegun;
  }

  /**
   * How many answers to calls the library writes here; none where it writes anything else.
   *
   * @param written whole frames, which this leaves as they are
   */
  protected abstract int answersIn(ByteBuf written);

  /** An answer that is written says that its call failed. */
  protected final void failed() {
    calls.failed();
  }

  @Override
  protected final boolean isBegun() {
    return frames.isAmid();
  }

  /** While the library works on a call, the peer owes nothing: its time begins anew. */
  @Override
  protected final boolean isAnswering() {
    boolean answering = waiting() > 0;
    if (answering && channel().isWritable() && System.nanoTime() - workedAt < MAX_WORK_NANOS) {
      progressed();
    }
    return answering;
  }

  private long waiting() {
    return frames.asking() - answered;
  }

  @Override
  public final void handlerAdded(ChannelHandlerContext context) {
    closeWhereStale();
  }

  @Override
  public final void channelRead(ChannelHandlerContext context, Object message) {
    arrived();
    if (!isEnding() && message instanceof ByteBuf bytes) {
      try {
        frames.see(bytes);
        context.fireChannelRead(message);
        if (isOneOfMany() || isUsedUp()) {
          readWhereTaken(); // else as much as there is, up to sixteen times
        }
        return;
      } catch (MalformedFrameException malformed) {
        calls.failed();
        abort();
      }
    }
    ReferenceCountUtil.release(message);
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext context) {
    boolean asked = frames.whole() != wholeBefore;
    readEnded(asked);
    if (asked) {
      wholeBefore = frames.whole();
      workedAt = System.nanoTime();
    }
    readWhereTaken();
    context.fireChannelReadComplete();
    holdBegun();
  }

  private void holdBegun() {
    long bytes = frames.begunBytes();
    HeldBytes.Holding holding = begun;
    if (bytes == 0) {
      releaseBegun();
      return;
    }
    if (holding == null) {
      holding = allBegun.hold(this::close);
      begun = holding;
    }
    holding.set(bytes);
  }

  private void releaseBegun() {
    HeldBytes.Holding holding = begun;
    if (holding != null) {
      begun = null;
      holding.release();
    }
  }

  @Override
  public final void channelInactive(ChannelHandlerContext context) {
    releaseBegun();
    holds(0);
    context.fireChannelInactive();
  }

  @Override
  public final void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf bytes) {
      // None answers twice, or what was not asked.
      answered = Math.min(frames.asking(), answered + answersIn(bytes));
      workedAt = System.nanoTime();
      holds(heldBytes());
      if (!channel().config().isAutoRead()) {
        progressed();
        readWhereTaken();
      }
    }
    var unused = context.write(message, promise);
  }

  @Override
  public final void channelWritabilityChanged(ChannelHandlerContext context) {
    progressed();
    readWhereTaken();
    context.fireChannelWritabilityChanged();
  }

  /** Calls that wait, each counted as the longest, and answers that are not taken. */
  private long heldBytes() {
    return waiting() * frames.longest() + channel().bytesBeforeWritable();
  }

  /**
   * What waits may be so long together as the connection is allowed, each call counted as the
   * longest, and with that of all others as long as all are; one always may wait. Before the first
   * frame is here, the library says when anything is read.
   */
  private void readWhereTaken() {
    if (frames.whole() == 0) {
      return;
    }
    long allowed = markByAllowed();
    long waiting = waiting();
    holds(heldBytes());
    // Nobody answers a call of which the rest is to come: that is read, however long it is.
    boolean room =
        waiting <= (frames.isBehindHead() ? 1 : 0)
            || (waiting < MAX_WAITING && waiting * frames.longest() < allowed && !isUsedUp());
    channel().config().setAutoRead(channel().isWritable() && room);
  }
}
