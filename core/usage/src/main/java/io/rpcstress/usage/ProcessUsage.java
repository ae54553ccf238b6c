package io.rpcstress.usage;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What this process has used since it started. Counters (CPU, context switches, allocation, garbage
 * collection) only grow; the two memory fields are gauges.
 *
 * <p>A field that could not be read is {@link #UNKNOWN}, never 0, and stays unknown through {@link
 * #since}.
 *
 * <p>CPU time is the sum of the threads' own clocks, in ns. The kernel forgets a thread's counters
 * when the thread ends. {@link #read} remembers what each thread had at the read before, so totals
 * never fall; what a thread used between the last read and its end is missing (before JDK 21 also
 * from the allocation), and is made up for once the clock of the whole process, in ticks, shows
 * that it is more than the ticks are rounded. Read while the threads that matter still live.
 *
 * @param compileNanos the part of {@code cpuNanos} that the JVM's compiler threads took, ns
 * @param gcMillis time spent in garbage collections, ms; CPU time where one thread collects, as
 *     with the serial collector
 * @param rssKb resident memory now, KiB
 * @param peakRssKb the most resident memory so far, KiB
 * @param readNanos when the threads' clocks were read, ns by the reading process' monotonic clock,
 *     whose origin means nothing; after {@link #since} how long lies between the two readings
 */
public record ProcessUsage(
    long cpuNanos,
    long contextSwitches,
    long allocatedBytes,
    long compileNanos,
    long gcMillis,
    long rssKb,
    long peakRssKb,
    long readNanos) {

  /** Stands for a value that could not be read. Every real value is 0 or more. */
  public static final long UNKNOWN = -1;

  public static final ProcessUsage NOTHING_KNOWN =
      new ProcessUsage(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

  private static final ProcessReader THIS_PROCESS = ProcessReader.ofThisProcess();

  public static boolean isKnown(long value) {
    return value >= 0;
  }

  /**
   * Reads the counters of this process, before a window or at no border of one. Thread-safe. Opens
   * three files in /proc for each thread, so keep it outside the clock. The reading's own CPU time
   * and allocation are not counted. What compiles and collects in the background works on
   * meanwhile, so those threads are read last.
   */
  public static ProcessUsage read() {
    return THIS_PROCESS.read(TaskReader.Border.BEFORE);
  }

  /** As {@link #read}, behind a window: what works in the background is read first. */
  public static ProcessUsage readAfter() {
    return THIS_PROCESS.read(TaskReader.Border.AFTER);
  }

  /**
   * As {@link #readAfter}, while threads compute, as at the border of two windows of time: CPU time
   * takes under 1 us a thread instead of some 15. In a process of more than 48 threads context
   * switches are {@link #UNKNOWN}: a reader that shares a core with a thousand busy threads would
   * else be seconds late. It may be late all the same, by as long as the others hold the core:
   * {@link #readNanos} says for when the counters hold.
   */
  public static ProcessUsage readRunning() {
    return THIS_PROCESS.readRunning();
  }

  /**
   * Does something that is reading, too: its CPU time and allocation in the calling thread do not
   * count in later readings.
   */
  public static <T> T uncounted(Supplier<T> reading) {
    return THIS_PROCESS.uncounted(reading);
  }

  /**
   * What was used between an earlier reading and this one. The memory fields are gauges: they stay
   * this reading's. A counter that is unknown on either side, or fell, is unknown.
   */
  public ProcessUsage since(ProcessUsage earlier) {
    return counters(
        counter -> difference(counter.applyAsLong(this), counter.applyAsLong(earlier)),
        rssKb,
        peakRssKb,
        difference(readNanos, earlier.readNanos));
  }

  /**
   * As much of each counter as falls into a time, where they grew evenly: what two readings show
   * that were not made when the time began and ended. Where the time between them is not known,
   * everything stays as it is.
   */
  public ProcessUsage within(long nanos) {
    if (readNanos <= 0) {
      return this;
    }
    double part = (double) nanos / readNanos;
    return counters(counter -> times(counter.applyAsLong(this), part), rssKb, peakRssKb, nanos);
  }

  /**
   * What this process and another one used together. When it was read stays this one's: the other
   * may have another clock.
   */
  public ProcessUsage plus(ProcessUsage other) {
    return counters(
        counter -> sum(counter.applyAsLong(this), counter.applyAsLong(other)),
        sum(rssKb, other.rssKb),
        sum(peakRssKb, other.peakRssKb),
        readNanos);
  }

  private static ProcessUsage counters(
      ToLongFunction<ToLongFunction<ProcessUsage>> value, long rssKb, long peakRssKb, long read) {
    return new ProcessUsage(
        value.applyAsLong(ProcessUsage::cpuNanos),
        value.applyAsLong(ProcessUsage::contextSwitches),
        value.applyAsLong(ProcessUsage::allocatedBytes),
        value.applyAsLong(ProcessUsage::compileNanos),
        value.applyAsLong(ProcessUsage::gcMillis),
        rssKb,
        peakRssKb,
        read);
  }

  /** A part of a growth; unknown where that is. */
  static long times(long value, double part) {
    return isKnown(value) ? Math.round(value * part) : UNKNOWN;
  }

  static long sum(long one, long other) {
    return isKnown(one) && isKnown(other) ? one + other : UNKNOWN;
  }

  /** The growth of a counter, unknown where either side is or where it fell. */
  static long difference(long later, long earlier) {
    return isKnown(later) && isKnown(earlier) && later >= earlier ? later - earlier : UNKNOWN;
  }
}
