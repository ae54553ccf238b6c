package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.DatabaseRows.CellRow;
import io.rpcstress.analysis.database.DatabaseRows.HistogramRow;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.measure.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * The latency of a sweep's cells. Where one process measured, as its row says; where several did,
 * their histograms are added and asked again. Used once, by one thread.
 */
final class CellLatency {

  /** A column for each of {@link Percentiles#LEVELS}, in their order. */
  static final List<String> LEVEL_COLUMNS =
      List.of(
          "p1Us", "p10Us", "p25Us", "p50Us", "p75Us", "p90Us", "p95Us", "p99Us", "p995Us", "p999Us",
          "p9999Us");

  /** Ordered, so that no more than one cell's histograms are in memory at a time. */
  private static final String SEVERAL =
      """
      SELECT technology, variant, threadNum, requestNum, requestMode, dimensions, repetition,
        histogram
      FROM latency l
      WHERE sweep = :sweep AND EXISTS (SELECT 1 FROM latency o WHERE o.sweep = l.sweep
        AND o.technology = l.technology AND o.variant = l.variant AND o.threadNum = l.threadNum
        AND o.requestNum = l.requestNum AND o.requestMode = l.requestMode
        AND o.dimensions = l.dimensions AND o.repetition <> l.repetition)
      ORDER BY technology, variant, threadNum, requestNum, requestMode, dimensions, repetition\
      """;

  private final Handle handle;
  private final long sweep;
  private final Map<Point, Found> found = new HashMap<>();
  private @Nullable Point current;
  private @Nullable Histogram sum;

  /**
   * What is known of a cell.
   *
   * @param processes whose histograms are in it
   */
  record Found(Percentiles percentiles, int processes) {}

  CellLatency(Handle handle, long sweep) {
    this.handle = handle;
    this.sweep = sweep;
  }

  Map<Point, Found> all() {
    handle.registerRowMapper(ConstructorMapper.factory(CellRow.class));
    handle
        .createQuery(
            "SELECT technology, variant, threadNum, requestNum, requestMode, dimensions, samples,"
                + " maxUs, meanUs, minUs, "
                + String.join(", ", LEVEL_COLUMNS)
                + " FROM latency WHERE sweep = :sweep")
        .bind("sweep", sweep)
        .setFetchSize(Database.FETCH_ROWS)
        .reduceRows(found, CellLatency::add);
    if (found.values().stream().anyMatch(each -> each.processes() > 1)) {
      handle
          .createQuery(SEVERAL)
          .bind("sweep", sweep)
          .setFetchSize(Database.FETCH_ROWS)
          .map(ConstructorMapper.of(HistogramRow.class))
          .forEach(this::add);
      finish();
    }
    return found;
  }

  private static Map<Point, Found> add(Map<Point, Found> found, RowView row) {
    found.merge(
        row.getRow(CellRow.class).point(),
        new Found(percentiles(row), 1),
        (before, one) -> new Found(Percentiles.UNKNOWN, before.processes() + 1));
    return found;
  }

  private void add(HistogramRow row) {
    Point point = row.cell().point();
    if (!point.equals(current)) {
      finish();
      current = point;
      sum = null;
    }
    byte[] bytes = row.histogram();
    if (bytes != null && bytes.length > 0) {
      Histogram one = WarmLatency.decoded(bytes);
      sum = sum == null ? one : WarmLatency.added(sum, one);
    }
  }

  private void finish() {
    Point point = current;
    Histogram all = sum;
    if (point != null && all != null) {
      found.computeIfPresent(
          point, (p, f) -> new Found(WarmLatency.percentiles(all), f.processes()));
    }
  }

  private static Percentiles percentiles(RowView row) {
    Map<Double, Double> curve = new TreeMap<>();
    for (int i = 0; i < LEVEL_COLUMNS.size(); i++) {
      Double value = row.getColumn(LEVEL_COLUMNS.get(i), Double.class);
      if (value != null) {
        curve.put(Percentiles.LEVELS.get(i), value);
      }
    }
    return new Percentiles(
        row.getColumn("samples", Long.class),
        curve,
        row.getColumn("maxUs", Double.class),
        row.getColumn("meanUs", Double.class),
        row.getColumn("minUs", Double.class));
  }
}
