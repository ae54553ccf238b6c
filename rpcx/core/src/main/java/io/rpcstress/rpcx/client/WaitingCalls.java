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
 * Calls of methods that wait for a connection, oldest first, bounded in number and bytes by the
 * limits of one connection. Whoever takes a call from here owns its end. Thread-safe.
 */
final class WaitingCalls implements Expiring {
  private final Limits limits;
  private final DeadlineWatch watch;
  private final String expired;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Waiting> calls = new ArrayDeque<>();
  private long bytes;
  private volatile boolean empty = true;

  /** A call, and what it counts for: its frame may be gone before it leaves. */
  private record Waiting(PendingCall call, int bytes) {}

  /**
   * @param expired what is said of a call whose deadline passed here
   */
  WaitingCalls(Limits limits, DeadlineWatch watch, String expired) {
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
   * Lets a call wait.
   *
   * @return why not, or null
   */
  @Nullable RPCXException add(PendingCall call) {
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
      calls.addLast(new Waiting(call, length));
      bytes += length;
      empty = false;
    } finally {
      lock.unlock();
    }
    watch.add(this);
    watch.expect(call.deadlineNanos());
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
    lock.lock();
    try {
      for (Waiting waiting : calls) {
        PendingCall call = waiting.call;
        long left = call.deadlineNanos() - nowNanos;
        if (left <= 0) {
          late.add(call);
        } else {
          earliest = Math.min(earliest, left);
        }
      }
      if (calls.isEmpty()) {
        watch.remove(this);
      }
    } finally {
      lock.unlock();
    }
    for (PendingCall call : late) {
      if (remove(call)) {
        watch.end(call, RPCXException.notSent(StatusCode.DEADLINE_EXCEEDED, expired, null));
      }
    }
    return earliest;
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
