package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads of one run: started together, and ended together. Confined to who runs the load. */
final class RunThreads implements AutoCloseable {

  /** How long the calls that are open at the end may take to return by themselves, ms. */
  static final long WATCH_MILLIS = 100;

  /** How long an interrupted thread gets to leave its call. */
  private static final Duration LEAVING = Duration.ofSeconds(2);

  private final RunControl control;
  private final List<Thread> started = new ArrayList<>();

  RunThreads(RunControl control) {
    this.control = control;
  }

  /** Starts every thread and waits until all are ready, or ends the run, saying how far it came. */
  void start(ThreadFactory threads, List<? extends Runnable> work, Duration longest)
      throws InterruptedException {
    if (control.ended()) {
      return;
    }
    try {
      for (Runnable each : work) {
        Thread thread = threads.newThread(each);
        thread.start();
        started.add(thread);
      }
    } catch (OutOfMemoryError e) { // what a JVM throws where the host gives it no more threads
      control.end(
          FailureKind.THREAD_START,
          "%d of %d threads started (%s): raise the limits of processes and memory"
              .formatted(started.size(), work.size(), e.getMessage()));
      return;
    }
    if (!control.ready.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
      control.end(
          FailureKind.THREAD_START,
          "%d of %d threads not ready after %d s"
              .formatted(control.ready.getCount(), work.size(), longest.toSeconds()));
    }
  }

  /** Once the run was ended: open calls get a moment to return, then they are interrupted. */
  void leave() throws InterruptedException {
    if (started.isEmpty()) {
      return;
    }
    control.finished.await(WATCH_MILLIS, TimeUnit.MILLISECONDS);
    started.forEach(Thread::interrupt);
    control.finished.await(LEAVING.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The run is over and counted: no thread is held any longer. */
  @Override
  public void close() {
    control.end();
    control.gate.countDown();
    control.release.countDown();
  }
}
