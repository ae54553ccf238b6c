package io.rpcstress.rpcx.client;

import io.netty.channel.ChannelHandlerContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.wire.Envelopes;
import io.rpcstress.rpcx.wire.FrameReader;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.ProtoReader;
import io.rpcstress.rpcx.wire.ProtoWriter;
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
  private final ProtoReader reader = new ProtoReader();
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
      case Envelopes.REPLY -> reply(bytes, from, to);
      case Envelopes.HELLO -> hello(bytes, from, to);
      case Envelopes.PING ->
          connection.push(Envelopes.idOnly(Envelopes.PONG, idOf(bytes, from, to)));
      case Envelopes.GO_AWAY -> goAway(bytes, from, to);
      default -> {
        // PONG: that something came is all there is to know. The rest is not for clients.
      }
    }
  }

  private void reply(byte[] bytes, int from, int to) {
    long id = 0;
    long status = 0;
    String message = "";
    int resultFrom = -1;
    int resultTo = -1;
    ProtoReader in = reader.reset(bytes, from, to);
    while (in.hasMore()) {
      int tag = in.tag();
      switch (tag) {
        case Envelopes.ID << 3 | ProtoWriter.FIXED64 -> id = in.fixed64();
        case Envelopes.RESULT << 3 | ProtoWriter.LEN -> {
          int length = in.length();
          resultFrom = in.position();
          in.skip(length);
          resultTo = in.position();
        }
        case Envelopes.STATUS << 3 | ProtoWriter.VARINT -> status = in.varint();
        case Envelopes.MESSAGE << 3 | ProtoWriter.LEN -> message = in.string(MAX_MESSAGE_BYTES);
        default -> in.skipField(tag);
      }
    }
    connection.reply(id, status, message, bytes, resultFrom, resultTo);
  }

  private void hello(byte[] bytes, int from, int to) {
    long version = 0;
    long maxFrame = 0;
    long maxInFlight = 0;
    ProtoReader in = reader.reset(bytes, from, to);
    while (in.hasMore()) {
      int tag = in.tag();
      switch (tag) {
        case 1 << 3 | ProtoWriter.VARINT -> version = in.varint();
        case 2 << 3 | ProtoWriter.VARINT -> maxFrame = in.varint();
        case 5 << 3 | ProtoWriter.VARINT -> maxInFlight = in.varint();
        default -> in.skipField(tag);
      }
    }
    if (version != Envelopes.VERSION) {
      throw new MalformedFrameException("HELLO is not of version " + Envelopes.VERSION);
    }
    greeted = true;
    slot.healthy();
    connection.greeted(clamp(maxFrame), clamp(maxInFlight));
  }

  private static int clamp(long value) {
    return value < 0 || value > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) value;
  }

  private void goAway(byte[] bytes, int from, int to) {
    long status = 0;
    String message = "";
    ProtoReader in = reader.reset(bytes, from, to);
    while (in.hasMore()) {
      int tag = in.tag();
      switch (tag) {
        case 1 << 3 | ProtoWriter.VARINT -> status = in.varint();
        case 2 << 3 | ProtoWriter.LEN -> message = in.string(MAX_MESSAGE_BYTES);
        default -> in.skipField(tag);
      }
    }
    if (status == 0) {
      connection.drain();
    } else {
      stop();
      lost(RPCXException.withoutTrace(StatusCode.of(status), message));
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
        connection.push(Envelopes.idOnly(Envelopes.PING, ThreadLocalRandom.current().nextLong()));
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
