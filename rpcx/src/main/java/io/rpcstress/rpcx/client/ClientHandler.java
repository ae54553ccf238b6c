package io.rpcstress.rpcx.client;

import io.netty.channel.ChannelHandlerContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.wire.FrameReader;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Messages;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Reads what the server says, and asks whether it is still there when it has said nothing for a
 * while. Trusts the server no more than the server trusts us. Confined to the event loop.
 */
final class ClientHandler extends FrameReader {
  /** Longest message of a failed call that is read, in bytes. */
  private static final int MAX_MESSAGE_BYTES = 64 * 1024;

  private final Connection connection;
  private final Slot slot;
  private final Limits limits;
  private long bytesAtLastPing;
  private int misses;
  private boolean greeted;

  ClientHandler(Connection connection, Slot slot, Limits limits) {
    super(limits.maxFrameBytes());
    this.connection = connection;
    this.slot = slot;
    this.limits = limits;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    KeepAlive keepAlive = new KeepAlive(ctx);
    keepAlive.schedule();
    new HandshakeWatch(ctx).schedule();
  }

  @Override
  protected void envelope(ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to) {
    switch (kind) {
      case Envelope.REPLY_FIELD_NUMBER ->
          reply(Messages.parse(RPCXReply.parser(), bytes, from, to));
      case Envelope.HELLO_FIELD_NUMBER -> hello(Messages.parse(Hello.parser(), bytes, from, to));
      case Envelope.PING_FIELD_NUMBER ->
          connection.push(Frames.pong(Messages.parse(Ping.parser(), bytes, from, to).getId()));
      case Envelope.GO_AWAY_FIELD_NUMBER ->
          goAway(Messages.parse(GoAway.parser(), bytes, from, to));
      default -> {
        // PONG: that something came is all there is to know. The rest is not for clients.
      }
    }
  }

  private void reply(RPCXReply reply) {
    if (reply.getStatus() != 0) {
      checkMessage(reply.getMessageBytes().size());
    }
    connection.reply(reply);
  }

  private static void checkMessage(int bytes) {
    if (bytes > MAX_MESSAGE_BYTES) {
      throw new MalformedFrameException("a message of more than " + MAX_MESSAGE_BYTES + " bytes");
    }
  }

  private void hello(Hello hello) {
    if (hello.getVersion() != Frames.VERSION) {
      throw new MalformedFrameException("HELLO is not of version " + Frames.VERSION);
    }
    greeted = true;
    slot.healthy();
    connection.greeted(clamp(hello.getMaxFrameBytes()), clamp(hello.getMaxInFlight()));
  }

  /** A uint32 as an int: what is larger is as good as no limit. */
  private static int clamp(int unsigned) {
    return unsigned < 0 ? Integer.MAX_VALUE : unsigned;
  }

  private void goAway(GoAway farewell) {
    checkMessage(farewell.getMessageBytes().size());
    if (farewell.getStatus() == 0) {
      connection.drain();
    } else {
      stop();
      StatusCode status = StatusCode.of(Integer.toUnsignedLong(farewell.getStatus()));
      lost(RPCXException.withoutTrace(status, farewell.getMessage()));
    }
  }

  @Override
  protected void malformed(ChannelHandlerContext ctx, MalformedFrameException problem) {
    lost(
        new RPCXException(
            StatusCode.UNAVAILABLE,
            "the server does not speak RPCX: " + problem.getMessage(),
            problem));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    stop();
    lost(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "the connection was lost"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    lost(
        new RPCXException(
            StatusCode.UNAVAILABLE, "the connection failed: " + cause.getMessage(), cause));
  }

  private void lost(RPCXException because) {
    slot.lost(connection, because, greeted);
  }

  /** Asks whether a silent server is there, and looks for a frame that does not get on. */
  private final class KeepAlive implements Runnable {
    private final ChannelHandlerContext ctx;
    private long ticks;

    KeepAlive(ChannelHandlerContext ctx) {
      this.ctx = ctx;
    }

    void schedule() {
      var unused = ctx.executor().schedule(this, halfPartialNanos(limits), TimeUnit.NANOSECONDS);
    }

    @Override
    public void run() {
      if (stopped()) {
        return;
      }
      if (stuckInFrame(Limits.MIN_PROGRESS_BYTES / 2)) {
        stop();
        lost(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "the server stopped in mid-frame"));
        return;
      }
      ticks++;
      if (ticks * halfPartialNanos(limits) >= limits.pingInterval().toNanos()) {
        ticks = 0;
        ask();
      }
      if (!stopped()) {
        schedule();
      }
    }

    private void ask() {
      if (bytesIn() != bytesAtLastPing) {
        misses = 0;
      } else if (misses == Limits.PING_MISSES) {
        stop();
        lost(
            RPCXException.withoutTrace(
                StatusCode.UNAVAILABLE, "no answer to " + misses + " pings: the server is gone"));
        return;
      } else {
        misses++;
        connection.push(Frames.ping(ThreadLocalRandom.current().nextLong()));
      }
      bytesAtLastPing = bytesIn();
    }
  }

  /** Waits for the server's HELLO. */
  private final class HandshakeWatch implements Runnable {
    private final ChannelHandlerContext ctx;

    HandshakeWatch(ChannelHandlerContext ctx) {
      this.ctx = ctx;
    }

    void schedule() {
      var unused =
          ctx.executor().schedule(this, limits.handshakeTimeout().toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void run() {
      if (!greeted && !stopped()) {
        stop();
        lost(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "the server did not say HELLO"));
      }
    }
  }

  private static long halfPartialNanos(Limits limits) {
    long half = limits.partialFrameTimeout().toNanos() / 2;
    return Math.max(1, Math.min(half, limits.pingInterval().toNanos()));
  }
}
