package io.rpcstress.engine.load;

/**
 * One thread's latencies in nanoseconds. Confined to that thread until the run is over.
 *
 * <p>A histogram per thread would take 200 KB for each of 990 threads and be touched all over for
 * their few calls each. So values go to a small array first, exact and in order, which is emptied
 * into a sink only where it is full. Recording allocates nothing. The warm-up of a timed loop
 * records as its windows do, so that this code is compiled before it counts.
 */
final class Latencies {

  /** Significant decimal digits of every histogram: values are within 0.1 %. */
  static final int DIGITS = 3;

  /** Values kept before the first goes to the sink: 24 KB. */
  static final int ARRAY_VALUES = 2_048;

  /** Where values go that the array has no room for. */
  interface Sink {
    void record(int place, long nanos);
  }

  private final Sink sink;
  private final long[] values;
  private final int[] places;
  private int count;

  Latencies(long calls, Sink sink) {
    int room = (int) Math.min(calls, ARRAY_VALUES);
    this.sink = sink;
    this.values = new long[room];
    this.places = new int[room];
  }

  void record(int place, long nanos) {
    if (count == values.length) {
      spillTo(sink);
    }
    places[count] = place;
    values[count++] = nanos;
  }

  /** The same where there is one place, 0: it costs a counted call no store. */
  void record(long nanos) {
    if (count == values.length) {
      spillTo(sink);
    }
    values[count++] = nanos;
  }

  void spillTo(Sink other) {
    for (int i = 0; i < count; i++) {
      other.record(places[i], values[i]);
    }
    count = 0;
  }

  void spill() {
    spillTo(sink);
  }
}
