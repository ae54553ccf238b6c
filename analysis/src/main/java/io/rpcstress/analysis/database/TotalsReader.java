package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.DatabaseRows.OpenTotalsRow;
import io.rpcstress.analysis.database.DatabaseRows.TotalsRow;
import io.rpcstress.analysis.model.PointTotals;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * Adds up what the rows of each point have, of all loads; of those alone whose rows say what most
 * do not: late answers, or energy. What a row does not know its point does not. Decimals are added
 * as whole thousandths, so that every database has the same sum.
 */
final class TotalsReader {

  private static final String SUMS =
      """
      SELECT technology, variant, threadNum, %4$s AS requestNum, requestMode, dimensions, %1$s
        MIN(type) AS type, SUM(ROUND(timeTotal * 1000)) / 1000 AS timeMs, SUM(callsOk) AS callsOk,
        SUM(callsLate) AS callsLate, lateAfterMs,
        CASE WHEN COUNT(clientEnergyMj) = COUNT(*)
          THEN SUM(ROUND(clientEnergyMj * 1000)) / 1000 END AS clientEnergyMj,
        CASE WHEN COUNT(serverEnergyMj) = COUNT(*)
          THEN SUM(ROUND(serverEnergyMj * 1000)) / 1000 END AS serverEnergyMj
      FROM %2$s
      WHERE sweep = :sweep %3$s
      GROUP BY technology, variant, threadNum, %5$s requestMode, dimensions, %1$s
        lateAfterMs
      HAVING lateAfterMs IS NOT NULL OR COUNT(clientEnergyMj) = COUNT(*)
        OR COUNT(serverEnergyMj) = COUNT(*)\
      """;

  private static final String OF_CLOSED_LOOPS =
      SUMS.formatted(
          "loadShape,",
          "original",
          "AND (\"order\" > 0 OR loadShape = 'timed')",
          "requestNum",
          "requestNum,");

  /** Processes of one load have as many calls as each drew. */
  private static final String OF_OPEN_LOOPS =
      SUMS.formatted("shape, rate, durationSeconds,", "open_run", "", "MIN(requestNum)", "");

  private TotalsReader() {}

  /** Those of a sweep, in an order that is the same from every database. */
  static List<PointTotals> of(Handle handle, long sweep) {
    Stream<PointTotals> closed =
        rows(handle, sweep, OF_CLOSED_LOOPS, TotalsRow.class).map(row -> row.totals(load(row)));
    Stream<PointTotals> open =
        rows(handle, sweep, OF_OPEN_LOOPS, OpenTotalsRow.class)
            .map(row -> row.totals().totals(load(row)));
    return Stream.concat(closed, open)
        .sorted(
            Comparator.comparing(PointTotals::series)
                .thenComparing(PointTotals::threads)
                .thenComparing(PointTotals::load)
                .thenComparing(
                    PointTotals::lateAfterMs, Comparator.nullsFirst(Comparator.naturalOrder())))
        .toList();
  }

  private static <T> Stream<T> rows(Handle handle, long sweep, String query, Class<T> type) {
    return handle
        .createQuery(query)
        .bind("sweep", sweep)
        .map(ConstructorMapper.of(type))
        .list()
        .stream();
  }

  /** A timed loop's is in its dimensions. */
  private static String load(TotalsRow row) {
    int requests = row.cell().requestNum();
    return requests == 0
        ? "timed"
        : "%d requests, %s".formatted(requests, row.cell().requestMode().label());
  }

  private static String load(OpenTotalsRow row) {
    return "%d calls/s %s, %d s".formatted(row.rate(), row.shape().label(), row.durationSeconds());
  }
}
