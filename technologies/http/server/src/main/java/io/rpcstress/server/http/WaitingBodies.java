package io.rpcstress.server.http;

import io.rpcstress.server.base.HeldBytes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls whose bodies are large or did not come at once: how much memory all of them may hold,
 * until they are answered, and how long one may take to arrive. A small body that comes with its
 * head, or is all there when it is first read, never enters here. Used by many threads.
 */
final class WaitingBodies {
  private final long nanos;
  private final HeldBytes held;
  private final Map<Call, Long> since = new ConcurrentHashMap<>();

  WaitingBodies(Limits limits) {
    this.held = new HeldBytes(limits.waitingBytes(), limits.keptBytes());
    this.nanos = limits.body().toNanos();
  }

  /**
   * Lets a call wait for its body. Where all bodies together are too large, the call that has
   * waited for longest is ended.
   */
  HeldBytes.Holding admit(Call call) {
    since.put(call, System.nanoTime());
    return held.hold(call::dropBody, call::bodyIsLate);
  }

  /**
   * The body of a call that was admitted is there, and is still held.
   *
   * @return false where it is not: it, or all that are there, would be too large
   */
  boolean arrived(Call call, HeldBytes.Holding body) {
    since.remove(call);
    return body.keep();
  }

  /** A call that was admitted holds its body no longer. Called once for each. */
  void leave(Call call, HeldBytes.Holding body) {
    since.remove(call);
    body.release();
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

  /** What has come of the admitted ones, bytes. */
  long bytes() {
    return held.total();
  }
}
