package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for a connection, for room on one, or until a server wants them again; oldest
 * first, bounded in number and bytes by the limits of one connection. The thread that takes a call
 * from here owns its end. Thread-safe.
 */
final class WaitingCalls implements Expiring {
  private final Endpoint endpoint;
  private final Limits limits;
  private final DeadlineWatch watch;
  private final String expired;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Waiting> calls = new ArrayDeque<>();
  private long bytes;
  private volatile boolean empty = true;

  /** A call, what it counts for (its frame may be gone before it leaves), and when it is due. */
  private static final class Waiting {
    private final PendingCall call;
    private final int bytes;
    private final long dueNanos;
    private boolean due;

    Waiting(PendingCall call, int bytes, long dueNanos) {
      this.call = call;
      this.bytes = bytes;
      this.dueNanos = dueNanos;
    }
  }

  /**
   * @param endpoint starts calls that are due
   * @param expired the message of a call whose deadline passes here
   */
  WaitingCalls(Endpoint endpoint, Limits limits, DeadlineWatch watch, String expired) {
    this.endpoint = endpoint;
    this.expired = expired;
    this.limits = limits;
    this.watch = watch;
  }

  boolean isEmpty() {
    return empty;
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

  /** Bytes of the requests that wait. */
  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets a call wait until it is taken.
   *
   * @return why not, or null
   */
  @Nullable RPCXException add(PendingCall call) {
    return add(call, call.deadlineNanos());
  }

  /**
   * Lets a call wait until it is taken, or due: then it starts, on another thread.
   *
   * @param dueNanos when, by System.nanoTime; never if it is not before the deadline
   * @return why not, or null
   */
  @Nullable RPCXException add(PendingCall call, long dueNanos) {
    int length = call.frameBytes();
    call.waits();
    lock.lock();
    try {
      if (calls.size() >= limits.maxInFlightPerConnection()
          || (!calls.isEmpty() && bytes + length > limits.writeBufferBytes())) {
        return RPCXException.notSent(
            StatusCode.RESOURCE_EXHAUSTED,
            calls.size() + " calls of " + bytes + " bytes wait already",
            null);
      }
      calls.addLast(new Waiting(call, length, dueNanos));
      bytes += length;
      empty = false;
    } finally {
      lock.unlock();
    }
    watch.add(this);
    watch.expect(dueNanos);
    if (call.isDone()) {
      boolean unused = remove(call);
    }
    return null;
  }

  /** The call that has waited longest, or null. */
  @Nullable PendingCall take() {
    lock.lock();
    try {
      Waiting first = calls.pollFirst();
      if (first == null) {
        return null;
      }
      taken(first);
      return first.call;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a certain call; false if it does not wait here. */
  boolean remove(PendingCall call) {
    lock.lock();
    try {
      for (Iterator<Waiting> each = calls.iterator(); each.hasNext(); ) {
        Waiting waiting = each.next();
        if (waiting.call == call) {
          each.remove();
          taken(waiting);
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void taken(Waiting waiting) {
    bytes -= waiting.bytes;
    empty = calls.isEmpty();
  }

  @Override
  public long expire(long nowNanos) {
    long earliest = Long.MAX_VALUE;
    List<PendingCall> late = new ArrayList<>();
    List<PendingCall> due = new ArrayList<>();
    lock.lock();
    try {
      for (Waiting waiting : calls) {
        PendingCall call = waiting.call;
        long left = call.deadlineNanos() - nowNanos;
        long untilDue = waiting.dueNanos - nowNanos;
        if (left <= 0) {
          late.add(call);
        } else if (waiting.due || untilDue > 0) {
          earliest = Math.min(earliest, waiting.due ? left : Math.min(left, untilDue));
        } else {
          // It stays here until the other thread takes it, so that its deadline is kept.
          waiting.due = true;
          due.add(call);
          earliest = Math.min(earliest, left);
        }
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
    for (PendingCall call : late) {
      if (remove(call)) {
        watch.end(call, RPCXException.notSent(StatusCode.DEADLINE_EXCEEDED, expired, null));
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
    for (PendingCall call = take(); call != null; call = take()) {
      call.fail(because);
    }
    watch.remove(this);
  }
}
