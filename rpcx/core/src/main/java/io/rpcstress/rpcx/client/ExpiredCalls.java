package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.wire.OwnThread;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ends calls in order on a thread of its own, since dependent stages run with the end. While one of
 * them waits, further threads go on with the others: twice as many at each look. Thread-safe.
 */
final class ExpiredCalls implements Runnable {
  private final Queue<Runnable> ends = new ConcurrentLinkedQueue<>();
  private final ThreadFactory threads = OwnThread.factory("rpcx-expired", true);
  private final AtomicInteger working = new AtomicInteger();
  private final AtomicLong done = new AtomicLong();
  private long doneBefore = -1;

  /** Queues an end. */
  void add(Runnable end) {
    ends.add(end);
    if (working.compareAndSet(0, 1)) {
      threads.newThread(this).start();
    }
  }

  boolean isEmpty() {
    return ends.isEmpty();
  }

  /** Looks whether a stage holds up the others; from time to time, by one thread. */
  void look() {
    long now = done.get();
    if (!ends.isEmpty() && now == doneBefore) {
      int more = Math.max(1, Math.min(working.get(), ends.size()));
      working.addAndGet(more);
      for (int i = 0; i < more; i++) {
        threads.newThread(this).start();
      }
    }
    doneBefore = now;
  }

  @Override
  public void run() {
    do {
      for (Runnable end = ends.poll(); end != null; end = ends.poll()) {
        try {
          end.run();
        } catch (RuntimeException | Error e) {
          // One call's end must not keep the others from theirs.
        }
        done.incrementAndGet();
      }
      // An end may have come just now, and seen that this thread still works.
    } while (working.decrementAndGet() == 0 && !ends.isEmpty() && working.compareAndSet(0, 1));
  }
}
