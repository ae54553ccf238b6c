package io.rpcstress.server.base;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The connections that a server has open: how many there may be, and when the last one is gone.
 * Thread-safe.
 *
 * @param <C> what the server knows of a connection
 */
public final class OpenConnections<C> {
  private final int max;
  private final AtomicInteger places = new AtomicInteger();
  private final Set<C> open = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition noneIsLeft = lock.newCondition();

  /**
   * None yet.
   *
   * @param max how many may be open at a time, 1 or more
   */
  public OpenConnections(int max) {
    this.max = max;
  }

  /** Takes a place for a connection, which {@link #leave} gives back; false where none is left. */
  public boolean enter() {
    if (places.incrementAndGet() <= max) {
      return true;
    }
    leave();
    return false;
  }

  /** Keeps a connection that has its place, until {@link #remove}. */
  public void add(C connection) {
    open.add(connection);
  }

  /** Gives back the place of a connection that was not added. */
  public void leave() {
    if (places.decrementAndGet() > 0) {
      return;
    }
    lock.lock();
    try {
      noneIsLeft.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives back the place of a connection that was added. Any time but the first does nothing. */
  public void remove(C connection) {
    if (open.remove(connection)) {
      leave();
    }
  }

  /** How many have a place. */
  public int size() {
    return places.get();
  }

  /** Does something with each that is added. */
  public void forEach(Consumer<? super C> action) {
    open.forEach(action);
  }

  /**
   * Waits until none has a place.
   *
   * @return false where that took longer
   */
  public boolean awaitNone(Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (size() > 0) {
        if (left <= 0) {
          return false;
        }
        left = noneIsLeft.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
