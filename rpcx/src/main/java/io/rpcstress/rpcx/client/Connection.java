package io.rpcstress.rpcx.client;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.wire.ControlFrame;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.WriteCoalescer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection and the calls in flight on it, from the first attempt to connect on: calls made
 * while it connects wait in the write queue. {@link #start}, {@link #cancel} and the state can be
 * used by any thread; the rest belongs to the event loop.
 */
final class Connection {
  /** How far a connection is. It only ever moves down this list. */
  enum State {
    /** Calls are taken and wait. */
    CONNECTING,
    /** Calls are taken and written. */
    OPEN,
    /** The server said GOAWAY: no new calls, those in flight end. */
    DRAINING,
    /** All calls have ended. */
    CLOSED
  }

  private final EventLoop loop;
  private final Limits limits;
  private final long defaultDeadlineMs;
  private final FuturePool pool;
  private final WriteCoalescer writes;
  private final DeadlineSweep sweep;
  private volatile State state = State.CONNECTING;
  private volatile RPCXException closedBecause =
      RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "the connection is closed");
  private volatile @Nullable Channel channel;
  private volatile int peerMaxFrameBytes;
  private volatile int maxInFlight;

  Connection(EventLoop loop, Limits limits, long defaultDeadlineMs) {
    this.loop = loop;
    this.limits = limits;
    this.defaultDeadlineMs = defaultDeadlineMs;
    pool = new FuturePool(new RandomIds());
    writes = new WriteCoalescer(loop);
    sweep = new DeadlineSweep(loop, this);
    peerMaxFrameBytes = limits.maxFrameBytes();
    maxInFlight = limits.maxInFlightPerConnection();
    loop.execute(sweep);
  }

  EventLoop loop() {
    return loop;
  }

  FuturePool pool() {
    return pool;
  }

  boolean connecting() {
    return state == State.CONNECTING;
  }

  /** Whether new calls are taken. */
  boolean usable() {
    return state.compareTo(State.OPEN) <= 0;
  }

  /** Whether the calling thread would wait for itself. */
  boolean isOwnLoop() {
    return loop.inEventLoop();
  }

  /** Starts a call; if it cannot even start, it has failed already when this returns. */
  void start(
      PendingCall call,
      @Nullable Object @Nullable [] arguments,
      Map<String, String> metadata,
      long deadlineMs) {
    Channel target = channel;
    if (pool.size() >= maxInFlight) {
      call.fail(exhausted(maxInFlight + " calls are in flight on this connection"));
      return;
    }
    if (target != null && !target.isWritable()) {
      call.fail(
          exhausted(limits.writeBufferBytes() + " bytes wait for a server that reads too slowly"));
      return;
    }
    call.startOn(this);
    pool.add(call);
    byte[] frame;
    try {
      frame =
          call.method()
              .encode(
                  call.id(), arguments, metadata, deadlineMs == defaultDeadlineMs ? 0 : deadlineMs);
    } catch (IllegalArgumentException e) {
      end(call, new RPCXException(StatusCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e));
      return;
    }
    int length = frame.length - Integer.BYTES;
    if (length > peerMaxFrameBytes) {
      end(
          call,
          exhausted(
              "the request takes " + length + " bytes, the server accepts " + peerMaxFrameBytes));
      return;
    }
    call.frame(frame);
    if (call.method().oneWay() && pool.take(call)) {
      call.succeed(null);
    }
    writes.push(call);
    if (state == State.CLOSED) {
      // It was closed after the caller chose it: whoever emptied the pool may have missed this
      // call.
      end(call, closedBecause);
    }
  }

  private static RPCXException exhausted(String message) {
    return RPCXException.withoutTrace(StatusCode.RESOURCE_EXHAUSTED, message);
  }

  private void end(PendingCall call, RPCXException problem) {
    if (pool.take(call)) {
      call.fail(problem);
    }
  }

  /** The caller has lost interest. */
  void cancel(PendingCall call) {
    if (pool.take(call) && state != State.CLOSED) {
      writes.push(new ControlFrame(Frames.cancel(call.id())));
    }
  }

  /** A call is being written: from now on its deadline is watched. */
  void written(PendingCall call) {
    sweep.expect(call.deadlineNanos());
  }

  /** A call's deadline has passed. */
  void expire(PendingCall call) {
    if (pool.take(call)) {
      call.fail(
          RPCXException.withoutTrace(
              StatusCode.DEADLINE_EXCEEDED,
              connecting() ? "no connection within the deadline" : "no reply within the deadline"));
      closeIfDrained();
    }
  }

  /** The channel is connected: says HELLO and writes what waits. */
  void opened(Channel connected, @Nullable String token) {
    if (state != State.CONNECTING) {
      var unused = connected.close();
      return;
    }
    channel = connected;
    state = State.OPEN;
    ControlFrame hello =
        new ControlFrame(Frames.hello(limits.maxFrameBytes(), token, defaultDeadlineMs, 0));
    writes.openWith(connected, hello);
  }

  /** The server's HELLO has come. */
  void greeted(int serverMaxFrameBytes, int serverMaxInFlight) {
    if (serverMaxFrameBytes > 0) {
      peerMaxFrameBytes = Math.min(limits.maxFrameBytes(), serverMaxFrameBytes);
    }
    if (serverMaxInFlight > 0) {
      maxInFlight = Math.min(limits.maxInFlightPerConnection(), serverMaxInFlight);
    }
  }

  /** Queues a frame that is not a call. */
  void push(byte[] frame) {
    writes.push(new ControlFrame(frame));
  }

  /** A reply has come; it may be too late. */
  void reply(RPCXReply reply) {
    PendingCall call = pool.take(reply.getId());
    if (call == null) {
      return;
    }
    if (reply.getStatus() != 0) {
      StatusCode status = StatusCode.of(Integer.toUnsignedLong(reply.getStatus()));
      call.fail(RPCXException.withoutTrace(status, reply.getMessage()));
    } else {
      Object value;
      try {
        value = call.method().decode(reply);
      } catch (MalformedFrameException e) {
        call.fail(
            new RPCXException(
                StatusCode.INTERNAL, "the result is not what is declared: " + e.getMessage(), e));
        closeIfDrained();
        return;
      }
      call.succeed(value);
    }
    if (state == State.DRAINING) {
      closeIfDrained();
    }
  }

  /** The server wants no new calls here. */
  void drain() {
    if (usable()) {
      state = State.DRAINING;
      // Calls of threads that had chosen this connection before are still let through.
      var unused = loop.schedule(this::closeIfDrained, DRAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Time for calls that had chosen a connection just before it began to drain, in ms. */
  private static final long DRAIN_MILLIS = 50;

  private void closeIfDrained() {
    if (state == State.DRAINING && pool.isEmpty()) {
      close(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "the server is shutting down"));
    }
  }

  /** Ends everything. */
  void close(RPCXException because) {
    if (state == State.CLOSED) {
      return;
    }
    closedBecause = because;
    state = State.CLOSED;
    sweep.stop();
    Channel open = channel;
    if (open != null) {
      var unused = open.close();
    }
    for (PendingCall call : pool.calls()) {
      end(call, because);
    }
  }
}
