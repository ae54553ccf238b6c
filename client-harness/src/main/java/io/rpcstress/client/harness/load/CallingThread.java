package io.rpcstress.client.harness.load;

import io.rpcstress.client.harness.driver.CallException;
import io.rpcstress.client.harness.driver.Caller;
import io.rpcstress.client.harness.driver.FailureKind;
import io.rpcstress.contract.Operation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * One thread of a closed loop: waits at the gate, makes its share of calls one after the other, and
 * counts them. Its counters are its own; the rig reads them when the thread has finished, or when
 * the run was ended.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
final class CallingThread<Q, R> implements Runnable {

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
  private final long share;
  private final Callers<Q, R> callers;
  private final Q request;
  private final RunControl control;
  private final NanoClock clock;
  private final long deadlineNanos;
  private final Latencies latencies;
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private long ok;
  private volatile long endedAt;
  private volatile boolean connected;

  @SuppressWarnings("unused") // through OPEN_SINCE: a plain store for the thread, no fence per call
  private long openSince = NOTHING_OPEN;

  CallingThread(
      int thread,
      long share,
      Callers<Q, R> callers,
      Q request,
      RunControl control,
      NanoClock clock) {
    this.thread = thread;
    this.share = share;
    this.callers = callers;
    this.request = request;
    this.control = control;
    this.clock = clock;
    this.deadlineNanos = callers.options().deadline().toNanos();
    this.latencies = new Latencies(share, deadlineNanos);
  }

  @Override
  public void run() {
    control.ready.countDown();
    try {
      control.gate.await();
      if (share > 0 && !control.ended()) {
        work();
      }
    } catch (InterruptedException e) {
      // The rig ended the run: whatever is open is abandoned, and the thread has nothing to keep.
      endedAt = clock.nanos();
    } catch (Throwable e) { // a thread that dies unseen would be a run that lies
      count(FailureKind.INTERNAL, 1);
      control.failed(FailureKind.INTERNAL, 1, e.toString());
      endedAt = clock.nanos();
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
      count(e.kind(), share);
      control.failed(e, share);
      endedAt = clock.nanos();
      return;
    }
    connected = true;
    call(caller);
  }

  private void call(Caller<Q, R> caller) throws InterruptedException {
    Operation<Q, R> operation = callers.operation();
    Q asked = request;
    long end = clock.nanos();
    for (long i = 0; i < share && !control.ended(); i++) {
      long start = clock.nanos();
      OPEN_SINCE.setOpaque(this, start);
      try {
        R reply = caller.call(asked);
        end = clock.nanos();
        if (control.ended()) {
          break; // came back after the run was ended: abandoned
        }
        if (end - start > deadlineNanos) {
          fail(FailureKind.DEADLINE, "a reply after the deadline");
        } else if (operation.isAnswer(asked, reply)) {
          ok++;
          latencies.record(end - start);
        } else {
          fail(FailureKind.WRONG_REPLY, operation.describeWrong(asked, reply));
        }
      } catch (CallException e) {
        end = clock.nanos();
        if (control.ended()) {
          break;
        }
        count(e.kind(), 1);
        control.failed(e, 1);
      }
    }
    endedAt = end;
  }

  private void count(FailureKind kind, long calls) {
    failures.merge(kind, calls, Long::sum);
  }

  private void fail(FailureKind kind, String message) {
    count(kind, 1);
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

  /** Whether it had calls to make, and so an end that counts. */
  boolean worked() {
    return share > 0;
  }

  long ok() {
    return ok;
  }

  long endedAt() {
    return endedAt;
  }

  /** Adds this thread's failed calls to a run's, deadline misses among them. */
  void addFailuresTo(Map<FailureKind, Long> run) {
    failures.forEach((kind, calls) -> run.merge(kind, calls, Long::sum));
  }

  void addLatenciesTo(Histogram run) {
    latencies.addTo(run);
  }
}
