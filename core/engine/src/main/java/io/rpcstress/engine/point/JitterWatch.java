package io.rpcstress.engine.point;

import io.rpcstress.engine.load.NanoClock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sleeps 50 ms again and again while a run lasts, and remembers how much longer the worst sleep
 * took: what delays this thread, delays those that call. Twenty times a second it wakes up and
 * compares two numbers; it touches nothing that a calling thread does.
 */
final class JitterWatch {

  static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** How long a host may take to start one thread before it is watched without waiting for it. */
  private static final long STARTING_MILLIS = 1_000;

  private static final double NANOS_PER_MILLI = 1e6;

  private final NanoClock clock;
  private final CountDownLatch started = new CountDownLatch(1);
  private final Thread thread = new Thread(this::sleepOnAndOn, "self-watch");

  // Guarded by this object's lock, which is free but for an instant every 50 ms.
  private long due;
  private long worst = -1;
  private boolean stopped;

  private JitterWatch(NanoClock clock) {
    this.clock = clock;
    this.due = clock.nanos() + SLEEP_NANOS;
    thread.setDaemon(true);
  }

  /** Begins to sleep; returns when the thread is up, so that starting it is not measured. */
  static JitterWatch start(NanoClock clock) {
    JitterWatch watch = new JitterWatch(clock);
    watch.thread.start();
    try {
      // A thread that the host cannot start in time is jitter, and is found to be.
      boolean unused = watch.started.await(STARTING_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // who runs the load sees to it
    }
    return watch;
  }

  private void sleepOnAndOn() {
    started.countDown();
    try {
      while (sleep()) {
        // Each decides itself whether another one follows.
      }
    } catch (InterruptedException stop) {
      // Stopped in the middle of a sleep, as it nearly always is.
    }
  }

  private boolean sleep() throws InterruptedException {
    long until;
    synchronized (this) {
      until = due;
    }
    clock.await(until);
    synchronized (this) {
      long late = clock.nanos() - due; // the sleep may have been restarted meanwhile
      if (late >= 0 && !stopped) {
        worst = Math.max(worst, late);
        due += late + SLEEP_NANOS;
      }
      return !stopped;
    }
  }

  /** What was is forgotten, and the sleep begins anew: the clock is about to start. */
  synchronized void open() {
    due = clock.nanos() + SLEEP_NANOS;
    worst = -1;
  }

  /**
   * Ends it. A sleep that should be over and is not counts as far as it got.
   *
   * @return by how much the worst sleep was too long, ms; null where none was due yet
   */
  @Nullable Double stop() {
    Double most;
    synchronized (this) {
      most = worstMs();
      stopped = true;
    }
    thread.interrupt();
    return most;
  }

  /** As {@link #stop} returns it, while it goes on. */
  synchronized @Nullable Double worstMs() {
    long most = Math.max(worst, clock.nanos() - due);
    return most < 0 ? null : (Double) (most / NANOS_PER_MILLI);
  }
}
