package io.rpcstress.engine.load;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an open loop makes its calls: one thread starts all of them where the technology's callers do
 * not block; else there are as many threads as calls may be open at once, and each waits for its
 * own.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
final class OpenCallers<Q, R> {

  private final Callers<Q, R> callers;
  private final List<AsyncCaller<Q, R>> starting;
  private final @Nullable CallException unopened;

  private OpenCallers(
      Callers<Q, R> callers, List<AsyncCaller<Q, R>> starting, @Nullable CallException unopened) {
    this.callers = callers;
    this.starting = List.copyOf(starting);
    this.unopened = unopened;
  }

  /** Opens the session, and all callers where they do not block. */
  static <Q, R> OpenCallers<Q, R> open(Callers<Q, R> callers) {
    List<AsyncCaller<Q, R>> starting = new ArrayList<>();
    try {
      for (int i = 0; i < callers.options().threads(); i++) {
        Caller<Q, R> caller = callers.of(i);
        if (!(caller instanceof AsyncCaller<Q, R> one)) {
          break;
        }
        starting.add(one);
      }
      return new OpenCallers<>(callers, starting, null);
    } catch (CallException e) {
      return new OpenCallers<>(callers, starting, e);
    }
  }

  /** Whether calls are started without waiting for those before. */
  boolean isAsync() {
    return !starting.isEmpty();
  }

  int threads() {
    return isAsync() ? 1 : callers.options().threads();
  }

  /**
   * The threads' work; none where there is no session or caller, which ends the run.
   *
   * @param mostOpen calls that may be open at once where they are started without waiting
   */
  List<OpenWorker<Q, R>> workers(
      Q request,
      int mostOpen,
      DueCalls due,
      RunControl control,
      NanoClock clock,
      OpenTally<Q, R> tally) {
    if (unopened != null) {
      tally.unopened(CallFailure.of(unopened));
      return List.of();
    }
    if (isAsync()) {
      return List.of(
          new StartingWorker<>(
              starting, mostOpen, callers.requests(request), due, control, clock, tally));
    }
    List<OpenWorker<Q, R>> workers = new ArrayList<>();
    for (int i = 0; i < threads(); i++) {
      workers.add(new OpenWorker.Blocking<>(callers, i, request, due, control, clock, tally));
    }
    return workers;
  }
}
