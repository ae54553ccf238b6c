package io.rpcstress.rpcx.server;

import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.StatusCode;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one client and ends it if it is slow, silent or does not read, or if there is no memory
 * for its frame in time; while the server drains, when it is quiet. Looks often while something is
 * on its way, and of an idle connection only when it could have been idle for too long. Confined to
 * the event loop.
 */
final class ConnectionWatch implements Runnable {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MIN_TICK_NANOS = 5 * NANOS_PER_MILLI;
  private static final long MAX_TICK_NANOS = 250 * NANOS_PER_MILLI;

  private static final String NO_MEMORY =
      "there was no memory for a frame in time: maxReceivingBytes are in use";

  private final ServerConnection connection;
  private final Channel channel;
  private final Limits limits;
  private final long startedAt = System.nanoTime();
  private final long tickNanos;
  private @Nullable ScheduledFuture<?> next;
  private boolean hurried;
  private long writtenBefore;
  private long movedAt = startedAt;
  private boolean marked;
  private long markedAt;
  private long markedWritten;
  private long markedWaiting;

  ConnectionWatch(ServerConnection connection, Channel channel, Limits limits) {
    this.connection = connection;
    this.channel = channel;
    this.limits = limits;
    long shortest =
        Math.min(
            Math.min(limits.handshakeTimeout().toNanos(), limits.partialFrameTimeout().toNanos()),
            Math.min(limits.idleTimeout().toNanos(), limits.stalledWriteTimeout().toNanos()));
    tickNanos = Math.max(MIN_TICK_NANOS, Math.min(MAX_TICK_NANOS, shortest / 4));
  }

  void start() {
    schedule(true, tickNanos);
  }

  /** Something is on its way that must arrive in time. */
  void hurry() {
    if (!hurried && !connection.stopped()) {
      stop();
      schedule(true, tickNanos);
    }
  }

  /** Looks more often, since a thread waits for the connection to become quiet. */
  void drain() {
    stop();
    schedule(true, Limits.DRAIN_QUIET_MILLIS / 4 * NANOS_PER_MILLI);
  }

  /** A farewell was sent. */
  void linger() {
    stop();
    schedule(true, Limits.LINGER_MILLIS * NANOS_PER_MILLI);
  }

  void stop() {
    ScheduledFuture<?> pending = next;
    if (pending != null) {
      next = null;
      pending.cancel(false);
    }
  }

  private void schedule(boolean soon, long nanos) {
    hurried = soon;
    next = channel.eventLoop().schedule(this, nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void run() {
    next = null;
    if (!channel.isActive() || connection.stopped()) {
      // A farewell that the client does not answer must not keep the connection.
      var unused = channel.close();
      return;
    }
    long now = System.nanoTime();
    if (!connection.greeted() && now - startedAt > limits.handshakeTimeout().toNanos()) {
      farewell(StatusCode.DEADLINE_EXCEEDED, "no HELLO in time");
    } else if (connection.tooSlow(now)) {
      farewell(StatusCode.DEADLINE_EXCEEDED, "a frame took too long");
    } else if (connection.waitedTooLong(now)) {
      noMemory();
    } else if (unread(now)) {
      var unused = channel.close();
    } else if (now - connection.quietSinceNanos() > quietNanos() && quiet()) {
      leave();
    } else if (connection.overstayed(now)) {
      connection.refuseCalls();
      if (quiet()) {
        leave();
      } else {
        drain();
      }
    } else if (connection.draining()) {
      drain();
    } else if (connection.unsettled()) {
      schedule(true, tickNanos);
    } else {
      long quietFor = now - connection.quietSinceNanos();
      schedule(false, Math.max(tickNanos, quietNanos() - quietFor + MIN_TICK_NANOS));
    }
  }

  private void farewell(StatusCode status, String message) {
    connection.farewell(channel, status, message, null);
  }

  /** The frame that waits was not read: if all before it is answered, it is known not to run. */
  private void noMemory() {
    if (answered()) {
      connection.farewellToAll(channel, NO_MEMORY);
    } else {
      farewell(StatusCode.OVERLOADED, NO_MEMORY);
    }
  }

  private void leave() {
    connection.farewellToAll(
        channel, connection.draining() ? "stopped" : "the connection was idle");
  }

  /** Whether nothing happens; a frame that waits for memory has a limit of its own. */
  private boolean quiet() {
    return answered() && (connection.draining() || !connection.waitsForMemory());
  }

  /** Whether the client has all that it requested. */
  private boolean answered() {
    return !connection.busy() && connection.output().unwritten() == 0;
  }

  private long quietNanos() {
    return connection.draining()
        ? Limits.DRAIN_QUIET_MILLIS * NANOS_PER_MILLI
        : limits.idleTimeout().toNanos();
  }

  /** Whether the client reads what waits for it too slowly, or others need the memory. */
  private boolean unread(long now) {
    Output output = connection.output();
    output.count();
    long waiting = output.unwritten();
    long written = output.written();
    if (waiting == 0 || written != writtenBefore) {
      writtenBefore = written;
      movedAt = now;
    }
    if (waiting == 0 || !marked || written - markedWritten >= markedWaiting) {
      marked = waiting > 0;
      markedAt = now;
      markedWritten = written;
      markedWaiting = waiting;
      return false;
    }
    long late = now - markedAt - limits.stalledWriteTimeout().toNanos();
    if (late > 0
        && written - markedWritten
            < (double) late * limits.minBytesPerSecond() / TimeUnit.SECONDS.toNanos(1)) {
      return true;
    }
    return output.tight() && now - movedAt > Limits.TIGHT_STALL_MILLIS * NANOS_PER_MILLI;
  }
}
