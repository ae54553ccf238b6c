package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
  private final ArrayDeque<PendingCall> calls = new ArrayDeque<>();
  private long bytes;
  private volatile boolean empty = true;

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

  /**
   * Lets a call wait.
   *
   * @return why not, or null
   */
  @Nullable RPCXException add(PendingCall call) {
    lock.lock();
    try {
      if (calls.size() >= limits.maxInFlightPerConnection()
          || (!calls.isEmpty() && bytes + call.frameBytes() > limits.writeBufferBytes())) {
        return RPCXException.notSent(
            StatusCode.RESOURCE_EXHAUSTED,
            calls.size() + " calls of " + bytes + " bytes wait already",
            null);
      }
      calls.addLast(call);
      bytes += call.frameBytes();
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
      PendingCall call = calls.pollFirst();
      taken(call);
      return call;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a certain call; false if it does not wait here. */
  boolean remove(PendingCall call) {
    lock.lock();
    try {
      boolean removed = calls.remove(call);
      if (removed) {
        taken(call);
      }
      return removed;
    } finally {
      lock.unlock();
    }
  }

  private void taken(@Nullable PendingCall call) {
    if (call != null) {
      bytes -= call.frameBytes();
    }
    if (calls.isEmpty()) {
      bytes = 0;
      empty = true;
    }
  }

  @Override
  public long expire(long nowNanos) {
    long earliest = Long.MAX_VALUE;
    List<PendingCall> late = new ArrayList<>();
    lock.lock();
    try {
      for (PendingCall call : calls) {
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
