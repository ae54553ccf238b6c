package io.rpcstress.server.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The calls whose bodies did not come at once: how much memory all of them may hold, until they are
 * answered, and how long one may take to arrive. A body that comes with its head, or is all there
 * when it is first read, never enters here. Used by many threads.
 */
final class WaitingBodies {
  private final long maxBytes;
  private final long nanos;
  private final AtomicLong bytes = new AtomicLong();
  private final Map<Call, Long> since = new ConcurrentHashMap<>();

  WaitingBodies(Limits limits) {
    this.maxBytes = limits.waitingBytes();
    this.nanos = limits.body().toNanos();
  }

  /** Lets a call wait for its body, unless all bodies together would be too large. */
  boolean admit(Call call, int size) {
    if (bytes.addAndGet(size) > maxBytes) {
      bytes.addAndGet(-size);
      return false;
    }
    since.put(call, System.nanoTime());
    return true;
  }

  /** The body of a call that was admitted is there, and is still held. */
  void arrived(Call call) {
    since.remove(call);
  }

  /** A call that was admitted holds its body no longer. Called once for each. */
  void leave(Call call, int size) {
    since.remove(call);
    bytes.addAndGet(-size);
  }

  /** Ends the calls that have waited for too long. Called now and then. */
  void endLate() {
    long now = System.nanoTime();
    since.forEach(
        (call, begun) -> {
          if (now - begun > nanos) {
            call.bodyIsLate();
          }
        });
  }

  /** How much the admitted ones may come to, bytes. */
  long bytes() {
    return bytes.get();
  }
}
