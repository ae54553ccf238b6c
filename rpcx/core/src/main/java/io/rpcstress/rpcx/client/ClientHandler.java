package io.rpcstress.rpcx.client;

import com.google.protobuf.ByteString;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.value.Detail;
import io.rpcstress.rpcx.wire.ByteBudget;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.FrameReader;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.GoAway;
import io.rpcstress.rpcx.wire.Hello;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.WireChannel;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the server sends. Trusts the server no more than the server trusts us. Confined to the
 * event loop.
 */
final class ClientHandler extends FrameReader {
  private final Connection connection;
  private final ServerWatch watch;
  private final Limits limits;
  private final ByteBudget receiving;
  private final boolean offersCompression;
  private final Reply reply = new Reply();
  private boolean greeted;
  private boolean writable = true;

  /** Whether a frame waits for memory. */
  private boolean waits;

  /**
   * @param receiving what large frames of all connections of the client are taken from
   * @param offersCompression whether this side's HELLO offers to compress, without TLS
   */
  ClientHandler(
      Connection connection,
      ServerWatch watch,
      Limits limits,
      ByteBudget receiving,
      boolean offersCompression) {
    super(Math.min(Limits.MAX_HELLO_BYTES, limits.maxFrameBytes()), receiving);
    this.receiving = receiving;
    this.offersCompression = offersCompression;
    this.connection = connection;
    this.watch = watch;
    this.limits = limits;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    watch.start(this);
  }

  @Override
  protected void arrived() {
    connection.signs().received();
  }

  @Override
  protected boolean isMemoryShort() {
    return receiving.tight();
  }

  @Override
  protected void readComplete(ChannelHandlerContext ctx) {
    boolean waited = waits;
    waits = waitingForMemory() > 0;
    if (waited && !waits) {
      // That nothing came meanwhile is not the server's silence.
      connection.signs().received();
    }
    if (isInFrame()) {
      watch.frameStarted();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    writable = ctx.channel().isWritable();
  }

  /** Whether a frame is incomplete, or waits for memory. */
  boolean isInFrame() {
    return incomplete() || waits;
  }

  /** Whether nothing is read, so that silence means nothing of the server. */
  boolean isReadingPaused() {
    return waits;
  }

  /** Whether a frame has waited for memory for longer than it might have taken to come. */
  boolean waitedTooLong(long nowNanos) {
    return waits && waitedTooLong(nowNanos, limits);
  }

  /** Whether an incomplete frame comes too slowly. */
  boolean tooSlow(long nowNanos) {
    return frameBehind(nowNanos, limits);
  }

  @Override
  protected void envelope(ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to) {
    if (!greeted && kind != Fields.HELLO && kind != Fields.GO_AWAY) {
      throw new MalformedFrameException("the first frame is not HELLO");
    }
    switch (kind) {
      case Fields.REPLY -> {
        reply.read(bytes, from, to);
        reply(bytes);
      }
      case Fields.HELLO -> hello(ctx.channel(), Hello.read(bytes, from, to));
      case Fields.PING -> {
        long id = Frames.id(bytes, from, to);
        if (writable) {
          connection.push(Frames.pong(id));
        }
      }
      case Fields.GO_AWAY -> goAway(GoAway.read(bytes, from, to));
      default -> {
        // PONG: that something came is all there is to know. The rest is not for clients.
      }
    }
  }

  private void reply(byte[] bytes) {
    long id = reply.id();
    if (!reply.metadata().isEmpty()) {
      connection.replied(id, reply.metadata());
    }
    if (reply.status() == 0) {
      connection.succeeded(id, bytes, reply.resultFrom(), reply.resultTo());
    } else {
      connection.failed(
          id,
          RPCXException.answered(
              StatusCode.of(Integer.toUnsignedLong(reply.status())),
              reply.message(),
              reply.retryAfterMs(),
              detail()));
    }
  }

  private @Nullable Detail detail() {
    return reply.detailed()
        ? new Detail(
            reply.detailType(),
            ByteString.copyFrom(reply.detailValue()),
            connection.slot().ownCodecs(),
            limits.maxObjects())
        : null;
  }

  private void hello(Channel channel, Hello hello) {
    if (greeted || hello.version() != Frames.VERSION) {
      throw new MalformedFrameException(
          greeted ? "a second HELLO" : "HELLO is not of version " + Frames.VERSION);
    }
    compress(channel, hello.compression());
    greeted = true;
    maxFrameBytes(limits.maxFrameBytes());
    watch.greeted();
    agreed();
    connection.greeted(clamp(hello.maxFrameBytes()), clamp(hello.maxInFlight()), hello.draining());
  }

  /** Compresses from the next byte on, in both directions, if the server has taken the offer. */
  private void compress(Channel channel, int chosen) {
    if (chosen == 0) {
      return;
    }
    if (chosen != Frames.DEFLATE
        || !offersCompression
        || !(channel instanceof WireChannel straight)) {
      throw new MalformedFrameException("HELLO takes a compression that was not offered");
    }
    inflate();
    connection.compress(straight);
  }

  /** A uint32 as an int: what is larger is as good as no limit. */
  private static int clamp(int unsigned) {
    return unsigned < 0 ? Integer.MAX_VALUE : unsigned;
  }

  /**
   * The server ends the connection. A refusal of who calls is the end of every call. Any other
   * status is about one call, which the server may name; the others only lose their connection.
   */
  private void goAway(GoAway farewell) {
    StatusCode status = StatusCode.of(Integer.toUnsignedLong(farewell.status()));
    if (status == StatusCode.OK && greeted) {
      connection
          .slot()
          .drained(
              connection,
              RPCXException.withoutTrace(
                  StatusCode.UNAVAILABLE, "the server is shutting down: " + farewell.message()));
      if (farewell.allAnswered()) {
        lost(
            RPCXException.notSent(
                StatusCode.UNAVAILABLE,
                "the server ended the connection before it read the call: " + farewell.message(),
                null));
      }
    } else if (status == StatusCode.UNAUTHENTICATED || status == StatusCode.PERMISSION_DENIED) {
      lost(RPCXException.withoutTrace(status, farewell.message()));
    } else {
      Long callId = farewell.callId();
      if (callId != null) {
        connection.end(callId, RPCXException.withoutTrace(status, farewell.message()));
      }
      lost(
          RPCXException.withoutTrace(
              StatusCode.UNAVAILABLE,
              "the server closed the connection: " + status + ": " + farewell.message()));
    }
  }

  @Override
  protected void malformed(ChannelHandlerContext ctx, MalformedFrameException problem) {
    lost(
        RPCXException.ofCall(
            StatusCode.UNAVAILABLE,
            "the server does not speak RPCX: " + problem.getMessage(),
            problem));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    lost(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "the connection was lost"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    lost(
        RPCXException.ofCall(
            StatusCode.UNAVAILABLE, "the connection failed: " + cause.getMessage(), cause));
  }

  /** Gives the connection up. */
  void lost(RPCXException because) {
    stop();
    watch.stop();
    connection.slot().lost(connection, because);
  }
}
