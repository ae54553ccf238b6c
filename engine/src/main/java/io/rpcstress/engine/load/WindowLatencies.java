package io.rpcstress.engine.load;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * One thread's latencies in nanoseconds, window by window and, before the windows, by the intervals
 * of the time series. Confined to that thread until the run is over.
 *
 * <p>Values go to an array of the thread's own, in order. Only where it is full is it emptied into
 * the histograms, which all threads share and none locks: so 990 threads cost one array each, and
 * each window one histogram. The warm-up records as the windows do, so that this code is compiled
 * before it counts; its histograms are small. Recording allocates nothing.
 */
final class WindowLatencies {

  /** Values kept before they go to the windows' histograms: 24 KB. */
  static final int ARRAY_VALUES = 2_048;

  /** Of the warm-up: 1 % and some 30 KB an interval. */
  private static final int WARMUP_DIGITS = 2;

  /** Intervals of the warm-up that have a histogram, at most; those behind have no percentiles. */
  private static final int MAX_WARMUP_INTERVALS = 512;

  private final AtomicHistogram[] places;
  private final long[] values = new long[ARRAY_VALUES];
  private final int[] placeOf = new int[ARRAY_VALUES];
  private int count;

  WindowLatencies(AtomicHistogram[] places) {
    this.places = places;
  }

  /**
   * The histograms that all threads of a run share, by {@link TimedGrid#place}; no good call is
   * slower than the deadline.
   */
  static AtomicHistogram[] shared(TimedGrid grid, long highestNanos) {
    int windows = grid.windows();
    int before = Math.min(MAX_WARMUP_INTERVALS, grid.early() + grid.slots() - windows);
    AtomicHistogram[] all = new AtomicHistogram[windows + before];
    for (int i = 0; i < all.length; i++) {
      int digits = i < windows ? Latencies.DIGITS : WARMUP_DIGITS;
      all[i] = new AtomicHistogram(1, Math.max(2, highestNanos), digits);
    }
    return all;
  }

  /**
   * Keeps a latency.
   *
   * @param place where, as {@link #shared} has them; of one beyond them nothing is kept
   */
  void record(int place, long nanos) {
    if (place >= places.length) {
      return;
    }
    if (count == ARRAY_VALUES) {
      spill();
    }
    placeOf[count] = place;
    values[count++] = nanos;
  }

  /** Empties the array into the histograms. */
  void spill() {
    for (int i = 0; i < count; i++) {
      AtomicHistogram place = places[placeOf[i]];
      place.recordValue(Math.min(values[i], place.getHighestTrackableValue()));
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
