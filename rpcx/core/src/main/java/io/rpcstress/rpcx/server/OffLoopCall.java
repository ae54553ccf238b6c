package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.value.ObjectBudget;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A call that is not answered before its event loop goes on: its handler runs on a thread of its
 * own, or returns a future. The reply comes back to the event loop through the connection's output.
 * Whatever is thrown on the way, the call ends, once.
 */
final class OffLoopCall
    implements Runnable, BiConsumer<@Nullable Object, @Nullable Throwable>, ObjectBudget.Room {
  private static final int WAITING = 0;

  /** The caller lost interest before it began: its request is gone, its turn is to come. */
  private static final int FORGOTTEN = 1;

  private static final int STARTED = 2;
  private static final int ENDED = 3;

  private final Calls calls;
  private final PublishedMethod method;
  private final long id;
  private final long deadlineNanos;
  private final boolean oneWay;
  private final AtomicInteger phase = new AtomicInteger(WAITING);
  private @Nullable Request request;

  /** What the request holds, as it was counted. */
  private long held;

  /** Of the handler, if it was requested while it ran. */
  private @Nullable CallContext context;

  private volatile boolean cancelled;
  private volatile @Nullable CompletionStage<?> stage;
  private byte @Nullable [] reply;
  private int reserved;
  private boolean succeeded;
  private @Nullable OffLoopCall next;

  /**
   * A call whose parameters were compared with the method's, but not decoded.
   *
   * @param request one that stays as it is
   */
  OffLoopCall(Calls calls, PublishedMethod method, Request request, long deadlineNanos) {
    this.calls = calls;
    this.method = method;
    this.request = request;
    this.deadlineNanos = deadlineNanos;
    held = request.bytes();
    id = request.id();
    oneWay = request.oneWay();
  }

  long id() {
    return id;
  }

  boolean succeeded() {
    return succeeded;
  }

  PublishedMethod method() {
    return method;
  }

  /** Bytes that its reply holds of the output's budget. */
  int reserved() {
    return reserved;
  }

  /** The caller has lost interest: what has not started never will, and the result is dropped. */
  void cancel() {
    cancelled = true;
    if (phase.compareAndSet(WAITING, FORGOTTEN)) {
      // It still counts as a call, since whatever runs it keeps it, but holds nothing.
      forgetRequest();
      return;
    }
    cancel(stage);
  }

  /** When the caller stops waiting, by System.nanoTime. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * The deadline has passed. A future ends now, since perhaps nothing else ends it; a handler on a
   * thread has its thread until it ends by itself, so it counts until then.
   */
  void expire() {
    CompletionStage<?> late = stage;
    if (late != null) {
      fail(StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the method's future ended");
      cancel(late);
    }
  }

  private void cancel(@Nullable CompletionStage<?> late) {
    if (late instanceof CompletableFuture<?> future) {
      try {
        boolean unused = future.cancel(true);
      } catch (Throwable t) {
        // What depends on the future belongs to the application.
        calls.log().get().failed(method.label(), t);
      }
    }
  }

  @Override
  public void run() {
    try {
      if (!phase.compareAndSet(WAITING, STARTED)) {
        end(null, new ReplyRoom(calls.output()));
      } else if (System.nanoTime() - deadlineNanos > 0) {
        fail(StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the method began");
      } else if (calls.output().overfull()) {
        fail(StatusCode.OVERLOADED, Calls.UNREAD);
      } else {
        begin();
      }
    } catch (MalformedFrameException e) {
      fail(StatusCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
    } catch (Throwable t) {
      accept(null, t);
    }
  }

  private void begin() throws Exception {
    Map<String, String> metadata = present().metadata();
    @Nullable Object[] arguments = arguments();
    Object value;
    CallContext.enter(deadlineNanos, metadata, calls.peer());
    try {
      value = method.invoke(arguments, metadata, calls.interceptors());
    } catch (MalformedFrameException e) {
      // Not ours: an application may use our classes.
      throw new IllegalStateException(e);
    } finally {
      context = CallContext.leave();
    }
    if (method.async() && value instanceof CompletionStage<?> future) {
      stage = future;
      if (cancelled) {
        cancel();
      } else if (System.nanoTime() - deadlineNanos > 0) {
        expire();
      }
      var unused = future.whenComplete(this);
    } else {
      accept(value, null);
    }
  }

  private Request present() {
    Request present = request;
    if (present == null) {
      throw new IllegalStateException("the call began before");
    }
    return present;
  }

  /**
   * The arguments, beside which the bytes need not live as long as the call. They would in a local
   * variable of the method's caller, until that is compiled.
   */
  private @Nullable Object[] arguments() {
    Request present = present();
    request = null;
    return present.arguments(method, method.budget(calls.maxObjects(), this));
  }

  /** Takes the outcome, on whichever thread it comes. */
  @Override
  public void accept(@Nullable Object value, @Nullable Throwable problem) {
    if (phase.get() == ENDED) {
      return;
    }
    Reply result = null;
    ReplyRoom room = new ReplyRoom(calls.output());
    try {
      if (problem == null) {
        // A result without a waiting caller needs neither bytes nor room.
        boolean sent = !oneWay && !cancelled;
        Object given = sent ? value : null;
        int most = calls.maxReplyBytes();
        result = Replies.result(id, method, given, most, calls.log(), sent ? room : null);
      } else if (!cancelled) {
        result = problem(problem);
      }
      if (result != null) {
        result = Replies.withMetadata(result, context, calls.maxReplyBytes());
      }
    } catch (Throwable t) {
      result = problem(t);
    }
    end(result, room);
  }

  /** Room for the objects of its arguments. */
  @Override
  public void take(int objects) {
    long bytes = RequestBytes.objects(objects);
    if (!calls.requests().take(bytes)) {
      throw new RPCXException(StatusCode.OVERLOADED, Calls.HELD);
    }
    held += bytes;
  }

  private void forgetRequest() {
    request = null;
    long bytes = held;
    held = 0;
    calls.requests().giveBack(bytes);
  }

  private Reply problem(Throwable problem) {
    return Replies.problem(id, method, problem, oneWay, calls.maxReplyBytes(), calls.log());
  }

  /**
   * Ends a call that no thread takes. One that was taken all the same goes on: its caller must not
   * learn that it can be made again.
   */
  void refuse(String message) {
    int before = phase.get();
    if ((before == WAITING || before == FORGOTTEN) && phase.compareAndSet(before, ENDED)) {
      Reply refusal = Replies.failure(id, StatusCode.OVERLOADED, message, calls.maxReplyBytes());
      ended(before, refusal, new ReplyRoom(calls.output()));
    }
  }

  /** Ends the call without its method. */
  private void fail(StatusCode status, String message) {
    Reply failure = Replies.failure(id, status, message, calls.maxReplyBytes());
    end(failure, new ReplyRoom(calls.output()));
  }

  /** Ends the call with a reply, or with none; only the first end counts. */
  private void end(@Nullable Reply result, ReplyRoom room) {
    int before = phase.getAndSet(ENDED);
    if (before == ENDED) {
      room.setTo(0);
    } else {
      ended(before, result, room);
    }
  }

  private void ended(int before, @Nullable Reply result, ReplyRoom room) {
    // The call may wait long for the client to read: only its reply waits with it, which is
    // counted.
    stage = null;
    context = null;
    if (before != FORGOTTEN) {
      // Else the thread that cancelled it gives the bytes back, perhaps just now.
      forgetRequest();
    }
    try {
      byte[] frame = null;
      succeeded = result != null && result.succeeded();
      if (result != null && !oneWay && !cancelled) {
        frame = result.frame();
        if (!room.take(frame.length - room.taken())) {
          succeeded = false;
          frame = Replies.dropped(id, calls.maxReplyBytes()).frame();
        }
      }
      room.setTo(frame == null ? 0 : frame.length);
      reserved = room.taken();
      reply = frame;
    } finally {
      calls.finish(this);
    }
  }

  @Nullable OffLoopCall next() {
    return next;
  }

  void next(@Nullable OffLoopCall following) {
    next = following;
  }

  /** Hands over the reply's frame, or null; called once, on the event loop. */
  byte @Nullable [] take() {
    calls.finished(this);
    return cancelled ? null : reply;
  }

  /** What one end of a call has taken of the room for replies. Of one thread. */
  private static final class ReplyRoom implements Replies.Room {
    private final Output output;
    private int taken;

    ReplyRoom(Output output) {
      this.output = output;
    }

    int taken() {
      return taken;
    }

    @Override
    public boolean take(int bytes) {
      boolean there = bytes <= 0 || output.reserve(bytes);
      if (there && bytes > 0) {
        taken += bytes;
      }
      return there;
    }

    /** Holds exactly so much, whether there is room or not. */
    void setTo(int bytes) {
      output.reserveAnyway(bytes - taken);
      taken = bytes;
    }
  }
}
