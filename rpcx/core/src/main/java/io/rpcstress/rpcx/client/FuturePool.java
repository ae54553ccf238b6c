package io.rpcstress.rpcx.client;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The paper's cache pool: the calls in flight on one connection, keyed by ids that count up from a
 * random number, so that none comes twice and a late reply meets no other call. Who removes a call
 * from here is the one who may end it. Thread-safe.
 */
final class FuturePool {
  private final ConcurrentHashMap<Long, PendingCall> calls = new ConcurrentHashMap<>();
  private final AtomicLong lastId;

  /**
   * @param base the number before the first id
   */
  FuturePool(long base) {
    lastId = new AtomicLong(base);
  }

  /** An id that no other call of this connection gets. */
  long nextId() {
    return lastId.incrementAndGet();
  }

  /** Adds a call under its id, which is of {@link #nextId}. */
  void add(PendingCall call) {
    calls.put(call.id(), call);
  }

  /** The call of a reply, which stays; null if it has ended already, or never was. */
  @Nullable PendingCall get(long id) {
    return calls.get(id);
  }

  /** Takes the call of a reply; null if it has ended already, or never was. */
  @Nullable PendingCall take(long id) {
    return calls.remove(id);
  }

  /** Takes a call that is to end in another way than by its reply; false if it was taken before. */
  boolean take(PendingCall call) {
    return calls.remove(call.id(), call);
  }

  /** The calls in flight; may be iterated while others come and go. */
  Collection<PendingCall> calls() {
    return calls.values();
  }

  int size() {
    return calls.size();
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }
}
