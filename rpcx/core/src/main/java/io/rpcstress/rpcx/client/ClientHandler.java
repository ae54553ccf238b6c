package io.rpcstress.rpcx.client;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.Detail;
import io.rpcstress.rpcx.wire.ByteBudget;
import io.rpcstress.rpcx.wire.FrameReader;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Messages;
import io.rpcstress.rpcx.wire.PlainMessages;
import io.rpcstress.rpcx.wire.WireChannel;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the server says. Trusts the server no more than the server trusts us. Confined to the
 * event loop.
 */
final class ClientHandler extends FrameReader {
  /** Longest message of a failed call that is read, in bytes. */
  private static final int MAX_MESSAGE_BYTES = 64 * 1024;

  private final Connection connection;
  private final ServerWatch watch;
  private final Limits limits;
  private final ByteBudget receiving;
  private final boolean offersCompression;
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
      watch.frameBegun();
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

  /** Whether nothing is read, so that silence says nothing of the server. */
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
    if (!greeted && kind != Envelope.HELLO_FIELD_NUMBER && kind != Envelope.GO_AWAY_FIELD_NUMBER) {
      throw new MalformedFrameException("the first frame is not HELLO");
    }
    switch (kind) {
      case Envelope.REPLY_FIELD_NUMBER -> {
        int result = PlainMessages.resultAt(bytes, from, to);
        if (result == PlainMessages.NOT_PLAIN) {
          reply(Messages.reply(bytes, from, to));
        } else {
          connection.succeeded(callIds().read(bytes, from), bytes, result, to);
        }
      }
      case Envelope.HELLO_FIELD_NUMBER -> hello(ctx.channel(), bytes, from, to);
      case Envelope.PING_FIELD_NUMBER -> {
        Ping ping = Messages.parse(Ping.parser(), bytes, from, to);
        if (writable) {
          connection.push(Frames.pong(ping.getId()));
        }
      }
      case Envelope.GO_AWAY_FIELD_NUMBER ->
          goAway(Messages.parse(GoAway.parser(), bytes, from, to));
      default -> {
        // PONG: that something came is all there is to know. The rest is not for clients.
      }
    }
  }

  private void reply(RPCXReply reply) {
    long id = callIds().of(reply.getId(), reply.getIdOffset());
    if (reply.getMetadataCount() > 0) {
      connection.replied(id, Messages.metadata(reply.getMetadataList()));
    }
    if (reply.getStatus() != 0) {
      checkMessage(reply.getMessageBytes().size());
      connection.failed(
          id,
          RPCXException.answered(
              StatusCode.of(Integer.toUnsignedLong(reply.getStatus())),
              reply.getMessage(),
              Integer.toUnsignedLong(reply.getRetryAfterMs()),
              detail(reply)));
    } else {
      byte[] result = reply.getResult().toByteArray();
      connection.succeeded(
          id, result, reply.hasResult() ? 0 : PlainMessages.NO_RESULT, result.length);
    }
  }

  private @Nullable Detail detail(RPCXReply reply) {
    if (!reply.hasDetail()) {
      return null;
    }
    Parameter detail = reply.getDetail();
    if (detail.getSerializedSize() > Detail.MAX_BYTES) {
      throw new MalformedFrameException("a detail of more than " + Detail.MAX_BYTES + " bytes");
    }
    return new Detail(
        detail.getType(), detail.getValue(), connection.slot().ownCodecs(), limits.maxObjects());
  }

  private static void checkMessage(int bytes) {
    if (bytes > MAX_MESSAGE_BYTES) {
      throw new MalformedFrameException("a message of more than " + MAX_MESSAGE_BYTES + " bytes");
    }
  }

  private void hello(Channel channel, byte[] bytes, int from, int to) {
    int[] fields = new int[Hello.TYPES_BY_NUMBER_FIELD_NUMBER + 1];
    if (!PlainMessages.numbers(bytes, from, to, fields)) {
      Hello hello = Messages.parse(Hello.parser(), bytes, from, to);
      fields[Hello.VERSION_FIELD_NUMBER] = hello.getVersion();
      fields[Hello.MAX_FRAME_BYTES_FIELD_NUMBER] = hello.getMaxFrameBytes();
      fields[Hello.MAX_IN_FLIGHT_FIELD_NUMBER] = hello.getMaxInFlight();
      fields[Hello.MAX_METHOD_NUMBERS_FIELD_NUMBER] = hello.getMaxMethodNumbers();
      fields[Hello.DRAINING_FIELD_NUMBER] = hello.getDraining() ? 1 : 0;
      fields[Hello.COMPRESSION_FIELD_NUMBER] = hello.getCompression();
      fields[Hello.TYPES_BY_NUMBER_FIELD_NUMBER] = hello.getTypesByNumber() ? 1 : 0;
    }
    hello(channel, fields);
  }

  /**
   * @param fields the server's, each at its number; none of them can be negative otherwise than by
   *     being too large for an int
   */
  private void hello(Channel channel, int[] fields) {
    if (greeted || fields[Hello.VERSION_FIELD_NUMBER] != Frames.VERSION) {
      throw new MalformedFrameException(
          greeted ? "a second HELLO" : "HELLO is not of version " + Frames.VERSION);
    }
    compress(channel, fields[Hello.COMPRESSION_FIELD_NUMBER]);
    greeted = true;
    maxFrameBytes(limits.maxFrameBytes());
    watch.greeted();
    connection.slot().address().draining(fields[Hello.DRAINING_FIELD_NUMBER] != 0);
    callIds(
        connection.agree(
            clamp(fields[Hello.MAX_METHOD_NUMBERS_FIELD_NUMBER]),
            fields[Hello.TYPES_BY_NUMBER_FIELD_NUMBER] != 0));
    connection.greeted(
        clamp(fields[Hello.MAX_FRAME_BYTES_FIELD_NUMBER]),
        clamp(fields[Hello.MAX_IN_FLIGHT_FIELD_NUMBER]));
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
    checkMessage(farewell.getMessageBytes().size());
    StatusCode status = StatusCode.of(Integer.toUnsignedLong(farewell.getStatus()));
    if (status == StatusCode.OK && greeted) {
      connection
          .slot()
          .drained(
              connection,
              RPCXException.withoutTrace(
                  StatusCode.UNAVAILABLE, "the server is shutting down: " + farewell.getMessage()));
      if (farewell.getAllAnswered()) {
        lost(
            RPCXException.notSent(
                StatusCode.UNAVAILABLE,
                "the server ended the connection before it read the call: " + farewell.getMessage(),
                null));
      }
    } else if (status == StatusCode.UNAUTHENTICATED || status == StatusCode.PERMISSION_DENIED) {
      lost(RPCXException.withoutTrace(status, farewell.getMessage()));
    } else {
      if (farewell.hasCallId()) {
        connection.end(
            farewell.getCallId(), RPCXException.withoutTrace(status, farewell.getMessage()));
      }
      lost(
          RPCXException.withoutTrace(
              StatusCode.UNAVAILABLE,
              "the server closed the connection: " + status + ": " + farewell.getMessage()));
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
    lost(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "the connection was lost"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    lost(
        new RPCXException(
            StatusCode.UNAVAILABLE, "the connection failed: " + cause.getMessage(), cause));
  }

  /** Gives the connection up. */
  void lost(RPCXException because) {
    stop();
    watch.stop();
    connection.slot().lost(connection, because);
  }
}
