package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.RPCXException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends the calls of a client whose deadline has passed, on a thread of its own that runs no code of
 * the application: an event loop that hangs delays no deadline, nor does a dependent stage. The
 * thread sleeps until the earliest deadline of the calls that were in flight when it last looked.
 * In the usual case nearly all calls have ended by then, so that a call costs one comparison and no
 * timer. Thread-safe.
 */
final class DeadlineWatch implements Runnable {
  /** Shortest time between two looks, in ns. */
  private static final long MIN_GAP_NANOS = 1_000_000;

  /** Longest time between two looks, in ns: later than any deadline. */
  private static final long MAX_GAP_NANOS = 30L * 24 * 3600 * 1_000_000_000L;

  /** How long an end may hold up others, in ns. */
  private static final long STUCK_NANOS = 5_000_000;

  private final Set<Expiring> watched = ConcurrentHashMap.newKeySet();
  private final AtomicLong nextAtNanos = new AtomicLong(System.nanoTime() + MAX_GAP_NANOS);
  private volatile @Nullable Thread thread;
  private final ExpiredCalls ends = new ExpiredCalls();
  private volatile boolean stopped;

  /** Watches calls from now on. */
  void add(Expiring calls) {
    watched.add(calls);
  }

  /** Watches calls no more. */
  void remove(Expiring calls) {
    watched.remove(calls);
  }

  /** Whatever is watched. */
  Set<Expiring> watched() {
    return watched;
  }

  /**
   * Ends a call. If no thread waits for it, its future may have dependent stages, which belong on
   * another thread.
   */
  void end(PendingCall call, RPCXException problem) {
    if (call.isAwaited()) {
      call.fail(problem);
    } else {
      execute(() -> call.fail(problem));
    }
  }

  /** Runs what may run code of the application, in order, on another thread. */
  void execute(Runnable end) {
    ends.add(end);
    expect(System.nanoTime() + STUCK_NANOS);
  }

  /**
   * Makes sure that a thread looks when this deadline passes; after the call was added to what is
   * watched.
   */
  void expect(long deadlineNanos) {
    long next = nextAtNanos.get();
    while (deadlineNanos - next < 0) {
      if (nextAtNanos.compareAndSet(next, deadlineNanos)) {
        LockSupport.unpark(started());
        return;
      }
      next = nextAtNanos.get();
    }
  }

  private @Nullable Thread started() {
    Thread watching = thread;
    return watching == null ? start() : watching;
  }

  private synchronized @Nullable Thread start() {
    Thread watching = thread;
    if (watching == null && !(stopped && ends.isEmpty())) {
      watching = new Thread(this, "rpcx-deadlines");
      watching.setDaemon(true);
      thread = watching;
      watching.start();
    }
    return watching;
  }

  @Override
  public void run() {
    while (!stopped || !ends.isEmpty()) {
      long wait = nextAtNanos.get() - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
        // An interrupt has no meaning here, and would keep the thread from sleeping.
        boolean unused = Thread.interrupted();
      } else {
        look();
      }
    }
  }

  private void look() {
    long now = System.nanoTime();
    // A call that comes while this looks is either seen here, or announces itself.
    nextAtNanos.set(now + MAX_GAP_NANOS);
    long earliest = MAX_GAP_NANOS;
    for (Expiring calls : watched) {
      try {
        earliest = Math.min(earliest, calls.expire(now));
      } catch (RuntimeException | Error e) {
        // One call's end must not keep the others from theirs.
        earliest = MIN_GAP_NANOS;
      }
    }
    ends.look();
    if (!ends.isEmpty()) {
      earliest = Math.min(earliest, STUCK_NANOS);
    }
    if (earliest < MAX_GAP_NANOS) {
      expect(now + Math.max(MIN_GAP_NANOS, earliest));
    }
  }

  /** Looks no more, but for calls that are still to be ended. */
  synchronized void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }
}
