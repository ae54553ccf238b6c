package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks from a thread of its own at what the event loops run, since a handler that hangs on one can
 * be reported by no other thread. Thread-safe.
 */
final class LoopWatch implements Runnable {
  private static final long MIN_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Map<Thread, Loop> loops = new ConcurrentHashMap<>();
  private final long stuckNanos;
  private final FailureLog.Lazy log;
  private final Thread thread = new Thread(this, "rpcx-watch");
  private volatile boolean stuck;
  private volatile boolean stopped;

  LoopWatch(Limits limits, FailureLog.Lazy log) {
    stuckNanos = limits.stuckHandlerAfter().toNanos();
    this.log = log;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  /** Whether a handler holds an event loop for longer than it may. */
  boolean stuck() {
    return stuck;
  }

  /** Watches an event loop's thread; the same one may be given again. */
  Loop add(Thread thread) {
    return loops.computeIfAbsent(thread, Loop::new);
  }

  @Override
  public void run() {
    while (!stopped) {
      LockSupport.parkNanos(Math.max(MIN_LOOK_NANOS, stuckNanos / 4));
      look(System.nanoTime());
    }
  }

  /** Looks at all loops once. */
  void look(long now) {
    boolean any = false;
    for (Loop loop : loops.values()) {
      PublishedMethod method = loop.running.get();
      if (method != null && now - loop.since.get() > stuckNanos) {
        any = true;
        report(loop, method, now);
      }
    }
    stuck = any;
  }

  private void report(Loop loop, PublishedMethod method, long now) {
    if (loop.reported
        && now - loop.reportedAt < TimeUnit.SECONDS.toNanos(Limits.STUCK_REPORT_SECONDS)) {
      return;
    }
    loop.reported = true;
    loop.reportedAt = now;
    Throwable where = new Throwable("where " + loop.thread.getName() + " is");
    where.setStackTrace(loop.thread.getStackTrace());
    log.get()
        .logger()
        .error(
            "{} has held its event loop for {} s; every connection of that loop waits:"
                + " mark it @Method(blocking = true)",
            method.label(),
            TimeUnit.NANOSECONDS.toSeconds(now - loop.since.get()),
            where);
  }

  /**
   * What one event loop runs: written by the loop without waiting for other processors, since it
   * does so twice a call; read by the watch.
   */
  static final class Loop {
    private final Thread thread;
    private final AtomicReference<@Nullable PublishedMethod> running = new AtomicReference<>();
    private final AtomicLong since = new AtomicLong();
    private boolean reported;
    private long reportedAt;

    Loop(Thread thread) {
      this.thread = thread;
    }

    void begins(PublishedMethod method, long now) {
      since.lazySet(now);
      running.lazySet(method);
    }

    void ended() {
      running.lazySet(null);
    }
  }
}
