package io.rpcstress.rpcx.client;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends the calls whose deadline has passed: one task per connection, due at the earliest deadline
 * of the calls that were in flight when it last looked. In the usual case nearly all calls have
 * ended by then, so that a call costs one comparison and no timer. Confined to the event loop.
 */
final class DeadlineSweep implements Runnable {
  /** Shortest time between two looks, in ns. */
  private static final long MIN_GAP_NANOS = 1_000_000;

  /** Time between two looks while calls wait for the connection, in ns. */
  private static final long CONNECTING_GAP_NANOS = 20_000_000;

  private final EventLoop loop;
  private final Connection connection;
  private @Nullable ScheduledFuture<?> next;
  private long nextAtNanos;

  DeadlineSweep(EventLoop loop, Connection connection) {
    this.loop = loop;
    this.connection = connection;
  }

  /** Makes sure that somebody looks when this deadline passes. */
  void expect(long deadlineNanos) {
    if (next == null || deadlineNanos - nextAtNanos < 0) {
      scheduleAt(deadlineNanos, System.nanoTime());
    }
  }

  @Override
  public void run() {
    next = null;
    long now = System.nanoTime();
    long earliest = Long.MAX_VALUE;
    for (PendingCall call : connection.pool().calls()) {
      long left = call.deadlineNanos() - now;
      if (left <= 0) {
        connection.expire(call);
      } else if (left < earliest) {
        earliest = left;
      }
    }
    if (connection.connecting()) {
      earliest = Math.min(earliest, CONNECTING_GAP_NANOS);
    }
    if (earliest != Long.MAX_VALUE) {
      scheduleAt(now + earliest, now);
    }
  }

  /** Looks no more. */
  void stop() {
    ScheduledFuture<?> pending = next;
    if (pending != null) {
      next = null;
      pending.cancel(false);
    }
  }

  private void scheduleAt(long atNanos, long now) {
    stop();
    long wait = Math.max(MIN_GAP_NANOS, atNanos - now);
    nextAtNanos = now + wait;
    next = loop.schedule(this, wait, TimeUnit.NANOSECONDS);
  }
}
