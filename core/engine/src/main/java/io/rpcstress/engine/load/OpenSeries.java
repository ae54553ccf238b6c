package io.rpcstress.engine.load;

import io.rpcstress.measure.Latency;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.SeriesRow.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts an open loop's good replies by the second in which they came, from the opening of the gate
 * to the schedule's end, and keeps two percentiles of their response times. Not thread-safe: the
 * tally's lock guards it.
 */
final class OpenSeries {

  private static final long MILLIS_PER_SECOND = TimeUnit.SECONDS.toMillis(1);

  /** 1 %, so that what a second costs under the lock stays small. */
  private static final int DIGITS = 2;

  private final long[] good;
  private final @Nullable Double[] lower;
  private final @Nullable Double[] higher;
  private final int warmupSeconds;

  // Replies come on several threads: some of the last second after one of the next.
  private Histogram newest = new Histogram(DIGITS);
  private Histogram before = new Histogram(DIGITS);
  private int newestSecond;

  OpenSeries(int warmupSeconds, int counted) {
    this.warmupSeconds = warmupSeconds;
    int seconds = Math.addExact(warmupSeconds, counted);
    good = new long[seconds];
    lower = new @Nullable Double[seconds];
    higher = new @Nullable Double[seconds];
  }

  /**
   * A good reply came.
   *
   * @param sinceGate ns since the gate opened; replies after the schedule's end are left out
   * @param response its response time, ns
   */
  void good(long sinceGate, long response) {
    long second = TimeUnit.NANOSECONDS.toSeconds(sinceGate);
    if (second >= 0 && second < good.length) {
      good[(int) second]++;
      record((int) second, Math.max(0, response));
    }
  }

  private void record(int second, long response) {
    while (newestSecond < second) {
      keep(newestSecond - 1, before);
      Histogram over = before;
      over.reset();
      before = newest;
      newest = over;
      newestSecond++;
    }
    if (second == newestSecond) {
      newest.recordValue(response);
    } else if (second == newestSecond - 1) {
      before.recordValue(response);
    }
  }

  private void keep(int second, Histogram responses) {
    if (second >= 0) {
      lower[second] = Latency.percentile(responses, SeriesRow.LOWER);
      higher[second] = Latency.percentile(responses, SeriesRow.HIGHER);
    }
  }

  /**
   * An interval for each second of the schedule.
   *
   * @param cpu what this process took in each of them
   */
  List<SeriesRow> rows(IntervalCpu cpu) {
    keep(newestSecond - 1, before);
    keep(newestSecond, newest);
    List<SeriesRow> rows = new ArrayList<>();
    for (int second = 0; second < good.length; second++) {
      rows.add(
          new SeriesRow(
              second * MILLIS_PER_SECOND,
              (second + 1) * MILLIS_PER_SECOND,
              good[second],
              second < warmupSeconds ? Phase.WARM_UP : Phase.WINDOW,
              lower[second],
              higher[second],
              cpu.millis(second)));
    }
    return rows;
  }
}
