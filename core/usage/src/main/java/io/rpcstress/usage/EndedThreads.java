package io.rpcstress.usage;

import java.util.HashMap;
import java.util.Map;

/**
 * One counter summed over threads that come and go: a thread that is no longer there keeps counting
 * with the last value seen. Confined to its reader's lock.
 */
final class EndedThreads {
  private Map<Long, Long> last = new HashMap<>();
  private Map<Long, Long> seen = new HashMap<>();
  private long ended;
  private boolean known;

  void begin() {
    seen = new HashMap<>(last.size() * 2);
  }

  /**
   * A living thread's value in this round; a negative one (the thread just ended) is passed over.
   */
  void add(long thread, long value) {
    if (value < 0) {
      return;
    }
    known = true;
    seen.put(thread, value);
    Long before = last.get(thread);
    if (before != null && value >= before) {
      last.remove(thread);
    }
  }

  /** The round is complete: what is left of the round before has ended (or its id was reused). */
  void end() {
    for (long value : last.values()) {
      ended += value;
    }
    last = seen;
  }

  /** The sum over all threads, living and ended; unknown before a value was seen. */
  long total() {
    if (!known) {
      return ProcessUsage.UNKNOWN;
    }
    long sum = ended;
    for (long value : last.values()) {
      sum += value;
    }
    return sum;
  }
}
