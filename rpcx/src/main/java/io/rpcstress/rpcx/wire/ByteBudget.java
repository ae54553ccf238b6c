package io.rpcstress.rpcx.wire;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes that many connections may hold together. Thread-safe; never blocks. */
public final class ByteBudget {
  private final long max;
  private final AtomicLong used = new AtomicLong();
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

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

  /** Whether half of it is in use, so that whoever uses it without moving should stop. */
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
   * Takes bytes if they are there; else remembers who wants to try again.
   *
   * @param bytes how many, 0 or more
   * @param again called once by whoever gives bytes back, on any thread, if they were not taken
   * @return whether they were taken
   */
  public boolean reserveOrWait(long bytes, Runnable again) {
    if (reserve(bytes)) {
      return true;
    }
    waiting.add(again);
    // What was given back in between woke nobody.
    if (used.get() + bytes > max || !waiting.remove(again)) {
      return false;
    }
    return reserveOrWait(bytes, again);
  }

  /**
   * Tries no more for whoever waits, and keeps nothing of it.
   *
   * @param again what {@link #reserveOrWait} was given
   */
  public void forget(Runnable again) {
    boolean unused = waiting.remove(again);
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
    // Those who wait again while this runs must not keep it going.
    for (int waiters = waiting.size(); waiters > 0; waiters--) {
      Runnable again = waiting.poll();
      if (again != null) {
        again.run();
      }
    }
  }
}
