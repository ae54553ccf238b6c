package io.rpcstress.usage;

import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What this process has used since it started. Counters (CPU, context switches, allocation, garbage
 * collection) only grow; the two memory fields are gauges.
 *
 * <p>A field that could not be read is {@link #UNKNOWN}, never 0, and stays unknown through {@link
 * #since}.
 *
 * <p>The kernel forgets a thread's counters when the thread ends. {@link #read} remembers what each
 * thread had at the read before, so totals never fall; what a thread used between the last read and
 * its end is missing from the context switches (and, before JDK 21, from the allocation). Read
 * while the threads that matter still live.
 *
 * @param cpuNanos user and system CPU time of all threads, ns
 * @param contextSwitches voluntary and involuntary switches of all threads
 * @param allocatedBytes heap bytes allocated by all Java threads
 * @param gcMillis time spent in garbage collections, ms
 * @param rssKb resident memory now, KiB
 * @param peakRssKb the most resident memory so far, KiB
 */
public record ProcessUsage(
    long cpuNanos,
    long contextSwitches,
    long allocatedBytes,
    long gcMillis,
    long rssKb,
    long peakRssKb) {

  /** Stands for a value that could not be read. Every real value is 0 or more. */
  public static final long UNKNOWN = -1;

  /** Nothing is known. */
  public static final ProcessUsage NOTHING_KNOWN =
      new ProcessUsage(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

  private static final ProcessReader THIS_PROCESS = new ProcessReader(Path.of("/proc/self"));

  /** Turns every negative value into {@link #UNKNOWN}. */
  public ProcessUsage {
    cpuNanos = Math.max(UNKNOWN, cpuNanos);
    contextSwitches = Math.max(UNKNOWN, contextSwitches);
    allocatedBytes = Math.max(UNKNOWN, allocatedBytes);
    gcMillis = Math.max(UNKNOWN, gcMillis);
    rssKb = Math.max(UNKNOWN, rssKb);
    peakRssKb = Math.max(UNKNOWN, peakRssKb);
  }

  /** Whether a field's value was readable. */
  public static boolean isKnown(long value) {
    return value >= 0;
  }

  /**
   * Reads the counters of this process. Thread-safe. Opens two files in /proc for each thread, so
   * keep it outside the clock. The reading's own CPU time and allocation are not counted.
   */
  public static ProcessUsage read() {
    return THIS_PROCESS.read();
  }

  /** Reads something else, whose own CPU time and allocation are then not counted either. */
  static <T> T uncounted(Supplier<T> reading) {
    return THIS_PROCESS.uncounted(reading);
  }

  /**
   * What was used between an earlier reading and this one. The memory fields are gauges: they stay
   * this reading's. A counter that is unknown on either side, or fell, is unknown.
   */
  public ProcessUsage since(ProcessUsage earlier) {
    return new ProcessUsage(
        difference(cpuNanos, earlier.cpuNanos),
        difference(contextSwitches, earlier.contextSwitches),
        difference(allocatedBytes, earlier.allocatedBytes),
        difference(gcMillis, earlier.gcMillis),
        rssKb,
        peakRssKb);
  }

  /** The growth of a counter, unknown where either side is or where it fell. */
  static long difference(long later, long earlier) {
    return isKnown(later) && isKnown(earlier) && later >= earlier ? later - earlier : UNKNOWN;
  }
}
