package io.rpcstress.rpcx.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.FastThreadLocal;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.wire.ByteBudget;
import io.rpcstress.rpcx.wire.WireChannel;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What one client has not read yet. Replies made on the event loop gather in one buffer; replies
 * made elsewhere wait in a queue of their own and leave it only while the channel can take more.
 * Both are counted in bytes, for the connection and in the server's budget, until the operating
 * system has them.
 *
 * <p>Confined to the event loop, but for {@link #reserve}, {@link #overfull} and {@link #push}.
 */
final class Output implements Runnable, ChannelFutureListener {
  private static final int OUT_BYTES = 1024;
  private static final int FLUSH_BYTES = 64 * 1024;
  private static final int KEPT_BYTES = 64 * 1024;

  /**
   * Where the next connection gathers that writes: one an event loop, since one of each connection
   * would stay as large as the most that it ever wrote at a time.
   */
  private static final FastThreadLocal<@Nullable ByteBuf> SPARE = new FastThreadLocal<>();

  private final Channel channel;
  private final Limits limits;
  private final ByteBudget budget;
  private final int share;
  private final Runnable moved;
  private final AtomicReference<@Nullable OffLoopCall> pushed = new AtomicReference<>();

  /** Bytes of replies made off the event loop that the channel has not got. */
  private final AtomicLong queued = new AtomicLong();

  private @Nullable OffLoopCall first;
  private @Nullable OffLoopCall last;

  /** What has gathered since the last flush; null if nothing. */
  private @Nullable ByteBuf gathered;

  /** Bytes that the channel has got and the operating system has not, as the budget knows them. */
  private volatile long pending;

  private long handedOver;
  private long unflushed;
  private boolean looksAgain;
  private boolean ended;
  private boolean closed;

  /**
   * Makes an output of which nothing waits.
   *
   * @param moved called on the event loop when more or less waits than before
   */
  Output(Channel channel, Limits limits, ByteBudget budget, Runnable moved) {
    this.moved = moved;
    this.channel = channel;
    this.limits = limits;
    this.budget = budget;
    share = OwnShare.of(budget, limits);
  }

  Channel channel() {
    return channel;
  }

  /** Bytes that the client has not read, as far as this side can know. */
  long unwritten() {
    return queued.get() + pending;
  }

  /** Bytes that have left for the operating system since the connection was made. */
  long written() {
    return handedOver - pending;
  }

  /** Whether the client should ask for no more before it has read. Any thread. */
  boolean overfull() {
    long own = unwritten();
    return own >= Math.max(limits.writeBufferBytes(), budget.max() / 4)
        || (own > share && budget.tight());
  }

  /** Whether the memory of what clients have not read is needed. */
  boolean tight() {
    return budget.tight();
  }

  /** Whether no more is to be read from the client. */
  boolean blocked() {
    long own = unwritten();
    return !channel.isWritable() || own >= limits.writeBufferBytes() || (own > 0 && budget.tight());
  }

  /** Whether the client may be read again; later than {@link #blocked} ends, so that it lasts. */
  boolean ready() {
    return channel.isWritable()
        && unwritten() <= limits.writeBufferBytes() / 2
        && (unwritten() == 0 || !budget.tight());
  }

  /** Takes room for a reply of so many bytes that is not made on the event loop. Any thread. */
  boolean reserve(int bytes) {
    long own = unwritten() + bytes;
    if (own <= share) {
      budget.add(bytes);
    } else if (own > budget.max() / 2 || !budget.reserve(bytes)) {
      return false;
    }
    queued.addAndGet(bytes);
    return true;
  }

  /** Counts a reply so short that it always has room. Any thread. */
  void reserveAnyway(int bytes) {
    budget.add(bytes);
    queued.addAndGet(bytes);
  }

  /** Whether there is room for a reply that is made on the event loop. */
  boolean fits(int bytes) {
    return bytes <= share || budget.used() + bytes <= budget.max();
  }

  /** Queues a call with its reply, for which room was taken; the event loop ends the call. */
  void push(OffLoopCall call) {
    OffLoopCall before;
    do {
      before = pushed.get();
      call.next(before);
    } while (!pushed.compareAndSet(before, call));
    if (before == null) {
      try {
        channel.eventLoop().execute(this);
      } catch (RejectedExecutionException e) {
        // The event loop has ended, and with it the connection: there is no peer to write to.
        pushed.set(null);
      }
    }
  }

  /** Gathers whole frames made on the event loop. */
  void write(byte[] frames) {
    unflushed += frames.length;
    if (frames.length >= FLUSH_BYTES) {
      handOver();
      if (channel instanceof WireChannel straight && straight.deflates()) {
        handedOver += straight.writeNow(ByteBuffer.wrap(frames));
      } else {
        handedOver += frames.length;
        var unused = channel.write(Unpooled.wrappedBuffer(frames), channel.voidPromise());
      }
    } else {
      room().writeBytes(frames);
    }
  }

  private ByteBuf room() {
    ByteBuf out = gathered;
    if (out == null) {
      out = SPARE.getIfExists();
      if (out == null) {
        out = Unpooled.buffer(OUT_BYTES);
      } else {
        // Taken, so that a connection that writes inside of this one's frames uses another.
        SPARE.set(null);
      }
      gathered = out;
    }
    return out;
  }

  /** Writes the last frame of the connection: whatever else is to be written is dropped. */
  void writeLast(byte[] farewell) {
    write(farewell);
    flush();
    ended = true;
  }

  /** Whether so much has gathered that it should be flushed before there is nothing to read. */
  boolean full() {
    return unflushed >= FLUSH_BYTES || (unflushed >= share && budget.tight());
  }

  private void handOver() {
    ByteBuf out = gathered;
    if (out == null) {
      return;
    }
    gathered = null;
    if (channel instanceof WireChannel straight) {
      handedOver += straight.writeNow(out.nioBuffer());
    } else {
      int bytes = out.readableBytes();
      handedOver += bytes;
      ByteBuf buffer = channel.alloc().directBuffer(bytes);
      buffer.writeBytes(out);
      var unused = channel.write(buffer, channel.voidPromise());
    }
    if (out.capacity() <= KEPT_BYTES) {
      SPARE.set(out.clear());
    }
  }

  /** Hands what has gathered to the channel. */
  void flush() {
    handOver();
    unflushed = 0;
    if (!(channel instanceof WireChannel straight && straight.isDrained())) {
      channel.flush();
    }
    count();
  }

  /** Writes the replies made off the event loop, as far as the channel takes them. */
  @Override
  public void run() {
    append(pushed.getAndSet(null));
    drain();
    if (!closed) {
      moved.run();
    }
  }

  void drain() {
    if (first == null) {
      return;
    }
    OffLoopCall call = first;
    while (call != null && (ended || channel.isWritable())) {
      OffLoopCall following = call.next();
      call.next(null);
      first = following;
      byte[] frame = call.take();
      int reserved = call.reserved();
      queued.addAndGet(-reserved);
      budget.release(reserved);
      if (frame != null && !ended) {
        write(frame);
        if (full()) {
          flush();
        }
      }
      call = following;
    }
    if (call == null) {
      last = null;
    }
    flush();
  }

  private void append(@Nullable OffLoopCall newestFirst) {
    OffLoopCall newest = newestFirst;
    OffLoopCall oldestFirst = null;
    OffLoopCall rest = newestFirst;
    while (rest != null) {
      OffLoopCall before = rest.next();
      rest.next(oldestFirst);
      oldestFirst = rest;
      rest = before;
    }
    if (newest == null) {
      return;
    }
    if (last == null) {
      first = oldestFirst;
    } else {
      last.next(oldestFirst);
    }
    last = newest;
  }

  /** Reports to the budget what the operating system has not taken. */
  void count() {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    long now = buffer == null ? 0 : buffer.totalPendingWriteBytes();
    long before = pending;
    if (now != before) {
      pending = now;
      budget.add(now - before);
    }
    if (now > 0 && !looksAgain) {
      looksAgain = true;
      // An empty message at the end of what waits: it is written when all before it has been.
      var unused = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(this);
    }
  }

  /** What waited has been written; Netty counts it as such only after its report. */
  @Override
  public void operationComplete(ChannelFuture written) {
    try {
      channel.eventLoop().execute(this::lookAgain);
    } catch (RejectedExecutionException e) {
      // The event loop has ended, and with it the connection.
    }
  }

  private void lookAgain() {
    looksAgain = false;
    if (!closed) {
      count();
      drain();
      moved.run();
    }
  }

  /** The connection is gone: nothing is written any more, and everything is given back. */
  void close() {
    closed = true;
    ended = true;
    run();
    budget.release(pending);
    pending = 0;
  }
}
