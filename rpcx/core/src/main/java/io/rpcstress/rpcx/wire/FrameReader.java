package io.rpcstress.rpcx.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.FastThreadLocal;
import io.rpcstress.rpcx.Limits;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the byte stream into frames and distinguishes the kinds; the two sides extend it. What is
 * read is copied once, into an array of the thread, and read there. Between reads a connection
 * holds the incomplete frame at the end alone. A frame of more than {@link
 * Limits#SMALL_FRAME_BYTES} asks a budget for its whole size first, and gets an array that ends at
 * exactly its size and on the way there grows with what has come, not with what the peer announces.
 *
 * <p>Confined to the channel's event loop.
 */
public abstract class FrameReader extends ChannelInboundHandlerAdapter {
  /** What a thread reads at a time without asking for memory, in bytes. */
  private static final int SCRATCH_BYTES = 80 * 1024;

  /** The array of a large frame starts at this size, in bytes. */
  private static final int FIRST_BYTES = 64 * 1024;

  /** By how much the array of a large frame grows at a time. */
  private static final int GROWTH = 4;

  private static final byte[] NOTHING = new byte[0];

  private static final FastThreadLocal<byte[]> SCRATCH = new FastThreadLocal<>();

  private final @Nullable ByteBudget budget;
  private @Nullable ChannelHandlerContext context;

  /** What reads the peer's bytes first, once both sides have agreed to compress. */
  private @Nullable Inflation inflation;

  private int maxFrameBytes;
  private final FieldReader fields = new FieldReader();

  /** Whether HELLO has come. */
  private boolean agreed;

  private byte[] held = NOTHING;
  private int start;
  private int end;

  /** Whole size of the frame that {@link #held} begins with if it is a large one, else 0. */
  private int large;

  private boolean paused;
  private boolean starved;

  /** What waits for the budget if this is starved. */
  private @Nullable Runnable waiter;

  private boolean stopped;
  private long frames;

  /** Since when the frame at the end is incomplete, or waits for the budget. */
  private long frameSinceNanos;

  /**
   * Makes a reader.
   *
   * @param maxFrameBytes the largest frame body that is accepted
   * @param budget what large frames are taken from, or null for no limit beside the frame's
   */
  protected FrameReader(int maxFrameBytes, @Nullable ByteBudget budget) {
    this.maxFrameBytes = maxFrameBytes;
    this.budget = budget;
  }

  /** Changes the largest frame body that is accepted, from the next frame on. */
  protected final void maxFrameBytes(int bytes) {
    maxFrameBytes = Math.min(bytes, Frames.MAX_BODY_BYTES);
  }

  /** HELLO has come: what follows is as both sides agreed. */
  protected final void agreed() {
    agreed = true;
  }

  /** From the next byte on, what the peer sends is compressed. */
  protected final void inflate() {
    inflation = new Inflation();
  }

  /**
   * How much to read at a time: a little if it is compressed, or may become so amid a read, or if
   * memory is short, and what was read may have to wait. Gathering a large frame costs others less.
   */
  final int turnBytes(int share) {
    if (!agreed || inflation != null || (large == 0 && isMemoryShort())) {
      return Math.min(share, ReadTurn.LITTLE_BYTES);
    }
    return large > end ? Math.max(share, Math.min(ReadTurn.BYTES, large - end)) : share;
  }

  /** Whether little should be read that may have to wait before it is a frame. */
  protected boolean isMemoryShort() {
    return false;
  }

  /** Whether a frame has started and not ended, or frames wait because of {@link #pause}. */
  protected final boolean inFrame() {
    Inflation compressed = inflation;
    return end > start || (compressed != null && compressed.hasUnread());
  }

  /** Size of a large frame that waits for the budget, so that nothing is read; else 0. */
  protected final int waitingForMemory() {
    return starved ? large : 0;
  }

  /** Whether a frame has started and waits for more bytes of the peer. */
  protected final boolean incomplete() {
    return end > start && !paused && !starved;
  }

  /**
   * Whether an incomplete frame has come slower than it must. That bounds its whole time: to the
   * grace, and its size at this speed.
   *
   * @param nowNanos the time, by {@link System#nanoTime}
   * @param limits their grace, and what must have come on average since it was over
   * @return whether the peer is too slow to be waited for
   */
  protected final boolean frameBehind(long nowNanos, Limits limits) {
    return incomplete() && isLess(end - start, nowNanos, limits);
  }

  /** Whether a frame has waited for memory for longer than it might have taken to come. */
  protected final boolean waitedTooLong(long nowNanos, Limits limits) {
    return starved && isLess(large, nowNanos, limits);
  }

  /** Whether so many bytes are less than what a frame may wait for, for so long. */
  private boolean isLess(int bytes, long nowNanos, Limits limits) {
    long late = nowNanos - frameSinceNanos - limits.partialFrameTimeout().toNanos();
    return late > 0
        && bytes < (double) late * limits.minBytesPerSecond() / TimeUnit.SECONDS.toNanos(1);
  }

  /** Stops for good; what was received is forgotten. */
  protected final void stop() {
    stopped = true;
    giveBack();
    held = NOTHING;
    start = end = 0;
    Inflation compressed = inflation;
    if (compressed != null) {
      compressed.end();
    }
  }

  /** Whether {@link #stop} was called. */
  public final boolean stopped() {
    return stopped;
  }

  /**
   * Reads no more and leaves further frames where they are until {@link #resume}.
   *
   * @param ctx the context
   */
  protected final void pause(ChannelHandlerContext ctx) {
    paused = true;
    read(ctx);
  }

  /** Whether frames are left where they are. */
  protected final boolean paused() {
    return paused;
  }

  /**
   * Goes on with the frames that were left.
   *
   * @param ctx the context
   */
  protected final void resume(ChannelHandlerContext ctx) {
    paused = false;
    frameSinceNanos = System.nanoTime();
    if (end > start && large == 0) {
      byte[] left = held;
      int from = start;
      int to = end;
      held = NOTHING;
      start = end = 0;
      keep(ctx, left, frames(ctx, left, from, to), to);
    } else {
      endOfLarge(ctx);
    }
    inflated(ctx);
    if (!paused) {
      read(ctx);
    }
  }

  private void read(ChannelHandlerContext ctx) {
    var unused = ctx.channel().config().setAutoRead(stopped || (!paused && !starved));
  }

  @Override
  public final void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  /** The pipeline's way, where bytes are decrypted first. */
  @Override
  public final void channelRead(ChannelHandlerContext ctx, Object msg) {
    ByteBuf in = (ByteBuf) msg;
    try {
      received(in.nioBuffer());
    } finally {
      in.release();
    }
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext ctx) {
    readComplete(ctx);
  }

  /** There is nothing more to read now. */
  final void readComplete() {
    readComplete(context());
  }

  private ChannelHandlerContext context() {
    return Objects.requireNonNull(context, "the reader is in no pipeline");
  }

  /**
   * Takes bytes of the peer.
   *
   * @param in from its position to its limit; may be reused afterwards
   */
  final void received(ByteBuffer in) {
    ChannelHandlerContext ctx = context();
    arrived();
    if (inflation == null) {
      plain(ctx, in);
    }
    Inflation compressed = inflation;
    if (compressed != null && in.hasRemaining()) {
      compressed.add(in);
      inflated(ctx);
      compressed.keep();
    }
  }

  /** Reads what was compressed, for as long as frames can be read. */
  private void inflated(ChannelHandlerContext ctx) {
    Inflation compressed = inflation;
    try {
      while (compressed != null && !paused && !starved && !stopped && compressed.next()) {
        plain(ctx, compressed.piece());
        compressed.taken();
      }
    } catch (MalformedFrameException e) {
      stop();
      malformed(ctx, e);
    }
  }

  /** Takes bytes that are not compressed (any more), up to the frame with which that changes. */
  private void plain(ChannelHandlerContext ctx, ByteBuffer in) {
    Inflation before = inflation;
    while (in.hasRemaining() && !stopped && inflation == before) {
      if (large > 0 && end < large) {
        fill(in);
        endOfLarge(ctx);
      } else if (paused || starved || large > 0) {
        take(in, in.remaining(), end + in.remaining());
      } else {
        readHere(ctx, in);
      }
    }
  }

  /** Bytes have come, which are read next. */
  protected abstract void arrived();

  /**
   * There is nothing more to read now.
   *
   * @param ctx the context
   */
  protected abstract void readComplete(ChannelHandlerContext ctx);

  /** Reads frames in an array of this thread; what is left of them stays with the connection. */
  private void readHere(ChannelHandlerContext ctx, ByteBuffer in) {
    int before = end - start;
    int to = before + in.remaining();
    byte[] scratch = SCRATCH.getIfExists();
    if (scratch == null || scratch.length < to) {
      scratch = new byte[Math.max(SCRATCH_BYTES, to)];
    } else {
      // Taken, so that a reader inside of this one makes its own.
      SCRATCH.set(NOTHING);
    }
    System.arraycopy(held, start, scratch, 0, before);
    in.get(scratch, before, to - before);
    held = NOTHING;
    start = end = 0;
    long framesBefore = frames;
    Inflation inflationBefore = inflation;
    int from = frames(ctx, scratch, 0, to);
    if (inflation != inflationBefore) {
      // The rest is compressed, and goes back.
      in.position(in.position() - (to - from));
      from = to;
    }
    if (from < to && (before == 0 || frames != framesBefore)) {
      frameSinceNanos = System.nanoTime();
    }
    keep(ctx, scratch, from, to);
    if (scratch.length == SCRATCH_BYTES) {
      SCRATCH.set(scratch);
    }
  }

  /** Keeps what is no whole frame yet, and asks for room if it is to become a large one. */
  private void keep(ChannelHandlerContext ctx, byte[] bytes, int from, int to) {
    if (stopped || from == to) {
      return;
    }
    int left = to - from;
    int whole = left < Integer.BYTES ? 0 : Integer.BYTES + Varints.readLength(bytes, from);
    held = Arrays.copyOfRange(bytes, from, to);
    start = 0;
    end = left;
    if (!paused && whole > Limits.SMALL_FRAME_BYTES) {
      large = whole;
      starved = !hasRoom(ctx);
      if (starved) {
        frameSinceNanos = System.nanoTime();
        read(ctx);
      }
    }
  }

  /** Whether there is room for the large frame; if not, it is waited for. */
  private boolean hasRoom(ChannelHandlerContext ctx) {
    if (budget == null) {
      return true;
    }
    Runnable granted = () -> granted(ctx);
    boolean room = budget.reserveOrWait(large, granted);
    waiter = room ? null : granted;
    return room;
  }

  /** There is room for the large frame after all; called by any thread. */
  private void granted(ChannelHandlerContext ctx) {
    try {
      ctx.executor()
          .execute(
              () -> {
                if (starved && !stopped) {
                  starved = false;
                  waiter = null;
                  frameSinceNanos = System.nanoTime();
                  endOfLarge(ctx);
                  inflated(ctx);
                  read(ctx);
                  // What was made of it must not wait for bytes that may never come.
                  readComplete(ctx);
                }
              });
    } catch (RejectedExecutionException e) {
      // The event loop has ended, and with it the connection.
    }
  }

  private void fill(ByteBuffer in) {
    int more = Math.min(in.remaining(), large - end);
    int size = Math.max(Math.max(end + more, FIRST_BYTES), held.length * GROWTH);
    take(in, more, Math.min(large, size));
  }

  /** Takes bytes to the end of what is held, which gets another size if there is no room. */
  private void take(ByteBuffer in, int more, int size) {
    if (held.length - end < more) {
      held = Arrays.copyOf(held, size);
    }
    in.get(held, end, more);
    end += more;
  }

  /** Reads a large frame if it is whole, and what may have come behind it. */
  private void endOfLarge(ChannelHandlerContext ctx) {
    if (large == 0 || end < large || paused || starved || stopped) {
      return;
    }
    byte[] bytes = held;
    int to = end;
    giveBack();
    held = NOTHING;
    start = end = 0;
    int from = frames(ctx, bytes, 0, to);
    if (from < to) {
      frameSinceNanos = System.nanoTime();
    }
    keep(ctx, bytes, from, to);
  }

  private void giveBack() {
    int bytes = large;
    large = 0;
    starved = false;
    Runnable granted = waiter;
    waiter = null;
    // Room for which it waited may have been granted just now, and is to be given back, too.
    if (budget != null && bytes > 0 && (granted == null || !budget.forget(granted))) {
      budget.release(bytes);
    }
  }

  /** Reads whole frames; returns the index of the first byte that belongs to none. */
  private int frames(ChannelHandlerContext ctx, byte[] bytes, int first, int to) {
    int at = first;
    Inflation before = inflation;
    try {
      while (!paused && inflation == before && to - at >= Integer.BYTES) {
        int length = Varints.readLength(bytes, at);
        if (length < 0 || length > maxFrameBytes) {
          throw new MalformedFrameException("a frame of more than " + maxFrameBytes + " bytes");
        }
        int from = at + Integer.BYTES;
        if (to - from < length) {
          break;
        }
        frame(ctx, bytes, from, from + length);
        if (stopped) {
          return to;
        }
        at = from + length;
        frames++;
      }
    } catch (MalformedFrameException e) {
      stop();
      malformed(ctx, Frames.withCall(e, bytes, at + Integer.BYTES, to));
      return to;
    }
    return at;
  }

  private void frame(ChannelHandlerContext ctx, byte[] bytes, int from, int to) {
    int kind = 0;
    int first = from;
    int end = from;
    fields.over(bytes, from, to);
    for (int key = fields.next(); key != 0; key = fields.next()) {
      int field = key >>> Fields.TYPE_BITS;
      if ((key & Fields.TYPE_MASK) == Fields.DELIMITED && field <= Fields.CANCEL) {
        // As in any Protobuf oneof, the last one counts.
        fields.content();
        kind = field;
        first = fields.from();
        end = fields.end();
      } else {
        fields.skip(key);
      }
    }
    fields.forget();
    if (kind != 0) {
      envelope(ctx, kind, bytes, first, end);
    }
  }

  /**
   * Takes one envelope of a known kind. The array is reused: nothing may keep it.
   *
   * @param ctx the context
   * @param kind a field number of the envelope
   * @param bytes the array
   * @param from the body's first index
   * @param to the index after its last byte
   * @throws MalformedFrameException if the body is out of shape
   */
  protected abstract void envelope(
      ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to);

  /**
   * Ends the connection, since its bytes cannot be trusted any more.
   *
   * @param ctx the context
   * @param problem what is wrong
   */
  protected abstract void malformed(ChannelHandlerContext ctx, MalformedFrameException problem);
}
