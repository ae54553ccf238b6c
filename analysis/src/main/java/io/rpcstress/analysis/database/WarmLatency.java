package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.measure.Latency;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The latency of one process's warm runs: what is asked of it, and the histogram itself,
 * compressed, so that processes can be added up. Immutable.
 */
final class WarmLatency {

  /** No histogram. */
  static final WarmLatency UNKNOWN = new WarmLatency(Percentiles.UNKNOWN, new byte[0]);

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MEDIAN = 50;
  private static final double ALL = 100;

  private final Percentiles percentiles;
  private final byte[] histogram;

  private WarmLatency(Percentiles percentiles, byte[] histogram) {
    this.percentiles = percentiles;
    this.histogram = histogram;
  }

  /**
   * Of a histogram in nanoseconds.
   *
   * @param keep whether the histogram itself is wanted, to be added to another process's
   */
  static WarmLatency of(Histogram sum, boolean keep) {
    if (sum.getTotalCount() == 0) {
      return UNKNOWN;
    }
    if (!keep) {
      return new WarmLatency(percentiles(sum), new byte[0]);
    }
    ByteBuffer buffer = ByteBuffer.allocate(sum.getNeededByteBufferCapacity());
    int length = sum.encodeIntoCompressedByteBuffer(buffer);
    return new WarmLatency(percentiles(sum), Arrays.copyOf(buffer.array(), length));
  }

  Percentiles percentiles() {
    return percentiles;
  }

  /** HdrHistogram V2, compressed, ns; empty where there is none, or none is kept. */
  byte[] histogram() {
    return histogram.clone();
  }

  /**
   * A histogram from the bytes that {@link #histogram} gave.
   *
   * @throws IllegalStateException if they are not
   */
  static Histogram decoded(byte[] bytes) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (DataFormatException e) {
      throw new IllegalStateException("table latency holds what is no histogram", e);
    }
  }

  /** Into the wider of the two: a histogram that was read cannot grow. */
  static Histogram added(Histogram one, Histogram other) {
    if (one.getHighestTrackableValue() < other.getHighestTrackableValue()) {
      other.add(one);
      return other;
    }
    one.add(other);
    return one;
  }

  /** What is kept of a histogram in nanoseconds with at least one sample. */
  static Percentiles percentiles(Histogram sum) {
    long samples = sum.getTotalCount();
    Map<Double, Double> curve = new TreeMap<>();
    for (double level : Percentiles.LEVELS) {
      boolean enoughBelow = level >= MEDIAN || samples * level / ALL >= Latency.SAMPLES_BEYOND;
      Double value = enoughBelow ? Latency.percentile(sum, level) : null;
      if (value != null) {
        curve.put(level, value);
      }
    }
    return new Percentiles(
        samples,
        curve,
        sum.getMaxValue() / NANOS_PER_MICRO,
        sum.getMean() / NANOS_PER_MICRO,
        sum.getMinValue() / NANOS_PER_MICRO);
  }
}
