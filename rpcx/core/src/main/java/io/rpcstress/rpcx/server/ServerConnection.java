package io.rpcstress.rpcx.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Peer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.wire.Backlog;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.FrameReader;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Hello;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.ReadTurn;
import io.rpcstress.rpcx.wire.WireChannel;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client: its frames, and its life. What it may send before HELLO is little; while it does not
 * read what it requested, it is not read. Confined to the event loop.
 */
final class ServerConnection extends FrameReader {
  /** Why a client is requested to leave. */
  static final String STOPPING = "the service centre is stopping";

  private static final String AGE = "the connection has reached its age";

  private final Server server;
  private final Limits limits;
  private final Output output;
  private final Calls calls;
  private final ConnectionWatch watch;
  private boolean greeted;
  private boolean compressed;
  private @Nullable ScheduledFuture<?> ageTimer;
  private boolean draining;
  private long drainingSince;
  private String whyLeave = STOPPING;
  private int pings;
  private long readAtNanos;
  private long usedAtNanos;
  private long turnAtNanos;
  private boolean inTurn;

  /** Whether frames are left for the next turn. */
  private boolean yielded;

  private final Backlog backlog = new Backlog();

  /** Whether a frame waited for memory after the last read. */
  private boolean waits;

  ServerConnection(Server server, Channel channel) {
    super(Math.min(Limits.MAX_HELLO_BYTES, server.limits().maxFrameBytes()), server.receiving());
    this.server = server;
    limits = server.limits();
    output = new Output(channel, limits, server.unwritten(), this::outputMoved);
    calls = new Calls(server, output);
    watch = new ConnectionWatch(this, channel, limits);
  }

  Output output() {
    return output;
  }

  boolean greeted() {
    return greeted;
  }

  /** Whether calls wait for handlers off the event loop. */
  boolean busy() {
    return calls.busy();
  }

  /**
   * Since when nothing was received for which the connection stays: of one that is to end, a PING
   * is no such thing.
   */
  long quietSinceNanos() {
    return draining && !inFrame() ? usedAtNanos : readAtNanos;
  }

  /** Whether an incomplete frame comes too slowly. */
  boolean tooSlow(long now) {
    return frameBehind(now, limits);
  }

  /** Whether a frame waits for memory, so that nothing is read and silence means nothing. */
  boolean waitsForMemory() {
    return waitingForMemory() > 0;
  }

  /** Whether it has done so for longer than it might have taken to come. */
  boolean waitedTooLong(long now) {
    return waitedTooLong(now, limits);
  }

  /** Whether something goes on that has to end soon. */
  boolean unsettled() {
    return !greeted || draining || stopped() || inFrame() || output.unwritten() > 0;
  }

  boolean draining() {
    return draining;
  }

  /** Whether the client has gone on here for too long after the request to leave. */
  boolean overstayed(long now) {
    return draining && now - drainingSince > server.settings().quotas().leaveWithin().toNanos();
  }

  /** Serves no further calls; those under way end. */
  void refuseCalls() {
    calls.refuseAll();
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    readAtNanos = System.nanoTime();
    usedAtNanos = readAtNanos;
    backlog.open(true);
    watch.start();
    long age = server.settings().quotas().maxConnectionAge().toNanos();
    if (age > 0) {
      double jitter = 1 + Quotas.AGE_JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1);
      ageTimer =
          ctx.executor().schedule(() -> drain(AGE), (long) (age * jitter), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    stop();
    backlog.left(false);
    backlog.open(false);
    watch.stop();
    ScheduledFuture<?> timer = ageTimer;
    if (timer != null) {
      timer.cancel(false);
    }
    calls.cancelAll();
    output.close();
    if (compressed) {
      server.compressedEnded();
    }
    server.closed(this);
  }

  @Override
  protected void arrived() {
    readAtNanos = System.nanoTime();
    if (!inTurn) {
      // Of what was encrypted, many pieces may come in one turn.
      inTurn = true;
      turnAtNanos = readAtNanos;
    }
  }

  @Override
  protected boolean isMemoryShort() {
    return server.receiving().tight() || server.unwritten().tight();
  }

  @Override
  protected void readComplete(ChannelHandlerContext ctx) {
    inTurn = false;
    flush(ctx);
    boolean waited = waits;
    waits = waitsForMemory();
    if (waited && !waits) {
      // That nothing came meanwhile is not the client's silence.
      readAtNanos = System.nanoTime();
    }
    if (inFrame()) {
      watch.hurry();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      output.drain();
      outputMoved();
    }
  }

  /** What the client had not read has become less, or more. */
  private void outputMoved() {
    ChannelHandlerContext ctx = context();
    if (ctx == null || stopped()) {
      return;
    }
    if (paused()) {
      if (!yielded && output.ready()) {
        turnAtNanos = System.nanoTime();
        resume(ctx);
        flush(ctx);
      }
    } else if (output.blocked()) {
      pause(ctx);
    }
    if (output.unwritten() > 0) {
      watch.hurry();
    }
  }

  private @Nullable ChannelHandlerContext context() {
    return output.channel().pipeline().context(this);
  }

  @Override
  protected void envelope(ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to) {
    if (!greeted && kind != Fields.HELLO) {
      throw new MalformedFrameException("the first frame is not HELLO");
    }
    if (kind != Fields.PING) {
      usedAtNanos = readAtNanos;
    }
    switch (kind) {
      case Fields.REQUEST -> {
        calls.serve(bytes, from, to, readAtNanos);
        pings = 0;
        if (ReadTurn.isOver(calls.lastAt() - turnAtNanos)) {
          yieldTurn(ctx);
        }
      }
      case Fields.HELLO -> hello(ctx.channel(), Hello.read(bytes, from, to));
      case Fields.PING -> {
        if (++pings > Limits.PING_STRIKES) {
          throw new MalformedFrameException("too many pings without a call");
        }
        output.write(Frames.pong(Frames.id(bytes, from, to)));
      }
      case Fields.CANCEL -> calls.cancel(Frames.id(bytes, from, to));
      default -> {
        // REPLY, PONG, GOAWAY: nothing that a server waits for.
      }
    }
    if (output.full()) {
      flush(ctx);
    }
  }

  /** Leaves what else has come until the other connections of this loop have had their turn. */
  private void yieldTurn(ChannelHandlerContext ctx) {
    if (yielded || paused() || stopped() || Backlog.isAlone()) {
      return;
    }
    yielded = true;
    backlog.left(true);
    pause(ctx);
    // Not executed, which would be before anything else is read.
    var unused = ctx.executor().schedule(this::nextTurn, 1, TimeUnit.NANOSECONDS);
  }

  private void nextTurn() {
    yielded = false;
    backlog.left(false);
    outputMoved();
  }

  private void hello(Channel channel, Hello hello) {
    if (greeted || hello.version() != Frames.VERSION) {
      throw new MalformedFrameException(
          greeted ? "a second HELLO" : "HELLO is not of version " + Frames.VERSION);
    }
    Peer peer = Identification.identify(channel, hello.token(), server.settings(), server.log());
    if (peer == null) {
      stop();
      farewell(channel, StatusCode.UNAUTHENTICATED, "the token was refused", null);
      return;
    }
    greeted = true;
    maxFrameBytes(limits.maxFrameBytes());
    CallContext.markEventLoop();
    agreed();
    calls.greeted(
        Integer.toUnsignedLong(hello.maxFrameBytes()),
        Integer.toUnsignedLong(hello.defaultDeadlineMs()),
        server.loopWatch().add(Thread.currentThread()),
        peer);
    answer(channel, hello);
    if (draining) {
      askToLeave();
    } else if (server.stopping()) {
      // It came while all others got this request.
      drain(STOPPING);
    }
  }

  /** Sends HELLO, and takes an offer to compress what follows. */
  private void answer(Channel channel, Hello hello) {
    WireChannel straight = channel instanceof WireChannel wire ? wire : null;
    compressed =
        (hello.compression() & Frames.DEFLATE) != 0 && straight != null && server.compress();
    output.write(
        Hello.ofServer(
                limits.maxFrameBytes(),
                limits.maxInFlightPerConnection(),
                server.draining(),
                compressed)
            .frame());
    if (compressed && straight != null) {
      output.flush();
      straight.deflate();
      inflate();
    }
  }

  /** Hands what has gathered to the channel; stops reading if the client does not read. */
  private void flush(ChannelHandlerContext ctx) {
    calls.countServed();
    output.flush();
    if (stopped()) {
      return;
    }
    if (!paused() && output.blocked()) {
      pause(ctx);
    }
    if (output.unwritten() > 0) {
      watch.hurry();
    }
  }

  @Override
  protected void malformed(ChannelHandlerContext ctx, MalformedFrameException problem) {
    farewell(
        ctx.channel(),
        StatusCode.INVALID_ARGUMENT,
        String.valueOf(problem.getMessage()),
        problem.callId());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof Error) {
      // Ours, or of what we run on: a peer can do nothing about it, and should know so.
      server.log().get().logger().error("a frame could not be read", cause);
      farewell(ctx.channel(), StatusCode.INTERNAL, "the server failed; its log says why", null);
    } else {
      server.log().get().logger().debug("connection failed", cause);
      var unused = ctx.close();
    }
  }

  /**
   * Sends why, and ends this side of the connection; the client ends the other, or has it ended.
   * What it still sends is read and dropped meanwhile, since otherwise the farewell could be lost.
   *
   * @param callId the call that is the reason, or null
   */
  void farewell(Channel channel, StatusCode status, String message, @Nullable Long callId) {
    end(channel, Frames.goAway(status.number(), message, callId));
  }

  /** Sends a farewell where all that was read was answered: what was not did not run. */
  void farewellToAll(Channel channel, String message) {
    end(channel, Frames.lastGoAway(message));
  }

  private void end(Channel channel, byte[] farewell) {
    stop();
    var unusedConfig = channel.config().setAutoRead(true);
    calls.countServed();
    output.writeLast(farewell);
    var unused =
        channel
            .writeAndFlush(channel.alloc().buffer(0))
            .addListener(
                written -> {
                  SslHandler tls = channel.pipeline().get(SslHandler.class);
                  if (tls != null) {
                    var unusedEnd = tls.closeOutbound();
                  } else if (channel instanceof DuplexChannel duplex) {
                    var unusedEnd = duplex.shutdownOutput();
                  } else {
                    var unusedEnd = channel.close();
                  }
                });
    watch.linger();
  }

  /**
   * Asks the client to make no new calls here; the watch closes the connection when it is quiet.
   *
   * @param reason why, for the client's log
   */
  void drain(String reason) {
    if (!draining && !stopped()) {
      draining = true;
      drainingSince = System.nanoTime();
      whyLeave = reason;
      if (greeted) {
        askToLeave();
      }
      watch.drain();
    }
  }

  private void askToLeave() {
    calls.countServed();
    output.write(Frames.goAway(StatusCode.OK.number(), whyLeave));
    output.flush();
  }
}
