package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.engine.load.ReplyJudge.CallFailure;
import io.rpcstress.usage.ThreadShortage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One run of a load shape: its threads, which start together and end together, the gate, and the
 * failures, which are off the hot path. Thread-safe, but for starting and ending the threads, which
 * is the work of the thread that runs the load.
 *
 * <p>Nothing here waits for ever: a thread that cannot start is a failure by that name, and a call
 * that is stuck ends the run, with what is open abandoned.
 */
final class RunControl implements AutoCloseable {

  /** How long after its deadline a call may still return by itself before it counts as stuck. */
  static final Duration GRACE = Duration.ofSeconds(5);

  /** How long opening a connection, with all that a framework does first, may take at least. */
  static final Duration LONGEST_OPENING = Duration.ofSeconds(60);

  /** How long 990 threads may take to start, on a host with one busy CPU. */
  static final Duration STARTING = Duration.ofSeconds(60);

  /** No time at all, for a run that lasts until its threads have finished. */
  static final long NEVER = Long.MAX_VALUE;

  /** How often threads are looked at, and what open calls get to return by themselves, ms. */
  private static final long WATCH_MILLIS = 100;

  /** How long an interrupted thread gets to leave its call. */
  private static final Duration LEAVING = Duration.ofSeconds(2);

  private final NanoClock clock;
  private final CountDownLatch ready;
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch finished;

  /** Holds the threads until they were counted: the kernel forgets a thread that ended. */
  private final CountDownLatch release = new CountDownLatch(1);

  private final List<LoadThread> work = new ArrayList<>();
  private final List<Thread> started = new ArrayList<>();
  private final long tolerated;
  private final AtomicLong notOk = new AtomicLong();
  private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();
  private final AtomicReference<@Nullable String> endedBy = new AtomicReference<>();
  private volatile boolean ended;

  RunControl(int threads, long tolerated, NanoClock clock) {
    ready = new CountDownLatch(threads);
    finished = new CountDownLatch(threads);
    this.tolerated = tolerated;
    this.clock = clock;
  }

  NanoClock clock() {
    return clock;
  }

  /** Starts every thread and waits until all are ready, or ends the run, saying how far it came. */
  void start(ThreadFactory threads, List<? extends LoadThread> each, Duration longest)
      throws InterruptedException {
    if (ended) {
      return;
    }
    work.addAll(each);
    try {
      for (LoadThread one : each) {
        Thread thread = threads.newThread(one);
        thread.start();
        started.add(thread);
      }
    } catch (OutOfMemoryError e) { // what a JVM throws where the host gives it no more threads
      end(
          FailureKind.THREAD_START,
          "%d of %d threads started (%s): %s"
              .formatted(started.size(), each.size(), e.getMessage(), ThreadShortage.remedy()));
      close();
      for (Thread thread : started) {
        thread.join(LEAVING.toMillis()); // makes room for those that read counters
      }
      return;
    }
    if (!ready.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
      end(
          FailureKind.THREAD_START,
          "%d of %d threads not ready after %d s"
              .formatted(ready.getCount(), each.size(), longest.toSeconds()));
    }
  }

  void openGate() {
    gate.countDown();
  }

  /** A thread of the run can make its first call, and waits until it may. */
  void awaitGate() throws InterruptedException {
    gate.await();
  }

  void isReady() {
    ready.countDown();
  }

  /** A thread has finished; it is held until it was counted. */
  void finish() {
    finished.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // ends here anyway
    }
  }

  /**
   * Waits for the end of all threads, a time on the run's clock, or the end of the run, which is
   * ended where a call is stuck.
   *
   * @param until {@link #NEVER} for no time
   * @return whether all threads have finished
   */
  boolean awaitFinished(long until) throws InterruptedException {
    long longest = TimeUnit.MILLISECONDS.toNanos(WATCH_MILLIS);
    while (!ended) {
      long now = clock.nanos();
      long left = until == NEVER ? longest : until - now;
      if (left <= 0) {
        break;
      }
      for (LoadThread each : work) {
        String stuck = each.stuck(now);
        if (stuck != null) {
          end(FailureKind.DEADLINE, stuck);
          return false;
        }
      }
      if (finished.await(Math.min(longest, left), TimeUnit.NANOSECONDS)) {
        return true;
      }
    }
    return unfinished() == 0;
  }

  int unfinished() {
    return (int) finished.getCount();
  }

  /** Once the run was ended: open calls get a moment to return, then they are interrupted. */
  void leave() throws InterruptedException {
    if (started.isEmpty()) {
      return;
    }
    finished.await(WATCH_MILLIS, TimeUnit.MILLISECONDS);
    started.forEach(Thread::interrupt);
    finished.await(LEAVING.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The run is over and counted: no thread is held any longer. */
  @Override
  public void close() {
    end();
    gate.countDown();
    release.countDown();
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

  /** Takes note of calls that did not end well; ends the run where they are too many. */
  void failed(CallFailure failure, long calls) {
    note(failure.kind(), failure.message());
    if (notOk.addAndGet(calls) > tolerated) {
      if (tolerated == 0) {
        end(); // by the first one, which is reported in any case
      } else {
        endBy(failure.kind(), failure.message());
      }
    }
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
