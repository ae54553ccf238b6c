package io.rpcstress.rpcx.server;

import io.netty.util.concurrent.ScheduledFuture;
import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Peer;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one connection. Handlers run right here, on the event loop; methods that are marked
 * as blocking, and those that return futures, leave it. Confined to the event loop, but for what
 * {@link OffLoopCall} uses.
 */
final class Calls {
  static final String UNREAD = "too many replies were not read";
  static final String HELD = "the requests in flight hold too many bytes";

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private final Server server;
  private final Limits limits;
  private final Output output;
  private final RequestBytes requests;
  private final Map<Long, OffLoopCall> offLoop = new HashMap<>();
  private LoopWatch.@Nullable Loop loop;
  private final MethodNumbers numbers;
  private final Request request = new Request();
  private volatile int maxReplyBytes;
  private long defaultDeadlineMs = Limits.DEADLINE.toMillis();
  private long served;

  /** Looks for expired calls at {@link #sweepAtNanos}; null while there is nothing to look for. */
  private @Nullable ScheduledFuture<?> sweepTimer;

  private long sweepAtNanos;

  /** Whether the connection is gone. */
  private boolean gone;

  private long lastAt;
  private Peer peer = Peer.UNKNOWN;
  private PeerShares.@Nullable Share share;

  /** Whether the client was requested long ago to make no calls here. */
  private boolean refusing;

  /** Of the handler that has just ended, if it was requested. */
  private @Nullable CallContext left;

  Calls(Server server, Output output) {
    this.server = server;
    this.output = output;
    limits = server.limits();
    requests = new RequestBytes(server.requests(), limits);
    numbers = new MethodNumbers(server.methods(), Limits.MAX_METHOD_NUMBERS);
    maxReplyBytes = limits.maxFrameBytes();
  }

  /** Takes what the client sends of itself in HELLO; 0 for nothing. */
  void greeted(long maxFrame, long deadlineMs, LoopWatch.Loop ownLoop, Peer client) {
    loop = ownLoop;
    peer = client;
    share = server.shares().join(client);
    int most = limits.maxFrameBytes();
    maxReplyBytes = maxFrame == 0 ? most : (int) Math.min(maxFrame, most);
    if (deadlineMs > 0) {
      defaultDeadlineMs = Math.min(deadlineMs, Limits.MAX_DEADLINE_MILLIS);
    }
  }

  Output output() {
    return output;
  }

  /** The longest frame body that the client accepts. */
  int maxReplyBytes() {
    return maxReplyBytes;
  }

  int maxObjects() {
    return limits.maxObjects();
  }

  /** What the requests of calls off the event loop hold. */
  RequestBytes requests() {
    return requests;
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

  /** Ends the calls whose deadlines have passed, and looks again at the next one. */
  private void sweep() {
    sweepTimer = null;
    long now = System.nanoTime();
    for (OffLoopCall call : offLoop.values().toArray(new OffLoopCall[0])) {
      if (call.deadlineNanos() - now <= 0) {
        call.expire();
      }
    }
    for (OffLoopCall call : offLoop.values()) {
      if (call.deadlineNanos() - now > 0) {
        sweepAt(call.deadlineNanos(), now);
      }
    }
  }

  /** One timer for all calls of the connection, due when the first of them expires. */
  private void sweepAt(long deadline, long now) {
    if (sweepTimer == null || deadline - sweepAtNanos < 0) {
      stopSweeping();
      sweepAtNanos = deadline;
      sweepTimer =
          output.channel().eventLoop().schedule(this::sweep, deadline - now, TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Clients choose deadlines, so that a timer without a use would stay for as long as they like.
   */
  private void stopSweeping() {
    ScheduledFuture<?> timer = sweepTimer;
    if (timer != null) {
      sweepTimer = null;
      boolean unused = timer.cancel(false);
    }
  }

  /** The caller has lost interest. */
  void cancel(long id) {
    OffLoopCall call = offLoop.get(id);
    if (call != null) {
      call.cancel();
    }
  }

  /** When the last call began to be served or was refused, by {@link System#nanoTime}. */
  long lastAt() {
    return lastAt;
  }

  /** Who calls. */
  Peer peer() {
    return peer;
  }

  /** Serves no further calls: the client should have gone elsewhere. */
  void refuseAll() {
    refusing = true;
  }

  /** The connection is gone. */
  void cancelAll() {
    PeerShares.Share own = share;
    if (own != null) {
      own.leave();
    }
    gone = true;
    for (OffLoopCall call : offLoop.values().toArray(new OffLoopCall[0])) {
      call.cancel();
    }
    if (offLoop.isEmpty()) {
      stopSweeping();
    }
  }

  /**
   * Serves a request, or refuses it.
   *
   * @param bytes an array that is reused afterwards
   * @param from the request's first index
   * @param to the index after its last byte
   * @param readAtNanos when it was read
   * @throws MalformedFrameException if this is no request, or one beyond the limits
   */
  void serve(byte[] bytes, int from, int to, long readAtNanos) {
    try {
      request.read(bytes, from, to);
      PublishedMethod method = numbers.find(request);
      if (method != null) {
        serve(method, readAtNanos);
        return;
      }
      lastAt = System.nanoTime();
      if (numbers.hasService(request)) {
        refuse(StatusCode.UNKNOWN_METHOD, "the service publishes no such method");
      } else {
        refuse(StatusCode.UNKNOWN_SERVICE, "no such service is published");
      }
    } finally {
      request.forget();
    }
  }

  private void serve(PublishedMethod method, long readAtNanos) {
    long now = System.nanoTime();
    lastAt = now;
    long given = request.deadlineMs();
    long wait = given == 0 ? defaultDeadlineMs : Math.min(given, Limits.MAX_DEADLINE_MILLIS);
    long deadline = readAtNanos + wait * NANOS_PER_MILLI;
    if (now - deadline > 0) {
      refuse(StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the method began");
    } else if (!offLoop.isEmpty() && offLoop.containsKey(request.id())) {
      refuse(StatusCode.INVALID_ARGUMENT, "a call with this id is in flight");
    } else if (refusing) {
      refuse(StatusCode.OVERLOADED, "this connection is to be left for a new one");
    } else if (!method.enter()) {
      refuse(StatusCode.OVERLOADED, "too many calls of this method are in flight");
    } else {
      serve(method, now, deadline);
    }
  }

  /** The one catch around everything that a call makes this thread do. */
  private void serve(PublishedMethod method, long now, long deadline) {
    // Read now: the handler may make this connection read the next request into the same place.
    long id = request.id();
    boolean oneWay = request.oneWay();
    boolean leaves = false;
    left = null;
    Reply reply;
    try {
      method.check(request, numbers.standsForTypes(request));
      if (method.blocking() || method.async()) {
        leaves = true;
        leaveLoop(method, now, deadline);
        return;
      }
      @Nullable Object[] arguments =
          request.arguments(method, method.budget(limits.maxObjects(), null));
      Object value = invoke(method, arguments, request.metadata(), now, deadline);
      reply = Replies.result(id, method, oneWay ? null : value, maxReplyBytes, log(), null);
    } catch (MalformedFrameException e) {
      refuse(StatusCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
      return;
    } catch (Throwable t) {
      reply = Replies.problem(id, method, t, oneWay, maxReplyBytes, log());
    } finally {
      if (!leaves) {
        method.leave();
      }
    }
    if (!oneWay) {
      reply(Replies.withMetadata(reply, left, maxReplyBytes));
    }
    if (reply.succeeded() && method.counts()) {
      served++;
    }
  }

  private @Nullable Object invoke(
      PublishedMethod method,
      @Nullable Object[] arguments,
      Map<String, String> metadata,
      long now,
      long deadline)
      throws Exception {
    enter(method, metadata, now, deadline);
    try {
      return method.invoke(arguments, metadata, interceptors());
    } catch (MalformedFrameException e) {
      // Not ours: an application may use our classes.
      throw new IllegalStateException(e);
    } finally {
      left = CallContext.leave();
      ended();
      watch(method, now);
    }
  }

  private void enter(
      PublishedMethod method, Map<String, String> metadata, long now, long deadline) {
    CallContext.enter(deadline, metadata, peer);
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
    long took = System.nanoTime() - startedAt;
    if (method.leavesLoop(took)) {
      log()
          .get()
          .logger()
          .warn(
              "{} took {} us on the event loop, which serves many connections: from now on its"
                  + " calls have threads of their own; @Method(blocking = true) or (inline = true)"
                  + " sets it beforehand (logged once)",
              method.label(),
              took / NANOS_PER_MICRO);
    }
  }

  private void refuse(StatusCode status, String message) {
    if (!request.oneWay()) {
      reply(Replies.failure(request.id(), status, message, maxReplyBytes));
    }
  }

  private void reply(Reply reply) {
    byte[] frame = reply.frame();
    if (!output.fits(frame.length)) {
      frame = Replies.dropped(reply.id(), maxReplyBytes).frame();
    }
    output.write(frame);
  }

  private void leaveLoop(PublishedMethod method, long now, long deadline) {
    String full = full(request.bytes());
    if (full != null) {
      server.hit(full);
      method.leave();
      refuse(StatusCode.OVERLOADED, full);
      return;
    }
    OffLoopCall call = new OffLoopCall(this, method, request.copy(), deadline);
    offLoop.put(call.id(), call);
    sweepAt(deadline, now);
    if (!call.method().blocking()) {
      LoopWatch.Loop own = loop;
      if (own != null) {
        own.begins(call.method(), now);
      }
      try {
        call.run();
      } finally {
        ended();
        watch(call.method(), now);
      }
      return;
    }
    try {
      server.blockingCalls().execute(call);
    } catch (Throwable t) {
      // No thread, in one way or another.
      call.refuse("no thread is free for the call");
    }
  }

  /** Counts a call that is to leave the event loop, or returns why it must not. */
  private @Nullable String full(int bytes) {
    if (output.overfull()) {
      return UNREAD;
    }
    PeerShares.Share own = share;
    if (own != null && !own.enter()) {
      return "too many calls of this client are in flight";
    }
    if (offLoop.size() >= limits.maxInFlightPerConnection() || !server.enter(offLoop.size())) {
      if (own != null) {
        own.exit();
      }
      return "too many calls are in flight";
    }
    if (!requests.take(bytes)) {
      if (own != null) {
        own.exit();
      }
      server.leave();
      return HELD;
    }
    return null;
  }

  /** Sends the reply of a call off the event loop; called by any thread, once per call. */
  void finish(OffLoopCall call) {
    call.method().leave();
    PeerShares.Share own = share;
    if (own != null) {
      own.exit();
    }
    server.leave();
    output.push(call);
  }

  /** The reply of a call off the event loop is being written. */
  void finished(OffLoopCall call) {
    offLoop.remove(call.id());
    if (gone && offLoop.isEmpty()) {
      stopSweeping();
    }
    if (call.succeeded() && call.method().counts()) {
      server.served(1);
    }
  }

  /** Reports to the server what was served since this was last called. */
  void countServed() {
    if (served > 0) {
      server.served(served);
      served = 0;
    }
  }
}
