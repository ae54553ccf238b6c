package io.rpcstress.engine.load;

import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.SeriesRow.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Counts an open loop's good replies by the second in which they came, from the opening of the gate
 * to the schedule's end. Not thread-safe: the tally's lock guards it.
 */
final class OpenSeries {

  private static final long MILLIS_PER_SECOND = TimeUnit.SECONDS.toMillis(1);

  private final long[] good;
  private final int warmupSeconds;

  OpenSeries(OfferedLoad load) {
    warmupSeconds = load.warmupSeconds();
    good = new long[Math.addExact(warmupSeconds, load.seconds())];
  }

  /**
   * A good reply came.
   *
   * @param sinceGate ns since the gate opened; replies after the schedule's end are left out
   */
  void good(long sinceGate) {
    long second = TimeUnit.NANOSECONDS.toSeconds(sinceGate);
    if (second >= 0 && second < good.length) {
      good[(int) second]++;
    }
  }

  /** An interval for each second of the schedule. */
  List<SeriesRow> rows() {
    List<SeriesRow> rows = new ArrayList<>();
    for (int second = 0; second < good.length; second++) {
      rows.add(
          new SeriesRow(
              second * MILLIS_PER_SECOND,
              (second + 1) * MILLIS_PER_SECOND,
              good[second],
              second < warmupSeconds ? Phase.WARM_UP : Phase.WINDOW));
    }
    return rows;
  }
}
