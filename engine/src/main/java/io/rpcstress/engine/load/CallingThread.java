package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One thread of a closed loop: waits at the gate and makes calls one after the other, or keeps
 * several open. How many in all, and where they are counted, is its subclass's. Its counters are
 * its own; the rig reads them when the thread has finished, or when the run was ended.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
abstract class CallingThread<Q, R> implements Runnable {

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
  private final RunControl control;
  private final NanoClock clock;
  private final long deadlineNanos;
  private final long lateAfterNanos;
  private volatile long endedAt;
  private volatile boolean connected;

  @SuppressWarnings("unused") // through OPEN_SINCE: a plain store for the thread, no fence per call
  private long openSince = NOTHING_OPEN;

  CallingThread(int thread, Callers<Q, R> callers, Q request, RunControl control, NanoClock clock) {
    this.thread = thread;
    this.callers = callers;
    this.requests = callers.requests(request);
    this.control = control;
    this.clock = clock;
    this.deadlineNanos = callers.options().deadline().toNanos();
    this.lateAfterNanos = callers.lateAfterNanos();
  }

  /** Whether it has a call to make at all. */
  abstract boolean worked();

  /** Whether it makes one more call; counts it as made. */
  abstract boolean next();

  /** Waits until it may make its first call; its connection is there. */
  void awaitTurn() throws InterruptedException {}

  /** Counts a good call. */
  abstract void good(long start, long end);

  /** Counts a call that ended badly. */
  abstract void bad(FailureKind kind, long end);

  /** Counts all its calls as lost, for want of a connection; returns how many they are. */
  abstract long unconnected(FailureKind kind, long end);

  @Override
  public final void run() {
    control.ready.countDown();
    try {
      control.gate.await();
      if (worked() && !control.ended()) {
        work();
      }
    } catch (InterruptedException e) {
      // The rig ended the run: whatever is open is abandoned, and the thread has nothing to keep.
      endedAt = clock.nanos();
    } catch (Throwable e) { // a thread that dies unseen would be a run that lies
      endedAt = clock.nanos();
      bad(FailureKind.INTERNAL, endedAt);
      control.failed(FailureKind.INTERNAL, 1, e.toString());
    } finally {
      OPEN_SINCE.setOpaque(this, NOTHING_OPEN);
      control.finished.countDown();
    }
    control.awaitRelease();
  }

  private void work() throws InterruptedException {
    Caller<Q, R> caller;
    OPEN_SINCE.setOpaque(this, clock.nanos());
    try {
      caller = callers.of(thread);
    } catch (CallException e) {
      endedAt = clock.nanos();
      control.failed(e, unconnected(e.kind(), endedAt));
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
    Operation<Q, R> operation = callers.operation();
    long end = clock.nanos();
    while (!control.ended() && next()) {
      Q asked = requests.next();
      long start = clock.nanos();
      OPEN_SINCE.setOpaque(this, start);
      try {
        R reply = caller.call(asked);
        end = clock.nanos();
        if (control.ended()) {
          break; // came back after the run was ended: abandoned
        }
        judge(operation, asked, reply, start, end);
      } catch (CallException e) {
        end = clock.nanos();
        if (control.ended()) {
          break;
        }
        bad(e.kind(), end);
        control.failed(e, 1);
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
    Throwable failure = call.failure();
    R reply = call.reply();
    if (failure instanceof CallException known) {
      bad(known.kind(), call.end());
      control.failed(known, 1);
    } else if (failure != null || reply == null) {
      fail(FailureKind.INTERNAL, call.end(), String.valueOf(failure));
    } else {
      judge(callers.operation(), call.asked(), reply, call.start(), call.end());
    }
  }

  private void judge(Operation<Q, R> operation, Q asked, R reply, long start, long end) {
    if (end - start > deadlineNanos) {
      fail(FailureKind.DEADLINE, end, "a reply after the deadline");
    } else if (operation.isAnswer(asked, reply)) {
      good(start, end);
    } else {
      fail(FailureKind.WRONG_REPLY, end, operation.describeWrong(asked, reply));
    }
  }

  private void fail(FailureKind kind, long end, String message) {
    bad(kind, end);
    control.failed(kind, 1, message);
  }

  /** When the open call, or the opening of the connection, began; see {@link #isStuck}. */
  boolean isStuck(long now, long openingNanos, long callNanos) {
    long since = (long) OPEN_SINCE.getOpaque(this);
    return since != NOTHING_OPEN && now - since > (connected ? callNanos : openingNanos);
  }

  int thread() {
    return thread;
  }

  long endedAt() {
    return endedAt;
  }

  /** Whether a right answer came too late to be accepted. */
  final boolean isLate(long start, long end) {
    return end - start > lateAfterNanos;
  }

  /** What a call may take, ns. */
  final long deadlineNanos() {
    return deadlineNanos;
  }
}
