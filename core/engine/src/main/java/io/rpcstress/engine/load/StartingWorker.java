package io.rpcstress.engine.load;

import io.rpcstress.driver.AsyncCaller;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that starts the calls of callers which do not block: no call waits for another.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
final class StartingWorker<Q, R> extends OpenWorker<Q, R> {

  /**
   * Calls that may be open at once, so that they fit the heap of a measuring process whatever the
   * technology keeps for each. Beyond it the next ones wait, and their waiting is counted.
   */
  static final int MAX_OPEN = 32_768;

  private final List<AsyncCaller<Q, R>> callers;
  private final int mostOpen;
  private final Semaphore free;
  private int next;

  StartingWorker(
      List<AsyncCaller<Q, R>> callers,
      int mostOpen,
      Requests<Q> requests,
      DueCalls due,
      RunControl control,
      NanoClock clock,
      OpenTally<Q, R> tally) {
    super(requests, due, control, clock, tally);
    this.mostOpen = mostOpen;
    this.free = new Semaphore(mostOpen);
    this.callers = List.copyOf(callers);
  }

  @Override
  void open() {
    // They were opened when it was found that they do not block.
  }

  @Override
  void call(long due) throws InterruptedException {
    AsyncCaller<Q, R> caller = callers.get(next);
    next = (next + 1) % callers.size();
    free.acquire();
    Q request = requests.next();
    long started = clock.nanos();
    CompletableFuture<R> reply = caller.start(request);
    // What hangs on the reply is not waited for here, and reports to the tally whatever happens.
    CompletableFuture<R> unused =
        reply.whenComplete(
            (answer, failure) -> {
              try {
                ended(request, due, started, answer, failure);
              } finally {
                free.release();
              }
            });
  }

  private void ended(
      Q request, long due, long started, @Nullable R reply, @Nullable Throwable thrown) {
    long now = clock.nanos();
    if (thrown != null || reply == null) {
      tally.failed(due, now, CallFailure.ofStarted(thrown));
    } else {
      tally.replied(request, due, started, now, reply);
    }
  }

  @Override
  void drain() throws InterruptedException {
    free.acquire(mostOpen);
  }
}
