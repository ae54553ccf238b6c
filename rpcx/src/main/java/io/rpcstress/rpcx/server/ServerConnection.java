package io.rpcstress.rpcx.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Cancel;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.wire.ControlFrame;
import io.rpcstress.rpcx.wire.FrameReader;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Messages;
import io.rpcstress.rpcx.wire.WriteCoalescer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;

/**
 * One client. Handlers run right here, on the event loop, and their replies gather in one buffer
 * that is flushed when there is nothing more to read; methods that are marked as blocking, and
 * those that return futures, answer through the coalescer. Confined to the event loop, but for
 * {@link #finish}.
 */
final class ServerConnection extends FrameReader {
  private static final int OUT_BYTES = 1024;
  private static final int FLUSH_BYTES = 64 * 1024;
  private static final int KEPT_BYTES = 256 * 1024;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Server server;
  private final Limits limits;
  private final Map<Long, OffLoopCall> offLoop = new HashMap<>();
  private final WriteCoalescer writes;
  private final ConnectionWatch watch;
  private ByteBuf out = Unpooled.buffer(OUT_BYTES);
  private volatile int peerMaxFrameBytes;
  private long defaultDeadlineMs;
  private boolean greeted;
  private boolean draining;
  private int pings;
  private long readAtNanos;
  private long served;

  ServerConnection(Server server, Channel channel) {
    super(server.limits().maxFrameBytes());
    this.server = server;
    limits = server.limits();
    peerMaxFrameBytes = limits.maxFrameBytes();
    defaultDeadlineMs = Limits.DEADLINE.toMillis();
    writes = new WriteCoalescer(channel.eventLoop());
    watch = new ConnectionWatch(this, channel, limits);
  }

  int peerMaxFrameBytes() {
    return peerMaxFrameBytes;
  }

  List<ServerInterceptor> interceptors() {
    return server.interceptors();
  }

  boolean greeted() {
    return greeted;
  }

  /** Whether calls wait for handlers off the event loop. */
  boolean busy() {
    return !offLoop.isEmpty();
  }

  /** When something was last received. */
  long readAtNanos() {
    return readAtNanos;
  }

  boolean stuck() {
    return stuckInFrame(Limits.MIN_PROGRESS_BYTES / 2);
  }

  boolean draining() {
    return draining;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    readAtNanos = System.nanoTime();
    watch.start();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    stop();
    watch.stop();
    for (OffLoopCall call : offLoop.values()) {
      call.cancel();
    }
    server.closed(this);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) {
    readAtNanos = System.nanoTime();
    super.channelRead(ctx, msg);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    flush(ctx.channel());
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable() && paused()) {
      resume(ctx);
      flush(ctx.channel());
      if (!paused()) {
        ctx.channel().config().setAutoRead(true);
      }
    }
  }

  @Override
  protected void envelope(ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to) {
    if (!greeted && kind != Envelope.HELLO_FIELD_NUMBER) {
      throw new MalformedFrameException("the first frame is not HELLO");
    }
    switch (kind) {
      case Envelope.REQUEST_FIELD_NUMBER -> {
        RPCXRequest request =
            Messages.request(bytes, from, to, Limits.MAX_PARAMETERS, Limits.MAX_NAME_BYTES);
        pings = 0;
        serve(request);
      }
      case Envelope.HELLO_FIELD_NUMBER ->
          hello(ctx.channel(), Messages.parse(Hello.parser(), bytes, from, to));
      case Envelope.PING_FIELD_NUMBER -> {
        if (++pings > Limits.PING_STRIKES) {
          throw new MalformedFrameException("too many pings without a call");
        }
        out.writeBytes(Frames.pong(Messages.parse(Ping.parser(), bytes, from, to).getId()));
      }
      case Envelope.CANCEL_FIELD_NUMBER -> {
        OffLoopCall call = offLoop.get(Messages.parse(Cancel.parser(), bytes, from, to).getId());
        if (call != null) {
          call.cancel();
        }
      }
      default -> {
        // REPLY, PONG, GOAWAY: nothing that a server waits for.
      }
    }
    if (out.readableBytes() >= FLUSH_BYTES) {
      flush(ctx.channel());
    }
  }

  private void hello(Channel channel, Hello hello) {
    if (greeted || hello.getVersion() != Frames.VERSION) {
      throw new MalformedFrameException(
          greeted ? "a second HELLO" : "HELLO is not of version " + Frames.VERSION);
    }
    if (hello.getTokenBytes().size() > Limits.MAX_TOKEN_BYTES) {
      throw new MalformedFrameException(
          "a token of more than " + Limits.MAX_TOKEN_BYTES + " bytes");
    }
    long maxFrame = Integer.toUnsignedLong(hello.getMaxFrameBytes());
    long deadline = Integer.toUnsignedLong(hello.getDefaultDeadlineMs());
    if (!server.accepts(hello.getToken())) {
      stop();
      farewell(channel, StatusCode.UNAUTHENTICATED, "the token was refused");
      return;
    }
    greeted = true;
    if (maxFrame > 0 && maxFrame < peerMaxFrameBytes) {
      peerMaxFrameBytes = (int) maxFrame;
    }
    if (deadline > 0 && deadline <= Limits.MAX_DEADLINE_MILLIS) {
      defaultDeadlineMs = deadline;
    }
    writes.openWith(
        channel,
        new ControlFrame(
            Frames.hello(limits.maxFrameBytes(), null, 0, limits.maxInFlightPerConnection())));
  }

  private void serve(RPCXRequest request) {
    long now = System.nanoTime();
    long id = request.getId();
    long asked = Integer.toUnsignedLong(request.getDeadlineMs());
    long wait = asked == 0 ? defaultDeadlineMs : asked;
    long deadline = readAtNanos + wait * NANOS_PER_MILLI;
    PublishedMethod method = server.methods().find(request);
    if (method == null) {
      if (server.methods().hasService(request)) {
        refuse(request, StatusCode.UNKNOWN_METHOD, "the service publishes no such method");
      } else {
        refuse(request, StatusCode.UNKNOWN_SERVICE, "no such service is published");
      }
      return;
    }
    if (now - deadline > 0) {
      refuse(request, StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the method began");
      return;
    }
    Object[] arguments;
    try {
      arguments = method.arguments(request);
    } catch (MalformedFrameException e) {
      refuse(request, StatusCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
      return;
    }
    Map<String, String> metadata = interceptors().isEmpty() ? Map.of() : Messages.metadata(request);
    if (method.blocking() || method.async()) {
      leaveLoop(
          request,
          new OffLoopCall(this, method, arguments, id, deadline, request.getOneWay(), metadata));
      return;
    }
    Object value;
    CallContext.enter(deadline);
    try {
      value = method.invoke(arguments, metadata, interceptors());
    } catch (Throwable t) {
      if (request.getOneWay()) {
        Replies.Log.LOG.warn("one-way {} failed", method.label(), t);
      } else {
        reply(Replies.problem(id, method, t));
      }
      return;
    } finally {
      CallContext.exit();
      watch(method, now);
    }
    if (request.getOneWay()) {
      count(method);
      return;
    }
    RPCXReply reply = Replies.result(id, method, value, peerMaxFrameBytes);
    reply(reply);
    if (Replies.succeeded(reply)) {
      count(method);
    }
  }

  private void count(PublishedMethod method) {
    if (!method.isSystem()) {
      served++;
    }
  }

  private void watch(PublishedMethod method, long startedAt) {
    long took = (System.nanoTime() - startedAt) / NANOS_PER_MILLI;
    if (took >= Limits.SLOW_HANDLER_MILLIS && method.reportSlowOnce()) {
      Replies.Log.LOG.warn(
          "{} took {} ms on the event loop, which serves many connections:"
              + " mark it @Method(blocking = true) (said once)",
          method.label(),
          took);
    }
  }

  private void refuse(RPCXRequest request, StatusCode status, String message) {
    if (!request.getOneWay()) {
      reply(Replies.failure(request.getId(), status, message));
    }
  }

  private void reply(RPCXReply reply) {
    out.writeBytes(Replies.frame(reply));
  }

  private void leaveLoop(RPCXRequest request, OffLoopCall call) {
    if (offLoop.size() >= limits.maxInFlightPerConnection() || !server.enter()) {
      refuse(request, StatusCode.OVERLOADED, "too many calls are in flight");
      return;
    }
    if (offLoop.putIfAbsent(call.id(), call) != null) {
      server.leave();
      refuse(request, StatusCode.INVALID_ARGUMENT, "a call with this id is in flight");
      return;
    }
    if (!call.method().blocking()) {
      call.run();
      return;
    }
    try {
      server.blockingCalls().execute(call);
    } catch (RejectedExecutionException e) {
      offLoop.remove(call.id());
      server.leave();
      refuse(request, StatusCode.OVERLOADED, "no thread is free for the call");
    }
  }

  /** Sends the reply of a call off the event loop; called by any thread, once per call. */
  void finish(OffLoopCall call) {
    server.leave();
    writes.push(call);
  }

  /** The reply of a call off the event loop is being written. */
  void finished(OffLoopCall call) {
    offLoop.remove(call.id());
    if (call.succeeded() && !call.method().isSystem()) {
      server.served(1);
    }
  }

  /** Hands what has gathered to the channel; stops reading if the client does not read. */
  private void flush(Channel channel) {
    if (served > 0) {
      server.served(served);
      served = 0;
    }
    if (out.isReadable()) {
      ByteBuf buffer = channel.alloc().directBuffer(out.readableBytes());
      buffer.writeBytes(out);
      if (out.capacity() > KEPT_BYTES) {
        out = Unpooled.buffer(OUT_BYTES);
      } else {
        out.clear();
      }
      var unused = channel.writeAndFlush(buffer, channel.voidPromise());
    }
    if (!channel.isWritable() && !paused()) {
      pause();
      channel.config().setAutoRead(false);
    }
  }

  @Override
  protected void malformed(ChannelHandlerContext ctx, MalformedFrameException problem) {
    farewell(ctx.channel(), StatusCode.INVALID_ARGUMENT, String.valueOf(problem.getMessage()));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    Replies.Log.LOG.debug("connection failed", cause);
    var unused = ctx.close();
  }

  /** Says why, and closes the connection when that is written. */
  void farewell(Channel channel, StatusCode status, String message) {
    stop();
    out.writeBytes(Frames.goAway(status.number(), message));
    flush(channel);
    var unused =
        channel.writeAndFlush(channel.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
  }

  /**
   * Asks the client to make no new calls here; the watch closes the connection when it is quiet.
   */
  void drain(Channel channel) {
    if (!draining && !stopped()) {
      draining = true;
      out.writeBytes(Frames.goAway(StatusCode.OK.number(), "the service centre is stopping"));
      flush(channel);
      watch.drain();
    }
  }
}
