package io.rpcstress.rpcx.wire;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes that many connections may hold together. Thread-safe; never blocks for long. */
public final class ByteBudget {
  private final long max;
  private final AtomicLong used = new AtomicLong();

  /** Who waits, the first one first, and for how many bytes. Guarded by itself. */
  private final Map<Runnable, Long> waiting = new LinkedHashMap<>();

  /** Whether a caller waits, for a thread that gives back and should not take a lock. */
  private volatile boolean awaited;

  /**
   * Makes a budget of which nothing is used.
   *
   * @param max the most that {@link #reserve} gives away, in bytes
   */
  public ByteBudget(long max) {
    this.max = max;
  }

  /** The most that is given away, in bytes. */
  public long max() {
    return max;
  }

  /** What is in use, in bytes. */
  public long used() {
    return used.get();
  }

  /** Whether half of it is in use, so that a user that makes no progress should stop. */
  public boolean tight() {
    return used.get() > max / 2;
  }

  /**
   * Takes bytes if they are there.
   *
   * @param bytes how many, 0 or more
   * @return whether they were taken
   */
  public boolean reserve(long bytes) {
    long before;
    do {
      before = used.get();
      if (before + bytes > max) {
        return false;
      }
    } while (!used.compareAndSet(before, before + bytes));
    return true;
  }

  /**
   * Takes bytes if they are there; else remembers who waits for them.
   *
   * @param bytes how many, 0 or more
   * @param granted called once by a thread that gives bytes back, when they were taken after all;
   *     not before this has returned on the same thread
   * @return whether they were taken at once
   */
  public boolean reserveOrWait(long bytes, Runnable granted) {
    if (reserve(bytes)) {
      return true;
    }
    synchronized (waiting) {
      waiting.put(granted, bytes);
      awaited = true;
      // What was given back before that could be seen was granted to no waiter.
      if (!reserve(bytes)) {
        return false;
      }
      waiting.remove(granted);
      awaited = !waiting.isEmpty();
      return true;
    }
  }

  /**
   * Waits no more.
   *
   * @param granted what {@link #reserveOrWait} was given
   * @return whether it waited; if not, the bytes were taken for it and are to be given back
   */
  public boolean forget(Runnable granted) {
    synchronized (waiting) {
      boolean waited = waiting.remove(granted) != null;
      awaited = !waiting.isEmpty();
      return waited;
    }
  }

  /**
   * Counts bytes that exist whether they fit or not.
   *
   * @param bytes how many; negative to give back
   */
  public void add(long bytes) {
    if (bytes < 0) {
      release(-bytes);
    } else {
      used.addAndGet(bytes);
    }
  }

  /**
   * Gives bytes back.
   *
   * @param bytes how many, 0 or more
   */
  public void release(long bytes) {
    used.addAndGet(-bytes);
    if (awaited) {
      grant();
    }
  }

  /** Takes what is there for those who wait, and notifies only them: there may be many more. */
  private void grant() {
    List<Runnable> ready = new ArrayList<>();
    synchronized (waiting) {
      Iterator<Map.Entry<Runnable, Long>> each = waiting.entrySet().iterator();
      while (each.hasNext()) {
        Map.Entry<Runnable, Long> waiter = each.next();
        if (reserve(waiter.getValue())) {
          ready.add(waiter.getKey());
          each.remove();
        }
      }
      awaited = !waiting.isEmpty();
    }
    for (Runnable granted : ready) {
      granted.run();
    }
  }
}
