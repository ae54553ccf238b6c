package io.rpcstress.engine.point;

import io.rpcstress.usage.NetworkCounters;
import io.rpcstress.usage.ProcessUsage;

/**
 * The time in which those calls were due that count, of a meter that began amid others. What its
 * first reading missed, since it came late beside busy threads, is made up for as if it had grown
 * evenly until the last one. Immutable.
 *
 * @param began when the first of them was due, ns on the meter's clock
 * @param mostMissed no counter was read first later than this behind it, ns
 * @param isLate whether that is too much for what was read to stand as it is
 */
record CountedTime(long began, long mostMissed, boolean isLate) {

  static final CountedTime WHOLE = new CountedTime(0, 0, false);

  /**
   * What was used in all of the time; nothing is known where much was missed of a process that does
   * not say when it was read.
   *
   * @param growth what was read of it
   * @param end when it was read last, ns on the meter's clock
   */
  ProcessUsage of(ProcessUsage growth, long end) {
    long read = growth.readNanos();
    if (read <= 0) {
      return isLate ? ProcessUsage.NOTHING_KNOWN : growth;
    }
    return growth.within(read + missed(end, read));
  }

  /** The same of what went over the wire, in the time from its first reading to its last, ns. */
  NetworkCounters of(NetworkCounters growth, long end, long read) {
    long missed = missed(end, read);
    return missed == 0 || read <= 0 ? growth : growth.times((double) (read + missed) / read);
  }

  private long missed(long end, long read) {
    return Math.max(0, Math.min(mostMissed, end - read - began));
  }
}
