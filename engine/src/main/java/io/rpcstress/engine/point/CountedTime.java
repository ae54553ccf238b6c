package io.rpcstress.engine.point;

import io.rpcstress.usage.NetworkCounters;
import io.rpcstress.usage.ProcessUsage;
import java.util.concurrent.TimeUnit;

/**
 * The time in which those calls were due that count, of a meter that began amid others. What its
 * first reading missed, since it came late beside busy threads, is made up for as if it had grown
 * evenly. Immutable.
 *
 * @param began when the first of them was due, ns on the meter's clock
 * @param nanos how long they were due, ns; 0 where the meter began before all calls, and missed
 *     nothing
 */
record CountedTime(long began, long nanos) {

  /** Of a meter that misses nothing. */
  static final CountedTime WHOLE = new CountedTime(0, 0L);

  /** Of calls that were due for so many seconds. */
  static CountedTime of(long began, int seconds) {
    return new CountedTime(began, TimeUnit.SECONDS.toNanos(seconds));
  }

  /**
   * What was used in all of the time.
   *
   * @param growth what was read of it
   * @param end when it was read last, ns on the meter's clock
   */
  ProcessUsage of(ProcessUsage growth, long end) {
    long read = growth.readNanos();
    return read <= 0 ? growth : growth.within(Math.round(read * factor(end, read)));
  }

  /** The same of what went over the wire, in the time from its first reading to its last, ns. */
  NetworkCounters of(NetworkCounters growth, long end, long read) {
    double factor = factor(end, read);
    return factor == 1 ? growth : growth.times(factor);
  }

  private double factor(long end, long read) {
    long missed = end - read - began;
    return nanos == 0 || missed <= 0 ? 1 : (double) nanos / Math.max(1, nanos - missed);
  }
}
