package io.rpcstress.engine.load;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * A thread of an open loop. Connects, waits at the gate, then takes calls and makes them when they
 * are due. How a call is made is its subclass's.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
abstract class OpenWorker<Q, R> extends LoadThread {

  final Requests<Q> requests;
  final OpenTally<Q, R> tally;
  private final DueCalls due;

  OpenWorker(
      Requests<Q> requests,
      DueCalls due,
      RunControl control,
      NanoClock clock,
      OpenTally<Q, R> tally) {
    super(control, clock);
    this.requests = requests;
    this.due = due;
    this.tally = tally;
  }

  abstract void open() throws CallException, InterruptedException;

  /** Makes the call that is due; one that is late is made like any other. */
  abstract void call(long due) throws InterruptedException;

  /** Waits for the replies to all calls that it made. */
  abstract void drain() throws InterruptedException;

  @Override
  final void prepare() throws InterruptedException {
    try {
      open();
    } catch (CallException e) {
      tally.unopened(CallFailure.of(e));
    }
  }

  @Override
  final void work() throws InterruptedException {
    long time;
    while (!control.ended() && (time = due.take()) != Arrivals.NONE) {
      clock.await(time);
      if (!control.ended()) {
        call(time);
      }
    }
    if (!control.ended()) {
      drain();
    }
  }

  @Override
  final void died(Throwable thrown) {
    tally.unopened(new CallFailure(FailureKind.INTERNAL, thrown.toString()));
  }

  /** One of several threads, each with one call open at most: those that are due wait for one. */
  static final class Blocking<Q, R> extends OpenWorker<Q, R> {

    private final Callers<Q, R> callers;
    private final int thread;
    private @Nullable Caller<Q, R> caller;

    Blocking(
        Callers<Q, R> callers,
        int thread,
        Q request,
        DueCalls due,
        RunControl control,
        NanoClock clock,
        OpenTally<Q, R> tally) {
      super(callers.requests(request), due, control, clock, tally);
      this.callers = callers;
      this.thread = thread;
    }

    @Override
    void open() throws CallException {
      caller = callers.of(thread);
    }

    @Override
    void call(long due) throws InterruptedException {
      Caller<Q, R> own = caller;
      if (own == null) {
        throw new IllegalStateException("thread " + thread + " is not connected");
      }
      Q request = requests.next();
      long started = clock.nanos();
      try {
        R reply = own.call(request);
        tally.replied(request, due, started, clock.nanos(), reply);
      } catch (CallException e) {
        tally.failed(due, clock.nanos(), CallFailure.of(e));
      }
    }

    @Override
    void drain() {
      // Its last call has returned.
    }
  }
}
