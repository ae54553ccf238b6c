package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Calls that an overloaded server has told to come back later, bounded in number. Whoever takes a
 * call from here owns its end. Thread-safe.
 */
final class PostponedCalls implements Expiring {
  private final Endpoint endpoint;
  private final DeadlineWatch watch;
  private final int max;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Postponed> calls = new ArrayList<>();

  /** A call, and when it is made again. */
  private static final class Postponed {
    private final PendingCall call;
    private final long dueNanos;
    private boolean due;

    Postponed(PendingCall call, long dueNanos) {
      this.call = call;
      this.dueNanos = dueNanos;
    }
  }

  /**
   * @param max the most calls
   */
  PostponedCalls(Endpoint endpoint, DeadlineWatch watch, int max) {
    this.endpoint = endpoint;
    this.watch = watch;
    this.max = max;
  }

  /**
   * Keeps a call until it is due.
   *
   * @param dueNanos when, by System.nanoTime; before its deadline
   * @return false if there are too many
   */
  boolean add(PendingCall call, long dueNanos) {
    lock.lock();
    try {
      if (calls.size() >= max) {
        return false;
      }
      calls.add(new Postponed(call, dueNanos));
    } finally {
      lock.unlock();
    }
    watch.add(this);
    watch.expect(dueNanos);
    if (call.isDone()) {
      boolean unused = remove(call);
    }
    return true;
  }

  @Override
  public int size() {
    lock.lock();
    try {
      return calls.size();
    } finally {
      lock.unlock();
    }
  }

  /** Takes a call; false if it is not here. */
  boolean remove(PendingCall call) {
    lock.lock();
    try {
      return calls.removeIf(postponed -> postponed.call == call);
    } finally {
      lock.unlock();
    }
  }

  /** Makes the calls that are due, on another thread, and ends those that could not be made. */
  @Override
  public long expire(long nowNanos) {
    long earliest = Long.MAX_VALUE;
    List<PendingCall> due = new ArrayList<>();
    List<PendingCall> expired = new ArrayList<>();
    lock.lock();
    try {
      for (Postponed postponed : calls) {
        long left = postponed.call.deadlineNanos() - nowNanos;
        if (left <= 0) {
          expired.add(postponed.call);
          continue;
        }
        if (!postponed.due) {
          left = postponed.dueNanos - nowNanos;
        }
        if (left <= 0) {
          postponed.due = true;
          due.add(postponed.call);
          left = postponed.call.deadlineNanos() - nowNanos;
        }
        earliest = Math.min(earliest, left);
      }
      if (calls.isEmpty()) {
        watch.remove(this);
      }
    } finally {
      lock.unlock();
    }
    for (PendingCall call : due) {
      watch.execute(() -> start(call));
    }
    for (PendingCall call : expired) {
      if (remove(call)) {
        watch.end(
            call,
            RPCXException.notSent(
                StatusCode.DEADLINE_EXCEEDED, "not sent again within the deadline", null));
      }
    }
    return earliest;
  }

  private void start(PendingCall call) {
    if (remove(call)) {
      endpoint.start(call);
    }
  }

  /** Ends all calls. */
  @Override
  public void close(RPCXException because) {
    List<PendingCall> all = new ArrayList<>();
    lock.lock();
    try {
      for (Postponed postponed : calls) {
        all.add(postponed.call);
      }
      calls.clear();
    } finally {
      lock.unlock();
    }
    for (PendingCall call : all) {
      call.fail(because);
    }
    watch.remove(this);
  }
}
