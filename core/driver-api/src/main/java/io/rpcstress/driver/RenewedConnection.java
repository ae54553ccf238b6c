package io.rpcstress.driver;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A connection that threads share, made anew by the next call where it was lost. One thread makes
 * it; the others wait for that, each for no longer than it has time. Thread-safe.
 *
 * @param <C> one connection
 */
public final class RenewedConnection<C> {
  private final Opening<C> opening;
  private final Predicate<C> isOpen;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable C last;

  /** Makes a connection. */
  @FunctionalInterface
  public interface Opening<C> {
    /** Makes it, or fails, within that time. */
    C open(Duration timeout) throws CallException, InterruptedException;
  }

  /** One that is not made yet. */
  public RenewedConnection(Opening<C> opening, Predicate<C> isOpen) {
    this.opening = opening;
    this.isOpen = isOpen;
  }

  /**
   * The connection, made where there is none.
   *
   * @throws CallException as it cannot be made; of kind {@link FailureKind#CONNECT} where that
   *     takes too long
   */
  public C open(Duration timeout) throws CallException {
    C now = last;
    if (now != null && isOpen.test(now)) {
      return now;
    }
    try {
      if (!lock.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new CallException(FailureKind.CONNECT, "no connection within " + timeout);
      }
      try {
        now = last;
        if (now == null || !isOpen.test(now)) {
          now = opening.open(timeout);
          last = now;
        }
        return now;
      } finally {
        lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the wait for the reply sees it
      throw new CallException(FailureKind.INTERNAL, "interrupted", e);
    }
  }

  /** The one that was made last, whether or not it is open; null where none was. */
  public @Nullable C last() {
    return last;
  }
}
