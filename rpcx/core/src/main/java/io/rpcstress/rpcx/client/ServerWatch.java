package io.rpcstress.rpcx.client;

import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.wire.Frames;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches one server: that it sends HELLO, that a started frame goes on or gets memory, and that it
 * is there at all. An idle connection has one timer, which is due once per ping interval. As a task
 * it asks for a sign of life at once. Confined to the event loop.
 */
final class ServerWatch implements Runnable {
  private final Connection connection;
  private final Channel channel;
  private final Limits limits;
  private @Nullable ClientHandler handler;
  private @Nullable ScheduledFuture<?> helloTimer;
  private @Nullable ScheduledFuture<?> idleTimer;
  private @Nullable ScheduledFuture<?> frameTimer;
  private @Nullable ScheduledFuture<?> pingTimer;
  private long pingedAtNanos;

  ServerWatch(Connection connection, Channel channel, Limits limits) {
    this.connection = connection;
    this.channel = channel;
    this.limits = limits;
  }

  /** The connection was made. */
  void start(ClientHandler reader) {
    handler = reader;
    helloTimer = in(limits.handshakeTimeout().toNanos(), this::noHello);
    idleTimer = in(limits.pingInterval().toNanos(), this::idle);
  }

  private ScheduledFuture<?> in(long nanos, Runnable task) {
    return channel.eventLoop().schedule(task, Math.max(1, nanos), TimeUnit.NANOSECONDS);
  }

  /** The server has sent HELLO. */
  void greeted() {
    cancel(helloTimer);
    helloTimer = null;
  }

  /** The connection is gone. */
  void stop() {
    cancel(helloTimer);
    cancel(idleTimer);
    cancel(frameTimer);
    cancel(pingTimer);
  }

  private static void cancel(@Nullable ScheduledFuture<?> timer) {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  private void noHello() {
    giveUp("the server did not send HELLO");
  }

  private void idle() {
    long left =
        limits.pingInterval().toNanos() - (System.nanoTime() - connection.signs().readAtNanos());
    if (left <= 0) {
      run();
      left = limits.pingInterval().toNanos();
    }
    idleTimer = in(left, this::idle);
  }

  /** Requests a sign of life, unless it has done so already. */
  @Override
  public void run() {
    if (pingTimer == null && channel.isActive()) {
      pingedAtNanos = System.nanoTime();
      pingTimer = in(limits.pingTimeout().toNanos(), this::judge);
      connection.push(Frames.ping(ThreadLocalRandom.current().nextLong()));
    }
  }

  private void judge() {
    pingTimer = null;
    ClientHandler reader = handler;
    if (reader != null && reader.isReadingPaused()) {
      return;
    }
    if (connection.signs().readAtNanos() - pingedAtNanos < 0) {
      giveUp(
          "no sign of life within "
              + limits.pingTimeout().toMillis()
              + " ms of a ping: the server is gone");
    }
  }

  /** A frame is incomplete. */
  void frameStarted() {
    if (frameTimer == null) {
      frameTimer = in(limits.partialFrameTimeout().toNanos(), this::lookAtFrame);
    }
  }

  private void lookAtFrame() {
    frameTimer = null;
    ClientHandler reader = handler;
    if (reader == null) {
      return;
    }
    long now = System.nanoTime();
    if (reader.tooSlow(now)) {
      giveUp("the server stopped in mid-frame, or sends it too slowly");
    } else if (reader.waitedTooLong(now)) {
      giveUp("there was no memory for the server's frame in time: maxReceivingBytes are in use");
    } else if (reader.isInFrame()) {
      frameTimer = in(limits.partialFrameTimeout().toNanos() / 4, this::lookAtFrame);
    }
  }

  private void giveUp(String reason) {
    ClientHandler reader = handler;
    if (reader != null) {
      reader.lost(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, reason));
    }
  }
}
