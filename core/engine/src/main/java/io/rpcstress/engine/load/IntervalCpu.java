package io.rpcstress.engine.load;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * CPU time of this process in intervals that follow each other, read where one ends and the next
 * begins. Confined to the thread that runs the load.
 */
final class IntervalCpu {

  /** The value of a reading where nothing is known. */
  static final long UNKNOWN = -1;

  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final LongSupplier nanos;
  private final long[] readings;

  IntervalCpu(int borders, LongSupplier nanos) {
    this.nanos = nanos;
    readings = new long[borders];
    Arrays.fill(readings, UNKNOWN);
  }

  void read(int border) {
    readings[border] = nanos.getAsLong();
  }

  /**
   * What the interval behind a border took, ms; null where one of its ends was not read, or the
   * reading went backwards.
   */
  @Nullable Double millis(int border) {
    long from = readings[border];
    long to = readings[border + 1];
    return from < 0 || to < from ? null : (Double) ((to - from) / NANOS_PER_MILLI);
  }
}
