package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** Threads that call all the time over one connection, as clients do that mean no harm. */
final class GoodClients implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int DIGITS = 3;
  private static final double PERCENTILE = 99;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double SECOND = 1e9;
  private static final String NAME = "0123456789abcdef";

  private final RPCX rpcx;
  private final Thread[] threads = new Thread[THREADS];
  private final Recorder recorder = new Recorder(DIGITS);
  private final LongAdder failed = new LongAdder();
  private volatile @Nullable String problem;
  private volatile boolean stopped;

  /**
   * What they saw in a phase.
   *
   * @param callsPerSecond calls that were answered
   * @param p99Millis of the time of those; NaN with fewer than a thousand
   * @param maxMillis the longest
   * @param failed calls that were not answered
   */
  record Phase(double callsPerSecond, double p99Millis, double maxMillis, long failed) {}

  /** Connects and begins. */
  GoodClients(int port) {
    rpcx =
        RPCX.builder()
            .address("127.0.0.1")
            .port(port)
            .deadline(Patience.TIME)
            .limits(Patience.LIMITS)
            .build()
            .connect();
    Workload.Client client = rpcx.client(Workload.Client.class);
    for (int i = 0; i < THREADS; i++) {
      threads[i] = new Thread(() -> call(client), "good-" + i);
      threads[i].start();
    }
  }

  private void call(Workload.Client client) {
    while (!stopped) {
      long begin = System.nanoTime();
      try {
        String unused = client.greet(NAME);
        recorder.recordValue(System.nanoTime() - begin);
      } catch (RPCXException e) {
        if (!stopped) {
          problem = e.toString();
          failed.increment();
        }
      }
    }
  }

  /** Forgets what was; what follows is the next phase. */
  long begin() {
    Histogram unused = recorder.getIntervalHistogram();
    failed.reset();
    return System.nanoTime();
  }

  /**
   * What they saw since then.
   *
   * @param start what {@link #begin} returned
   */
  Phase end(long start) {
    Histogram seen = recorder.getIntervalHistogram();
    long calls = seen.getTotalCount();
    return new Phase(
        calls / ((System.nanoTime() - start) / SECOND),
        calls < 10 * PERCENTILE
            ? Double.NaN
            : seen.getValueAtPercentile(PERCENTILE) / NANOS_PER_MILLI,
        seen.getMaxValue() / NANOS_PER_MILLI,
        failed.sum());
  }

  /** The last thing that went wrong. */
  @Nullable String problem() {
    return problem;
  }

  @Override
  public void close() {
    stopped = true;
    // Their calls end with it, and they with their calls.
    rpcx.close();
  }
}
