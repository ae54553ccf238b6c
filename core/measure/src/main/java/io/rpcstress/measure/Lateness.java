package io.rpcstress.measure;

/**
 * Which right answers of a run came too late to be accepted. They are among its good calls, and in
 * its latencies and rates; a call that exceeded its deadline is none of them. Immutable.
 *
 * @param afterMs how long a call may take to be accepted, ms, 1 or more; of an open loop from when
 *     it was due, else from when it was started
 * @param calls good calls that took longer, 0 or more
 */
public record Lateness(@Cell("lateAfterUs") long afterMs, @Cell("callsLate") long calls) {

  public Lateness {
    if (afterMs < 1 || calls < 0) {
      throw new IllegalArgumentException(
          "%d calls late after %d ms: 0 or more after 1 or more expected"
              .formatted(calls, afterMs));
    }
  }

  public Lateness of(long late) {
    return new Lateness(afterMs, late);
  }
}
