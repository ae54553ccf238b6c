package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What the calling threads of one run share: the gate, the end, and the failures, which are off the
 * hot path. Thread-safe.
 */
final class RunControl {

  final CountDownLatch ready;
  final CountDownLatch gate = new CountDownLatch(1);
  final CountDownLatch finished;

  /** Holds the threads until they were counted: the kernel forgets a thread that ended. */
  final CountDownLatch release = new CountDownLatch(1);

  private final long tolerated;
  private final AtomicLong notOk = new AtomicLong();
  private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();
  private final AtomicReference<@Nullable String> endedBy = new AtomicReference<>();
  private volatile boolean ended;

  /**
   * A run.
   *
   * @param threads that will report ready and finished
   * @param tolerated calls that may fail before the run is ended
   */
  RunControl(int threads, long tolerated) {
    ready = new CountDownLatch(threads);
    finished = new CountDownLatch(threads);
    this.tolerated = tolerated;
  }

  /** Whether the run is over: a call that comes back now is abandoned. */
  boolean ended() {
    return ended;
  }

  void end() {
    ended = true;
  }

  /** Ends the run for what is no call's failure: a thread that cannot start, a call that hangs. */
  void end(FailureKind kind, String message) {
    note(kind, message);
    endBy(kind, message);
  }

  private void endBy(FailureKind kind, String message) {
    if (!ended) {
      endedBy.compareAndSet(null, words(kind, message));
    }
    end();
  }

  /** Remembers what ended a call badly without holding it against the run. */
  void note(FailureKind kind, String message) {
    firstFailure.compareAndSet(null, words(kind, message));
  }

  private static String words(FailureKind kind, String message) {
    return kind.label() + ": " + message;
  }

  /**
   * Waits for the end of all threads, a time on a clock, or the end of the run.
   *
   * @return whether all threads have finished
   */
  boolean awaitFinished(long time, NanoClock clock) throws InterruptedException {
    while (!ended && time - clock.nanos() > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(time - clock.nanos()) + 1;
      if (finished.await(
          Math.min(RunThreads.WATCH_MILLIS, Math.max(1, left)), TimeUnit.MILLISECONDS)) {
        return true;
      }
    }
    return finished.getCount() == 0;
  }

  /** Holds a finished thread until it was counted. */
  void awaitRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // ends here anyway
    }
  }

  /** Takes note of calls that did not end well; ends the run where they are too many. */
  void failed(FailureKind kind, long calls, String message) {
    note(kind, message);
    if (notOk.addAndGet(calls) > tolerated) {
      if (tolerated == 0) {
        end(); // by the first one, which is reported in any case
      } else {
        endBy(kind, message);
      }
    }
  }

  void failed(CallFailure failure, long calls) {
    failed(failure.kind(), calls, failure.message());
  }

  /**
   * The first failure in words, and what ended the run where that is another one: tolerated
   * failures end none. Null where there was no failure.
   */
  @Nullable String firstFailure() {
    String first = firstFailure.get();
    String end = endedBy.get();
    return first == null || end == null || end.equals(first) ? first : first + "; ended by " + end;
  }
}
