package io.rpcstress.engine.load;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.engine.load.ReplyJudge.CallFailure;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a closed loop: waits at the gate and makes calls one after the other, or keeps
 * several open. How many in all, and where they are counted, is its subclass's. Its counters are
 * its own; the rig reads them when the thread has finished, or when the run was ended.
 */
abstract class CallingThread<Q, R> extends LoadThread {

  private static final VarHandle OPEN_SINCE;
  private static final long NOTHING_OPEN = Long.MIN_VALUE;

  static {
    try {
      OPEN_SINCE =
          MethodHandles.lookup().findVarHandle(CallingThread.class, "openSince", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int thread;
  private final Callers<Q, R> callers;
  private final Requests<Q> requests;
  private final ReplyJudge<Q, R> judge;
  private final boolean streams;
  private final long deadlineNanos;
  private final long lateAfterNanos;
  private final Duration grace;
  private volatile long endedAt;
  private volatile boolean connected;

  @SuppressWarnings("unused") // through OPEN_SINCE: a plain store for the thread, no fence per call
  private long openSince = NOTHING_OPEN;

  CallingThread(int thread, Callers<Q, R> callers, Q request, RunControl control, Duration grace) {
    super(control);
    this.grace = grace;
    this.thread = thread;
    this.callers = callers;
    this.requests = callers.requests(request);
    this.judge = new ReplyJudge<>(callers);
    this.streams = callers.operation().isStream();
    this.deadlineNanos = callers.options().deadline().toNanos();
    this.lateAfterNanos = callers.lateAfterNanos();
  }

  /** Whether it has a call to make at all. */
  abstract boolean worked();

  /** Whether it makes one more call; counts it as made. */
  abstract boolean next();

  /** Waits until it may make its first call; its connection is there. */
  void awaitTurn() throws InterruptedException {}

  abstract void good(Q request, long start, long end);

  /** A good call was a stream, with so long from its start to its first message. */
  abstract void first(long nanos, long end);

  /** A call failed; its request is null where it could not be made. */
  abstract void bad(@Nullable Q request, FailureKind kind, long end);

  /** Counts all its calls as lost, for want of a connection; returns how many they are. */
  abstract long unconnected(FailureKind kind, long end);

  @Override
  final void leave() {
    endedAt = clock.nanos();
  }

  @Override
  final void died(Throwable thrown) {
    endedAt = clock.nanos();
    bad(null, FailureKind.INTERNAL, endedAt);
    control.failed(new CallFailure(FailureKind.INTERNAL, thrown.toString()), 1);
  }

  @Override
  final void finished() {
    OPEN_SINCE.setOpaque(this, NOTHING_OPEN);
  }

  @Override
  final void work() throws InterruptedException {
    if (!worked()) {
      return;
    }
    Caller<Q, R> caller;
    OPEN_SINCE.setOpaque(this, clock.nanos());
    try {
      caller = callers.of(thread);
    } catch (CallException e) {
      endedAt = clock.nanos();
      control.failed(CallFailure.of(e), unconnected(e.kind(), endedAt));
      return;
    }
    connected = true;
    OPEN_SINCE.setOpaque(this, NOTHING_OPEN);
    awaitTurn();
    if (callers.inFlight() == 1) {
      call(caller);
    } else if (caller instanceof AsyncCaller<Q, R> starting) {
      callAhead(new Pipeline<>(starting, requests, callers.inFlight(), clock));
    } else {
      throw new IllegalStateException("this caller can have one call open and no more");
    }
  }

  private void call(Caller<Q, R> caller) throws InterruptedException {
    long end = clock.nanos();
    while (!control.ended() && next()) {
      Q request = requests.next();
      long start = clock.nanos();
      OPEN_SINCE.setOpaque(this, start);
      try {
        R reply = caller.call(request);
        end = clock.nanos();
        if (control.ended()) {
          break; // came back after the run was ended: abandoned
        }
        count(request, reply, judge.failure(request, reply, end - start), start, end);
      } catch (CallException e) {
        end = clock.nanos();
        if (control.ended()) {
          break;
        }
        count(request, null, CallFailure.of(e), start, end);
      }
    }
    endedAt = end;
  }

  /** Keeps calls open, as many as there are places; counts each when it has ended. */
  private void callAhead(Pipeline<Q, R> pipeline) throws InterruptedException {
    long last = clock.nanos();
    OPEN_SINCE.setOpaque(this, last);
    while (!control.ended()) {
      while (pipeline.hasRoom() && !control.ended() && next()) {
        pipeline.start();
      }
      if (pipeline.isEmpty()) {
        break;
      }
      Pipeline<Q, R>.InFlightCall call = pipeline.take();
      if (control.ended()) {
        break; // came back after the run was ended: abandoned
      }
      last = Math.max(last, call.end());
      OPEN_SINCE.setOpaque(this, last); // stuck is who has no reply to any of its calls
      count(call);
      pipeline.giveBack(call);
    }
    endedAt = last;
  }

  private void count(Pipeline<Q, R>.InFlightCall call) {
    R reply = call.reply();
    Throwable thrown = call.failure();
    long nanos = call.end() - call.start();
    CallFailure failure =
        thrown != null || reply == null
            ? CallFailure.ofStarted(thrown)
            : judge.failure(call.request(), reply, nanos);
    count(call.request(), reply, failure, call.start(), call.end());
  }

  private void count(
      Q request, @Nullable R reply, @Nullable CallFailure failure, long start, long end) {
    if (failure == null) {
      good(request, start, end);
      if (streams && reply != null) {
        first(Math.max(0, callers.operation().firstAt(reply) - start), end);
      }
    } else {
      bad(request, failure.kind(), end);
      control.failed(failure, 1);
    }
  }

  @Override
  final @Nullable String stuck(long now) {
    long since = (long) OPEN_SINCE.getOpaque(this);
    long callNanos = deadlineNanos + grace.toNanos();
    long longest =
        connected ? callNanos : Math.max(callNanos, RunControl.LONGEST_OPENING.toNanos());
    return since == NOTHING_OPEN || now - since <= longest
        ? null
        : "thread %d did not come back within the deadline of %d ms and %d ms more"
            .formatted(thread, TimeUnit.NANOSECONDS.toMillis(deadlineNanos), grace.toMillis());
  }

  long endedAt() {
    return endedAt;
  }

  /** Whether a right answer came too late to be accepted. */
  final boolean isLate(long start, long end) {
    return end - start > lateAfterNanos;
  }

  final long deadlineNanos() {
    return deadlineNanos;
  }
}
