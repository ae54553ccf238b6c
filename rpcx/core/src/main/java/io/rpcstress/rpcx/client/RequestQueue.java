package io.rpcstress.rpcx.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import io.rpcstress.rpcx.wire.WireChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the frames that many threads want to write to one connection, so that one task on the
 * event loop writes them all in one buffer with one flush. A stack of the frames themselves: the
 * thread that pushes onto an empty stack sees to it that it is drained. No timers: a frame waits
 * only as long as the event loop is busy.
 *
 * <p>A lone caller writes its frame by itself, straight to the socket, and saves two threads a
 * wake-up. The right to write belongs to one thread at a time: {@link #writing} is taken by the
 * caller or by the event loop, and the event loop keeps it while bytes wait in Netty's outbound
 * buffer, which nothing may overtake. The thread that gives it up looks at the stack once more,
 * since a task that did not get the right has gone away.
 *
 * <p>Each frame knows how many bytes wait below it, so that the bound on waiting bytes costs no
 * counter. What waits is bounded in every state: before the server's HELLO, while the loop is busy,
 * and (by the channel's own count) behind a server that does not read.
 *
 * <p>{@link #push} and {@link #close} may be called by any thread, everything else by the event
 * loop alone.
 */
final class RequestQueue implements Runnable, ChannelFutureListener {
  /** What became of a frame. */
  enum Outcome {
    /** It waits, or is written. */
    QUEUED,
    /** Too many bytes wait; it was not taken. */
    FULL,
    /** Nothing is taken any more. */
    CLOSED
  }

  /** Size from which a batch is handed to the channel, in bytes. */
  private static final int BATCH_BYTES = 16 * 1024;

  /** Largest frame that a caller writes by itself, in bytes. */
  private static final int LONE_BYTES = 4 * 1024;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Stands for the whole stack when nothing is taken any more. */
  private static final Queued CLOSED = new QueuedFrame(new byte[0]);

  private final AtomicReference<@Nullable Queued> head = new AtomicReference<>();

  /** Whether a thread has the right to write; at first none has. */
  private final AtomicBoolean writing = new AtomicBoolean(true);

  private final EventLoop loop;
  private final int maxBytes;
  private final RequestHeads heads;
  private @Nullable Channel channel;

  /** Where frames can be sent past Netty, or null. */
  private volatile @Nullable WireChannel straight;

  /** What is sent next. Belongs to the thread that has the right to write. */
  private ByteBuffer buffer = NOTHING;

  /** What the line gets for the frame of a lone caller. Belongs to the same. */
  private ByteBuffer lineBytes = NOTHING;

  /** Whether the event loop has kept the right to write; confined to it. */
  private boolean kept = true;

  /** Whether the end of what waits in Netty's outbound buffer is being waited for. */
  private boolean looksAgain;

  /**
   * Makes a queue that holds frames back until {@link #openWith}.
   *
   * @param loop the connection's event loop
   * @param maxBytes bytes that may wait; a single larger frame may still wait alone
   * @param heads writes the heads of requests, in the order in which they leave
   */
  RequestQueue(EventLoop loop, int maxBytes, RequestHeads heads) {
    this.heads = heads;
    this.loop = loop;
    this.maxBytes = maxBytes;
  }

  /**
   * Queues a frame; frames of one thread keep their order.
   *
   * @param frame what to write
   * @param bytes how long it is
   * @param alone whether no other call is in flight, so that waiting for further frames is no use
   * @return what became of it; if it was not queued, it can be used elsewhere
   */
  Outcome push(Queued frame, int bytes, boolean alone) {
    Queued before;
    do {
      before = head.get();
      long waiting = bytes;
      if (before != null) {
        if (before == CLOSED) {
          return Outcome.CLOSED;
        }
        waiting += before.waitingBytes();
        if (waiting > maxBytes) {
          return Outcome.FULL;
        }
      }
      frame.link(before, (int) waiting);
    } while (!head.compareAndSet(before, frame));
    if (before == null && !(alone && bytes <= LONE_BYTES && writtenHere(frame))) {
      drainLater();
    }
    return Outcome.QUEUED;
  }

  /** Bytes that wait; of frames that are being written none. */
  int waitingBytes() {
    Queued newest = head.get();
    return newest == null ? 0 : newest.waitingBytes();
  }

  private void drainLater() {
    try {
      loop.execute(this);
    } catch (RejectedExecutionException e) {
      // The event loop has ended; its owner closes the connection and with it this queue.
    }
  }

  /**
   * Writes the one frame that waits on the thread of its caller; false if that must not be, or if
   * it is not the only one any more.
   */
  private boolean writtenHere(Queued frame) {
    WireChannel target = straight;
    if (target == null || loop.inEventLoop() || !writing.compareAndSet(false, true)) {
      return false;
    }
    boolean release = true;
    try {
      if (!head.compareAndSet(frame, null)) {
        return false;
      }
      // Nothing is below it; and it may be going to wait for another connection by now.
      byte[] bytes = bytesOf(frame);
      if (bytes != null) {
        buffer.clear().put(bytes, heads.begin(), bytes.length - heads.begin()).flip();
        lineBytes = target.lineBytes(buffer);
        target.send(lineBytes);
        release = !lineBytes.hasRemaining();
      }
    } catch (IOException e) {
      target.broken(e);
    } finally {
      if (release) {
        release();
      } else {
        // The right goes to the event loop with what the operating system did not take.
        handOver();
      }
    }
    return true;
  }

  private void handOver() {
    try {
      loop.execute(this::takeOver);
    } catch (RejectedExecutionException e) {
      // The event loop has ended, and with it the connection.
    }
  }

  /** Goes on with what a caller could not write. */
  private void takeOver() {
    kept = true;
    WireChannel target = straight;
    if (target != null) {
      target.writeRest(lineBytes);
    }
    run();
  }

  private void release() {
    writing.set(false);
    Queued waiting = head.get();
    if (waiting != null && waiting != CLOSED) {
      drainLater();
    }
  }

  /** Starts to write: first what was queued so far. */
  void openWith(Channel target) {
    channel = target;
    if (target instanceof WireChannel wire) {
      buffer = ByteBuffer.allocateDirect(BATCH_BYTES);
      straight = wire;
    }
    run();
  }

  /** Forgets what waits and takes nothing more. */
  void close() {
    Queued frame = head.getAndSet(CLOSED);
    while (frame != null && frame != CLOSED) {
      Queued before = frame.before();
      frame.link(null, 0);
      frame = before;
    }
  }

  /** Writes and flushes all that is queued; does nothing before {@link #openWith}. */
  @Override
  public void run() {
    Channel target = channel;
    if (target == null || !(kept || writing.compareAndSet(false, true))) {
      return;
    }
    kept = true;
    Queued newest = takeAll();
    WireChannel wire = straight;
    if (wire == null) {
      write(target, newest);
      return;
    }
    send(wire, newest);
    if (!wire.isDrained()) {
      wire.flush();
    }
    if (wire.isDrained()) {
      kept = false;
      release();
    } else if (!looksAgain) {
      looksAgain = true;
      // An empty message at the end of what waits: it is written when all before it has been.
      var unused = wire.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(this);
    }
  }

  /** What waited in Netty's outbound buffer has been written, or never will be. */
  @Override
  public void operationComplete(ChannelFuture written) {
    // A failure is the end of the connection, and nothing is to be written any more.
    if (written.isSuccess()) {
      looksAgain = false;
      // Netty counts it as written only after its report.
      drainLater();
    }
  }

  private @Nullable Queued takeAll() {
    Queued newest;
    do {
      newest = head.get();
      if (newest == null || newest == CLOSED) {
        return null;
      }
    } while (!head.compareAndSet(newest, null));
    return newest;
  }

  /** Sends frames straight to the socket, as many at a time as the buffer holds. */
  private void send(WireChannel target, @Nullable Queued newest) {
    if (newest == null) {
      return;
    }
    ByteBuffer out = buffer.clear();
    Queued frame = oldestFirst(newest);
    while (frame != null) {
      Queued following = frame.before();
      frame.link(null, 0);
      byte[] bytes = bytesOf(frame);
      for (int at = heads.begin(); bytes != null && at < bytes.length; ) {
        if (!out.hasRemaining()) {
          int unused = target.writeNow(out.flip());
          out.clear();
        }
        int part = Math.min(out.remaining(), bytes.length - at);
        out.put(bytes, at, part);
        at += part;
      }
      frame = following;
    }
    if (out.position() > 0) {
      int unused = target.writeNow(out.flip());
    }
  }

  /**
   * What is to be written of a frame, or null. One that there is no memory for is left out, and no
   * other: those before it may be half on their way.
   */
  private byte @Nullable [] bytesOf(Queued frame) {
    try {
      return frame.take(heads);
    } catch (OutOfMemoryError e) {
      frame.unwritten(heads, e);
      return null;
    }
  }

  /** Writes frames through the pipeline, which encrypts them. */
  private void write(Channel target, @Nullable Queued newest) {
    if (newest == null) {
      return;
    }
    Queued frame = oldestFirst(newest);
    ByteBuf batch = null;
    while (frame != null) {
      Queued following = frame.before();
      frame.link(null, 0);
      byte[] bytes = bytesOf(frame);
      if (bytes != null) {
        if (batch == null) {
          batch = target.alloc().directBuffer(following == null ? bytes.length : BATCH_BYTES);
        }
        batch.writeBytes(bytes, heads.begin(), bytes.length - heads.begin());
        if (batch.readableBytes() >= BATCH_BYTES) {
          var unused = target.write(batch, target.voidPromise());
          batch = null;
        }
      }
      frame = following;
    }
    if (batch != null) {
      var unused = target.write(batch, target.voidPromise());
    }
    target.flush();
  }

  private static @Nullable Queued oldestFirst(Queued newest) {
    Queued oldestFirst = null;
    Queued rest = newest;
    while (rest != null) {
      Queued before = rest.before();
      rest.link(oldestFirst, 0);
      oldestFirst = rest;
      rest = before;
    }
    return oldestFirst;
  }
}
