package io.rpcstress.engine.load;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.engine.load.ReplyJudge.CallFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A thread of an open loop. Connects, waits at the gate, then takes calls and makes them when they
 * are due. Where the technology's callers do not block, one thread starts all calls, and none waits
 * for another; else there are as many threads as calls may be open at once, and each waits for its
 * own.
 */
final class OpenWorker<Q, R> extends LoadThread {

  /**
   * Calls that may be open at once where they do not block, so that they fit the heap of a
   * measuring process whatever the technology keeps for each. Beyond it the next ones wait, and
   * their waiting is counted.
   */
  static final int MAX_OPEN = 32_768;

  private final Callers<Q, R> callers;
  private final int first;
  private final int count;
  private final List<Caller<Q, R>> own = new ArrayList<>();
  private final Requests<Q> requests;
  private final DueCalls due;
  private final OpenTally<Q, R> tally;
  private final int mostOpen;
  private final Semaphore free;
  private int next;

  private OpenWorker(
      Callers<Q, R> callers,
      int first,
      int count,
      Q request,
      int mostOpen,
      DueCalls due,
      OpenTally<Q, R> tally,
      RunControl control) {
    super(control);
    this.callers = callers;
    this.first = first;
    this.count = count;
    this.requests = callers.requests(request);
    this.due = due;
    this.tally = tally;
    this.mostOpen = mostOpen;
    this.free = new Semaphore(mostOpen);
  }

  /**
   * The threads' work.
   *
   * @param async whether one thread starts all calls
   * @param mostOpen calls that may be open at once then
   */
  static <Q, R> List<OpenWorker<Q, R>> all(
      Callers<Q, R> callers,
      Q request,
      boolean async,
      int mostOpen,
      DueCalls due,
      OpenTally<Q, R> tally,
      RunControl control) {
    int threads = callers.options().threads();
    if (async) {
      return List.of(new OpenWorker<>(callers, 0, threads, request, mostOpen, due, tally, control));
    }
    List<OpenWorker<Q, R>> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      workers.add(new OpenWorker<>(callers, i, 1, request, 1, due, tally, control));
    }
    return workers;
  }

  @Override
  void prepare() {
    try {
      for (int i = first; i < first + count; i++) {
        own.add(callers.of(i));
      }
    } catch (CallException e) {
      tally.unopened(CallFailure.of(e));
    }
  }

  @Override
  void work() throws InterruptedException {
    long time;
    while (!control.ended() && (time = due.take(requests)) != Arrivals.NONE) {
      clock.await(time);
      if (!control.ended()) {
        Caller<Q, R> caller = own.get(next);
        next = (next + 1) % count;
        if (caller instanceof AsyncCaller<Q, R> starting) {
          start(starting, time);
        } else {
          call(caller, time);
        }
      }
    }
    if (!control.ended()) {
      free.acquire(mostOpen); // by then every call was answered
    }
  }

  private void call(Caller<Q, R> caller, long time) throws InterruptedException {
    Q request = requests.next();
    long started = clock.nanos();
    try {
      R reply = caller.call(request);
      tally.replied(request, time, started, clock.nanos(), reply);
    } catch (CallException e) {
      tally.failed(request, time, clock.nanos(), CallFailure.of(e));
    }
  }

  private void start(AsyncCaller<Q, R> caller, long time) throws InterruptedException {
    free.acquire();
    Q request = requests.next();
    long started = clock.nanos();
    CompletableFuture<R> reply = caller.start(request);
    // What hangs on the reply is not waited for here, and reports to the tally whatever happens.
    CompletableFuture<R> unused =
        reply.whenComplete(
            (answer, failure) -> {
              try {
                ended(request, time, started, answer, failure);
              } finally {
                free.release();
              }
            });
  }

  private void ended(
      Q request, long time, long started, @Nullable R reply, @Nullable Throwable thrown) {
    long now = clock.nanos();
    if (thrown != null || reply == null) {
      tally.failed(request, time, now, CallFailure.ofStarted(thrown));
    } else {
      tally.replied(request, time, started, now, reply);
    }
  }

  @Override
  void died(Throwable thrown) {
    tally.unopened(new CallFailure(FailureKind.INTERNAL, thrown.toString()));
  }
}
