package io.rpcstress.rpcx.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the frames that many threads want to write to one channel, so that one task on the event
 * loop writes them all in one buffer with one flush. A stack of the frames themselves: the thread
 * that pushes onto an empty stack schedules the drain, so the stack's head is the only flag there
 * is. No timers: a frame waits only as long as the event loop is busy.
 *
 * <p>{@link #push} may be called by any thread, everything else by the event loop alone.
 */
public final class WriteCoalescer implements Runnable {
  private final AtomicReference<@Nullable Outgoing> head = new AtomicReference<>();
  private final EventLoop loop;
  private @Nullable Channel channel;

  /**
   * Makes a coalescer that holds frames back until {@link #openWith}.
   *
   * @param loop the channel's event loop
   */
  public WriteCoalescer(EventLoop loop) {
    this.loop = loop;
  }

  /**
   * Queues a frame; frames of one thread keep their order. Once the event loop has ended, frames
   * are dropped.
   *
   * @param frame what to write
   */
  public void push(Outgoing frame) {
    Outgoing before;
    do {
      before = head.get();
      frame.next(before);
    } while (!head.compareAndSet(before, frame));
    if (before == null) {
      try {
        loop.execute(this);
      } catch (RejectedExecutionException e) {
        // The event loop has ended, and with it the connection: there is nobody to write to.
        head.set(null);
      }
    }
  }

  /**
   * Starts writing: a first frame, then what was queued so far.
   *
   * @param target the connected channel
   * @param first the frame that comes before all others
   */
  public void openWith(Channel target, ControlFrame first) {
    channel = target;
    byte[] bytes = first.take();
    ByteBuf buffer = target.alloc().directBuffer(bytes.length);
    buffer.writeBytes(bytes);
    var unused = target.write(buffer, target.voidPromise());
    run();
  }

  /** Writes and flushes all that is queued; does nothing before {@link #openWith}. */
  @Override
  public void run() {
    Channel target = channel;
    if (target == null) {
      return;
    }
    Outgoing frame = inOrder(head.getAndSet(null));
    ByteBuf batch = null;
    while (frame != null) {
      byte[] bytes = frame.take();
      Outgoing following = frame.next();
      frame.next(null);
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

  /** Size from which a batch is handed to the channel, in bytes. */
  private static final int BATCH_BYTES = 16 * 1024;

  private static @Nullable Outgoing inOrder(@Nullable Outgoing newestFirst) {
    Outgoing oldestFirst = null;
    Outgoing rest = newestFirst;
    while (rest != null) {
      Outgoing before = rest.next();
      rest.next(oldestFirst);
      oldestFirst = rest;
      rest = before;
    }
    return oldestFirst;
  }
}
