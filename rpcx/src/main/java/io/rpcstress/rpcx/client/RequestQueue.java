package io.rpcstress.rpcx.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the frames that many threads want to write to one connection, so that one task on the
 * event loop writes them all in one buffer with one flush. A stack of the frames themselves: the
 * thread that pushes onto an empty stack schedules the drain, so the stack's head is the only flag
 * there is. No timers: a frame waits only as long as the event loop is busy.
 *
 * <p>Each frame knows how many bytes wait below it, so that the bound on waiting bytes costs no
 * counter. What waits is bounded in every state: before the server's HELLO, while the loop is busy,
 * and (by the channel's own count) behind a server that does not read.
 *
 * <p>{@link #push} and {@link #close} may be called by any thread, everything else by the event
 * loop alone.
 */
final class RequestQueue implements Runnable {
  /** What became of a frame. */
  enum Outcome {
    /** It waits. */
    QUEUED,
    /** Too many bytes wait; it was not taken. */
    FULL,
    /** Nothing is taken any more. */
    CLOSED
  }

  /** Size from which a batch is handed to the channel, in bytes. */
  private static final int BATCH_BYTES = 16 * 1024;

  /** Stands for the whole stack when nothing is taken any more. */
  private static final Queued CLOSED = new QueuedFrame(new byte[0]);

  private final AtomicReference<@Nullable Queued> head = new AtomicReference<>();
  private final EventLoop loop;
  private final int maxBytes;
  private @Nullable Channel channel;

  /**
   * Makes a queue that holds frames back until {@link #openWith}.
   *
   * @param loop the connection's event loop
   * @param maxBytes bytes that may wait; a single larger frame may still wait alone
   */
  RequestQueue(EventLoop loop, int maxBytes) {
    this.loop = loop;
    this.maxBytes = maxBytes;
  }

  /**
   * Queues a frame; frames of one thread keep their order.
   *
   * @param frame what to write
   * @param bytes how long it is
   * @return what became of it; if it was not queued, it can be used elsewhere
   */
  Outcome push(Queued frame, int bytes) {
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
    if (before == null) {
      try {
        loop.execute(this);
      } catch (RejectedExecutionException e) {
        // The event loop has ended; whoever ended it closes the connection and with it this queue.
      }
    }
    return Outcome.QUEUED;
  }

  /** Starts to write: first what was queued so far. */
  void openWith(Channel target) {
    channel = target;
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
    if (target == null) {
      return;
    }
    Queued newest;
    do {
      newest = head.get();
      if (newest == null || newest == CLOSED) {
        return;
      }
    } while (!head.compareAndSet(newest, null));
    Queued frame = oldestFirst(newest);
    ByteBuf batch = null;
    while (frame != null) {
      Queued following = frame.before();
      frame.link(null, 0);
      byte[] bytes = frame.take();
      if (bytes != null) {
        if (batch == null) {
          batch = target.alloc().directBuffer(following == null ? bytes.length : BATCH_BYTES);
        }
        batch.writeBytes(bytes);
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
