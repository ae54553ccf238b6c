package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Messages;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one connection. Handlers run right here, on the event loop; methods that are marked
 * as blocking, and those that return futures, leave it. Confined to the event loop, but for what
 * {@link OffLoopCall} uses.
 */
final class Calls {
  static final String UNREAD = "too many replies were not read";

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Server server;
  private final Limits limits;
  private final Output output;
  private final Map<Long, OffLoopCall> offLoop = new HashMap<>();
  private LoopWatch.@Nullable Loop loop;
  private volatile int peerMaxFrameBytes;
  private long defaultDeadlineMs = Limits.DEADLINE.toMillis();
  private long served;

  Calls(Server server, Output output) {
    this.server = server;
    this.output = output;
    limits = server.limits();
    peerMaxFrameBytes = limits.maxFrameBytes();
  }

  /** Takes what the client says of itself in HELLO; 0 for nothing. */
  void greeted(long maxFrame, long deadlineMs, LoopWatch.Loop ownLoop) {
    loop = ownLoop;
    if (maxFrame > 0 && maxFrame < peerMaxFrameBytes) {
      peerMaxFrameBytes = (int) maxFrame;
    }
    if (deadlineMs > 0) {
      defaultDeadlineMs = Math.min(deadlineMs, Limits.MAX_DEADLINE_MILLIS);
    }
  }

  Output output() {
    return output;
  }

  int peerMaxFrameBytes() {
    return peerMaxFrameBytes;
  }

  int maxObjects() {
    return limits.maxObjects();
  }

  List<ServerInterceptor> interceptors() {
    return server.interceptors();
  }

  FailureLog.Lazy log() {
    return server.log();
  }

  /** Whether calls wait for handlers off the event loop. */
  boolean busy() {
    return !offLoop.isEmpty();
  }

  /** The caller has lost interest. */
  void cancel(long id) {
    OffLoopCall call = offLoop.get(id);
    if (call != null) {
      call.cancel();
    }
  }

  /** The connection is gone. */
  void cancelAll() {
    for (OffLoopCall call : offLoop.values().toArray(new OffLoopCall[0])) {
      call.cancel();
    }
  }

  /**
   * Serves a request, or refuses it.
   *
   * @param readAtNanos when it was read
   */
  void serve(RPCXRequest request, long readAtNanos) {
    long now = System.nanoTime();
    long asked = Integer.toUnsignedLong(request.getDeadlineMs());
    long wait = asked == 0 ? defaultDeadlineMs : Math.min(asked, Limits.MAX_DEADLINE_MILLIS);
    long deadline = readAtNanos + wait * NANOS_PER_MILLI;
    PublishedMethod method = server.methods().find(request);
    if (method == null) {
      if (server.methods().hasService(request)) {
        refuse(request, StatusCode.UNKNOWN_METHOD, "the service publishes no such method");
      } else {
        refuse(request, StatusCode.UNKNOWN_SERVICE, "no such service is published");
      }
    } else if (now - deadline > 0) {
      refuse(request, StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the method began");
    } else if (!offLoop.isEmpty() && offLoop.containsKey(request.getId())) {
      refuse(request, StatusCode.INVALID_ARGUMENT, "a call with this id is in flight");
    } else {
      serve(request, method, now, deadline);
    }
  }

  /** The one catch around everything that a call makes this thread do. */
  private void serve(RPCXRequest request, PublishedMethod method, long now, long deadline) {
    RPCXReply reply;
    try {
      method.check(request);
      if (method.blocking() || method.async()) {
        leaveLoop(request, new OffLoopCall(this, method, request, deadline), now);
        return;
      }
      @Nullable Object[] arguments = method.arguments(request, limits.maxObjects());
      reply = invoke(request, method, arguments, now, deadline);
    } catch (MalformedFrameException e) {
      refuse(request, StatusCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
      return;
    } catch (Throwable t) {
      reply = Replies.problem(request.getId(), method, t, peerMaxFrameBytes, log());
      if (request.getOneWay() && t instanceof RPCXException) {
        // Nobody else hears of it.
        log().get().failed(method.label(), t);
      }
    }
    if (!request.getOneWay()) {
      reply(reply);
    }
    if (Replies.succeeded(reply) && !method.isSystem()) {
      served++;
    }
  }

  private RPCXReply invoke(
      RPCXRequest request,
      PublishedMethod method,
      @Nullable Object[] arguments,
      long now,
      long deadline)
      throws Exception {
    Map<String, String> metadata = interceptors().isEmpty() ? Map.of() : Messages.metadata(request);
    Object value;
    enter(method, now, deadline);
    try {
      value = method.invoke(arguments, metadata, interceptors());
    } catch (MalformedFrameException e) {
      // Not ours: an application may use our classes.
      throw new IllegalStateException(e);
    } finally {
      CallContext.exit();
      ended();
      watch(method, now);
    }
    return Replies.result(
        request.getId(), method, request.getOneWay() ? null : value, peerMaxFrameBytes, log());
  }

  private void enter(PublishedMethod method, long now, long deadline) {
    CallContext.enter(deadline);
    LoopWatch.Loop own = loop;
    if (own != null) {
      own.begins(method, now);
    }
  }

  private void ended() {
    LoopWatch.Loop own = loop;
    if (own != null) {
      own.ended();
    }
  }

  private void watch(PublishedMethod method, long startedAt) {
    long took = (System.nanoTime() - startedAt) / NANOS_PER_MILLI;
    if (took >= Limits.SLOW_HANDLER_MILLIS && method.reportSlowOnce()) {
      log()
          .get()
          .logger()
          .warn(
              "{} took {} ms on the event loop, which serves many connections:"
                  + " mark it @Method(blocking = true) (said once)",
              method.label(),
              took);
    }
  }

  private void refuse(RPCXRequest request, StatusCode status, String message) {
    if (!request.getOneWay()) {
      reply(Replies.failure(request.getId(), status, message, peerMaxFrameBytes));
    }
  }

  private void reply(RPCXReply reply) {
    byte[] frame = Replies.frame(reply);
    if (!output.fits(frame.length)) {
      frame =
          Replies.frame(
              Replies.failure(
                  reply.getId(),
                  StatusCode.RESOURCE_EXHAUSTED,
                  "the method ran, but too many replies were not read to keep its own",
                  peerMaxFrameBytes));
    }
    output.write(frame);
  }

  private void leaveLoop(RPCXRequest request, OffLoopCall call, long now) {
    if (output.overfull()) {
      refuse(request, StatusCode.OVERLOADED, UNREAD);
      return;
    }
    if (offLoop.size() >= limits.maxInFlightPerConnection() || !server.enter(offLoop.size())) {
      refuse(request, StatusCode.OVERLOADED, "too many calls are in flight");
      return;
    }
    offLoop.put(call.id(), call);
    if (!call.method().blocking()) {
      LoopWatch.Loop own = loop;
      if (own != null) {
        own.begins(call.method(), now);
      }
      try {
        call.run();
      } finally {
        ended();
      }
      return;
    }
    try {
      server.blockingCalls().execute(call);
    } catch (Throwable t) {
      // No thread, in one way or another. If the call was taken all the same, it ends only once.
      call.fail(StatusCode.OVERLOADED, "no thread is free for the call");
    }
  }

  /** Sends the reply of a call off the event loop; called by any thread, once per call. */
  void finish(OffLoopCall call) {
    server.leave();
    output.push(call);
  }

  /** The reply of a call off the event loop is being written. */
  void finished(OffLoopCall call) {
    offLoop.remove(call.id());
    if (call.succeeded() && !call.method().isSystem()) {
      server.served(1);
    }
  }

  /** Tells the server what was served since this was last called. */
  void countServed() {
    if (served > 0) {
      server.served(served);
      served = 0;
    }
  }
}
