package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.SeriesRow.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts an open loop's good replies by the second, or part of one, in which they came, from the
 * opening of the gate to the schedule's end, and keeps two percentiles of their response times; and
 * its failed calls by when they were due. Not thread-safe: the tally's lock guards it.
 */
final class OpenSeries {

  private static final long MILLIS_PER_SECOND = TimeUnit.SECONDS.toMillis(1);

  /** 1 %, so that what a second costs under the lock stays small. */
  private static final int DIGITS = 2;

  private static final int OUTSIDE = -1;

  private final int millis;
  private final long[] good;
  private final List<Map<FailureKind, Long>> failures = new ArrayList<>();
  private final @Nullable Double[] lower;
  private final @Nullable Double[] higher;
  private final int warmupSeconds;

  // Replies come on several threads: some of the last interval after one of the next.
  private Histogram newest = new Histogram(DIGITS);
  private Histogram before = new Histogram(DIGITS);
  private int newestInterval;

  /** Nothing came yet. An interval is a second, or a whole part of one. */
  OpenSeries(int warmupSeconds, int counted, int millis) {
    this.warmupSeconds = warmupSeconds;
    this.millis = millis;
    long seconds = Math.addExact(warmupSeconds, counted);
    int intervals = Math.toIntExact(seconds * MILLIS_PER_SECOND / millis);
    good = new long[intervals];
    lower = new @Nullable Double[intervals];
    higher = new @Nullable Double[intervals];
    for (int i = 0; i < intervals; i++) {
      failures.add(Map.of());
    }
  }

  /**
   * A good reply came.
   *
   * @param sinceGate ns since the gate opened; replies after the schedule's end are left out
   * @param response its response time, ns
   */
  void good(long sinceGate, long response) {
    int interval = interval(sinceGate);
    if (interval != OUTSIDE) {
      good[interval]++;
      record(interval, Math.max(0, response));
    }
  }

  /** A call failed that was due so many ns after the gate opened. */
  void failed(long due, FailureKind kind) {
    int interval = interval(due);
    if (interval != OUTSIDE) {
      if (failures.get(interval).isEmpty()) {
        failures.set(interval, new EnumMap<>(FailureKind.class));
      }
      failures.get(interval).merge(kind, 1L, Long::sum);
    }
  }

  private int interval(long sinceGate) {
    long interval = TimeUnit.NANOSECONDS.toMillis(sinceGate) / millis;
    return sinceGate >= 0 && interval < good.length ? (int) interval : OUTSIDE;
  }

  private void record(int interval, long response) {
    while (newestInterval < interval) {
      keep(newestInterval - 1, before);
      Histogram over = before;
      over.reset();
      before = newest;
      newest = over;
      newestInterval++;
    }
    if (interval == newestInterval) {
      newest.recordValue(response);
    } else if (interval == newestInterval - 1) {
      before.recordValue(response);
    }
  }

  private void keep(int interval, Histogram responses) {
    if (interval >= 0) {
      lower[interval] = Latency.percentile(responses, SeriesRow.LOWER);
      higher[interval] = Latency.percentile(responses, SeriesRow.HIGHER);
    }
  }

  /** The intervals of the schedule; processor time is known of whole seconds only. */
  List<SeriesRow> rows(IntervalCpu cpu) {
    keep(newestInterval - 1, before);
    keep(newestInterval, newest);
    List<SeriesRow> rows = new ArrayList<>();
    for (int i = 0; i < good.length; i++) {
      long from = (long) i * millis;
      rows.add(
          new SeriesRow(
              from,
              from + millis,
              good[i],
              from < warmupSeconds * MILLIS_PER_SECOND ? Phase.WARM_UP : Phase.WINDOW,
              lower[i],
              higher[i],
              millis == MILLIS_PER_SECOND ? cpu.millis(i) : null,
              LoadResult.words(failures.get(i))));
    }
    return rows;
  }
}
