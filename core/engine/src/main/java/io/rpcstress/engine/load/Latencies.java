package io.rpcstress.engine.load;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * One thread's latencies in nanoseconds. Confined to that thread until the run is over.
 *
 * <p>A histogram per thread would take 200 KB for each of 990 threads and be touched all over for
 * their few calls each. So values go to a small array first, exact and in order; only a thread with
 * more calls than fit owns a histogram, which the array is emptied into. Recording allocates
 * nothing.
 */
final class Latencies {

  /** Significant decimal digits of every histogram: values are within 0.1 %. */
  static final int DIGITS = 3;

  /** Values kept before the first goes to a histogram: 16 KB. */
  static final int ARRAY_VALUES = 2_048;

  private final long[] values;
  private final @Nullable IntCountsHistogram overflow;
  private int count;

  /**
   * Room for a share of calls.
   *
   * @param calls how many calls the thread will make
   * @param highestNanos no good call is slower: the deadline
   */
  Latencies(long calls, long highestNanos) {
    values = new long[(int) Math.min(calls, ARRAY_VALUES)];
    overflow =
        calls > ARRAY_VALUES ? new IntCountsHistogram(1, Math.max(2, highestNanos), DIGITS) : null;
  }

  void record(long nanos) {
    if (count == values.length) {
      spill();
    }
    values[count++] = nanos;
  }

  private void spill() {
    if (overflow == null) {
      throw new IllegalStateException("more than the " + values.length + " calls dealt");
    }
    for (int i = 0; i < count; i++) {
      overflow.recordValue(Math.min(values[i], overflow.getHighestTrackableValue()));
    }
    count = 0;
  }

  /** Adds everything recorded to a run's histogram. */
  void addTo(Histogram run) {
    for (int i = 0; i < count; i++) {
      run.recordValue(values[i]);
    }
    if (overflow != null) {
      AbstractHistogram other = overflow;
      run.add(other);
    }
  }
}
