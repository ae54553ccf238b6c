package io.rpcstress.engine.load;

import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The good calls of all threads of a timed loop, by the interval of its time series in which they
 * ended: how many, and their latencies. A window's are those of its intervals, so no call is kept
 * twice. Thread-safe: nothing here locks.
 */
final class IntervalLatencies implements Latencies.Sink {

  /** Of the warm-up: 1 % and some 30 KB an interval. */
  private static final int WARMUP_DIGITS = 2;

  /** Intervals of the warm-up that have a histogram, at most; those behind have no percentiles. */
  private static final int MAX_WARMUP_INTERVALS = 512;

  private final int parts;
  private final AtomicHistogram[] latencies;
  private final AtomicLongArray further;

  IntervalLatencies(TimedGrid grid, long highestNanos) {
    parts = grid.parts();
    int windows = grid.windows() * parts;
    int before = Math.min(MAX_WARMUP_INTERVALS, grid.places() - windows);
    latencies = new AtomicHistogram[windows + before];
    for (int i = 0; i < latencies.length; i++) {
      int digits = i < windows ? Latencies.DIGITS : WARMUP_DIGITS;
      latencies[i] = new AtomicHistogram(1, Math.max(2, highestNanos), digits);
    }
    further = new AtomicLongArray(grid.places() - latencies.length);
  }

  /** A good call in the interval of {@link TimedGrid#place}; beyond them all nothing is kept. */
  @Override
  public void record(int place, long nanos) {
    if (place < latencies.length) {
      AtomicHistogram own = latencies[place];
      own.recordValue(Math.min(nanos, own.getHighestTrackableValue()));
    } else if (place - latencies.length < further.length()) {
      further.incrementAndGet(place - latencies.length);
    }
  }

  long calls(int place) {
    return place < latencies.length
        ? latencies[place].getTotalCount()
        : further.get(place - latencies.length);
  }

  /** The latencies of an interval, ns; null where only its calls were counted. */
  @Nullable AtomicHistogram latencies(int place) {
    return place < latencies.length ? latencies[place] : null;
  }

  /** The latencies of a window, ns, once every thread has added its own. */
  Histogram window(int number) {
    Histogram sum = new Histogram(Latencies.DIGITS);
    for (int part = 0; part < parts; part++) {
      sum.add(latencies[number * parts + part]);
    }
    return sum;
  }
}
