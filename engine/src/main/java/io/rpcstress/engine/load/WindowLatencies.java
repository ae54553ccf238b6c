package io.rpcstress.engine.load;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * One thread's latencies in nanoseconds, window by window. Confined to that thread until the run is
 * over.
 *
 * <p>Values go to an array of the thread's own, in order. Only where it is full is it emptied into
 * the histograms of the windows, which all threads share and none locks: so 990 threads cost one
 * array each, and each window one histogram. Recording allocates nothing.
 */
final class WindowLatencies {

  /** Values kept before they go to the windows' histograms: 24 KB. */
  static final int ARRAY_VALUES = 2_048;

  private final AtomicHistogram[] windows;
  private final long[] values = new long[ARRAY_VALUES];
  private final int[] windowOf = new int[ARRAY_VALUES];
  private int count;

  WindowLatencies(AtomicHistogram[] windows) {
    this.windows = windows;
  }

  /** The histograms that all threads of a run share; no good call is slower than the deadline. */
  static AtomicHistogram[] shared(int windows, long highestNanos) {
    AtomicHistogram[] all = new AtomicHistogram[windows];
    for (int i = 0; i < windows; i++) {
      all[i] = new AtomicHistogram(1, Math.max(2, highestNanos), Latencies.DIGITS);
    }
    return all;
  }

  void record(int window, long nanos) {
    if (count == ARRAY_VALUES) {
      spill();
    }
    windowOf[count] = window;
    values[count++] = nanos;
  }

  /** Empties the array into the windows' histograms. */
  void spill() {
    for (int i = 0; i < count; i++) {
      AtomicHistogram window = windows[windowOf[i]];
      window.recordValue(Math.min(values[i], window.getHighestTrackableValue()));
    }
    count = 0;
  }

  /** A window's histogram, once every thread was emptied. */
  static Histogram of(AtomicHistogram window) {
    Histogram copy = new Histogram(Latencies.DIGITS);
    copy.add(window);
    return copy;
  }
}
