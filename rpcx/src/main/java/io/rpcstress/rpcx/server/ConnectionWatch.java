package io.rpcstress.rpcx.server;

import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.StatusCode;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one client every now and then and ends it if it is slow, silent or does not read; while
 * the server drains, when it is quiet. Confined to the event loop.
 */
final class ConnectionWatch implements Runnable {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MIN_TICK_NANOS = 5 * NANOS_PER_MILLI;

  private final ServerConnection connection;
  private final Channel channel;
  private final Limits limits;
  private final long startedAt = System.nanoTime();
  private final long tickNanos;
  private @Nullable ScheduledFuture<?> next;
  private long frameCheckAt;
  private long unwritten = Long.MAX_VALUE;
  private long progressAt;

  ConnectionWatch(ServerConnection connection, Channel channel, Limits limits) {
    this.connection = connection;
    this.channel = channel;
    this.limits = limits;
    long shortest =
        Math.min(
            Math.min(limits.handshakeTimeout().toNanos(), limits.partialFrameTimeout().toNanos()),
            Math.min(limits.idleTimeout().toNanos(), limits.stalledWriteTimeout().toNanos()));
    tickNanos = Math.max(MIN_TICK_NANOS, shortest / 4);
    frameCheckAt = startedAt;
    progressAt = startedAt;
  }

  void start() {
    next = channel.eventLoop().schedule(this, tickNanos, TimeUnit.NANOSECONDS);
  }

  /** Looks more often, since somebody waits for the connection to become quiet. */
  void drain() {
    stop();
    next = channel.eventLoop().schedule(this, Limits.DRAIN_QUIET_MILLIS / 4, TimeUnit.MILLISECONDS);
  }

  void stop() {
    ScheduledFuture<?> pending = next;
    if (pending != null) {
      next = null;
      pending.cancel(false);
    }
  }

  @Override
  public void run() {
    next = null;
    if (!channel.isActive() || connection.stopped()) {
      closeStopped();
      return;
    }
    long now = System.nanoTime();
    if (!connection.greeted() && now - startedAt > limits.handshakeTimeout().toNanos()) {
      connection.farewell(channel, StatusCode.DEADLINE_EXCEEDED, "no HELLO in time");
    } else if (slowFrame(now)) {
      connection.farewell(channel, StatusCode.DEADLINE_EXCEEDED, "a frame took too long");
    } else if (stalled(now)) {
      var unused = channel.close();
      return;
    } else if (now - connection.readAtNanos() > quietNanos() && !connection.busy()) {
      connection.farewell(
          channel, StatusCode.OK, connection.draining() ? "stopped" : "the connection was idle");
    }
    if (connection.draining()) {
      drain();
    } else {
      start();
    }
  }

  /** A farewell that the client does not read must not keep the connection. */
  private void closeStopped() {
    var unused = channel.close();
  }

  private long quietNanos() {
    return connection.draining()
        ? Limits.DRAIN_QUIET_MILLIS * NANOS_PER_MILLI
        : limits.idleTimeout().toNanos();
  }

  private boolean slowFrame(long now) {
    if (now - frameCheckAt < limits.partialFrameTimeout().toNanos() / 2) {
      return false;
    }
    frameCheckAt = now;
    return connection.stuck();
  }

  private boolean stalled(long now) {
    if (channel.isWritable()) {
      unwritten = Long.MAX_VALUE;
      progressAt = now;
      return false;
    }
    long pending = channel.bytesBeforeWritable();
    if (pending < unwritten) {
      progressAt = now;
    }
    unwritten = pending;
    return now - progressAt > limits.stalledWriteTimeout().toNanos();
  }
}
