package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The latency of a sweep's cells. Where one process measured, as its row says; where several did,
 * their histograms are added and asked again. Used once, by one thread.
 */
final class CellLatency {

  private static final List<String> LEVEL_COLUMNS =
      List.of(
          "p1Us", "p10Us", "p25Us", "p50Us", "p75Us", "p90Us", "p95Us", "p99Us", "p995Us", "p999Us",
          "p9999Us");

  /** Ordered, so that no more than one cell's histograms are in memory at a time. */
  private static final String SEVERAL =
      """
      SELECT technology, variant, threadNum, requestNum, requestMode, dimensions, histogram
      FROM latency l
      WHERE sweep = ? AND EXISTS (SELECT 1 FROM latency o WHERE o.sweep = l.sweep
        AND o.technology = l.technology AND o.variant = l.variant AND o.threadNum = l.threadNum
        AND o.requestNum = l.requestNum AND o.requestMode = l.requestMode
        AND o.dimensions = l.dimensions AND o.repetition <> l.repetition)
      ORDER BY technology, variant, threadNum, requestNum, requestMode, dimensions, repetition\
      """;

  private final Connection connection;
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

  CellLatency(Connection connection, long sweep) {
    this.connection = connection;
    this.sweep = sweep;
  }

  Map<Point, Found> all() throws SQLException {
    boolean[] several = {false};
    Statements.query(
        connection,
        "SELECT technology, variant, threadNum, requestNum, requestMode, dimensions, samples,"
            + " maxUs, meanUs, minUs, "
            + String.join(", ", LEVEL_COLUMNS)
            + " FROM latency WHERE sweep = ?",
        row -> {
          Found one = new Found(percentiles(row), 1);
          Found before = found.put(point(row), one);
          if (before != null) {
            several[0] = true;
            found.put(point(row), new Found(Percentiles.UNKNOWN, before.processes() + 1));
          }
          return one;
        },
        sweep);
    if (several[0]) {
      Statements.query(connection, SEVERAL, this::add, sweep);
      finish();
    }
    return found;
  }

  private boolean add(ResultSet row) throws SQLException {
    Point point = point(row);
    if (!point.equals(current)) {
      finish();
      current = point;
      sum = null;
    }
    byte[] bytes = row.getBytes("histogram");
    if (bytes != null && bytes.length > 0) {
      Histogram one = WarmLatency.decoded(bytes);
      sum = sum == null ? one : WarmLatency.added(sum, one);
    }
    return true;
  }

  private void finish() {
    Point point = current;
    Histogram all = sum;
    if (point != null && all != null) {
      found.computeIfPresent(
          point, (p, f) -> new Found(WarmLatency.percentiles(all), f.processes()));
    }
  }

  private static Percentiles percentiles(ResultSet row) throws SQLException {
    Map<Double, Double> curve = new TreeMap<>();
    for (int i = 0; i < LEVEL_COLUMNS.size(); i++) {
      Double value = Statements.decimal(row, LEVEL_COLUMNS.get(i));
      if (value != null) {
        curve.put(Percentiles.LEVELS.get(i), value);
      }
    }
    return new Percentiles(
        row.getLong("samples"),
        curve,
        Statements.decimal(row, "maxUs"),
        Statements.decimal(row, "meanUs"),
        Statements.decimal(row, "minUs"));
  }

  private static Point point(ResultSet row) throws SQLException {
    return new Point(
        row.getString("technology"),
        row.getString("variant"),
        row.getInt("threadNum"),
        row.getInt("requestNum"),
        RequestMode.of(row.getString("requestMode")),
        0,
        null,
        Dimensions.parse(row.getString("dimensions")));
  }
}
