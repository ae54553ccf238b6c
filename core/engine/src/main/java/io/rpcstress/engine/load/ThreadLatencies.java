package io.rpcstress.engine.load;

/**
 * One thread's latencies in nanoseconds, by the intervals of the time series. Confined to that
 * thread until the run is over.
 *
 * <p>Values go to an array of the thread's own, in order. Only where it is full is it emptied into
 * the intervals' histograms, which all threads share and none locks: so 990 threads cost one array
 * each, and each interval one histogram. The warm-up records as the windows do, so that this code
 * is compiled before it counts. Recording allocates nothing.
 */
final class ThreadLatencies {

  /** Values kept before they go to the intervals: 24 KB. */
  static final int ARRAY_VALUES = 2_048;

  private final IntervalLatencies intervals;
  private final long[] values = new long[ARRAY_VALUES];
  private final int[] placeOf = new int[ARRAY_VALUES];
  private int count;

  ThreadLatencies(IntervalLatencies intervals) {
    this.intervals = intervals;
  }

  /**
   * Keeps a latency.
   *
   * @param place where, as {@link TimedGrid#place} has it
   */
  void record(int place, long nanos) {
    if (count == ARRAY_VALUES) {
      spill();
    }
    placeOf[count] = place;
    values[count++] = nanos;
  }

  void spill() {
    for (int i = 0; i < count; i++) {
      intervals.record(placeOf[i], values[i]);
    }
    count = 0;
  }
}
