package io.rpcstress.rpcx.client;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The paper's cache pool: the calls in flight on one connection, keyed by random ids. Who removes a
 * call from here is the one who may end it. Thread-safe.
 */
final class FuturePool {
  private final ConcurrentHashMap<Long, PendingCall> calls = new ConcurrentHashMap<>();
  private final LongSupplier ids;

  /**
   * @param ids draws random ids; an id that is in use is drawn again
   */
  FuturePool(LongSupplier ids) {
    this.ids = ids;
  }

  /** Adds a call under its id, or under a fresh one, which the call then knows. */
  void add(PendingCall call) {
    while (calls.putIfAbsent(call.id(), call) != null) {
      call.changeId(ids.getAsLong());
    }
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
