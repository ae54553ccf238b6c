package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.measure.Latency;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/**
 * The latency of processes and of cells, in the table {@code latency}. Where one process measured a
 * cell, as its row says; where several did, their histograms are added and asked again.
 */
final class Latencies {

  /** A column for each of {@link Percentiles#LEVELS}, in their order. */
  private static final List<String> LEVEL_COLUMNS =
      List.of(
          "p1Us", "p10Us", "p25Us", "p50Us", "p75Us", "p90Us", "p95Us", "p99Us", "p995Us", "p999Us",
          "p9999Us");

  /** All but the sweep and the histogram. */
  private static final String COLUMNS =
      "source, samples, minUs, meanUs, maxUs, " + String.join(", ", LEVEL_COLUMNS);

  private static final String INSERT =
      "INSERT INTO latency (sweep, histogram, %s) VALUES (:sweep, :histogram, :%s)"
          .formatted(COLUMNS, COLUMNS.replace(", ", ", :"));

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MEDIAN = 50;
  private static final double ALL = 100;

  private final Handle handle;
  private final long sweep;
  private final RowBatch rows;

  Latencies(Handle handle, long sweep) {
    this.handle = handle;
    this.sweep = sweep;
    this.rows = new RowBatch(handle, INSERT);
  }

  void add(String source, Histogram sum, boolean keep) {
    Percentiles found = percentiles(sum);
    PreparedBatch row = rows.row().bind("sweep", sweep).bind("source", source).bindMethods(found);
    row.bind("histogram", keep ? encoded(sum) : new byte[0]);
    for (int i = 0; i < LEVEL_COLUMNS.size(); i++) {
      row.bind(LEVEL_COLUMNS.get(i), found.valuesUs().get(Percentiles.LEVELS.get(i)));
    }
    rows.add();
  }

  void flush() {
    rows.flush();
  }

  /** Each process's, by its file. */
  Map<String, Percentiles> all() {
    return handle
        .createQuery("SELECT " + COLUMNS + " FROM latency WHERE sweep = :sweep")
        .bind("sweep", sweep)
        .setFetchSize(Database.FETCH_ROWS)
        .reduceRows(
            new HashMap<>(),
            (found, row) -> {
              found.put(row.getColumn("source", String.class), percentiles(row));
              return found;
            });
  }

  /** That of several processes together; unknown where one of them left no histogram. */
  Percentiles together(List<String> sources) {
    Histogram sum = null;
    for (String source : sources) {
      byte[] bytes = histogram(source);
      if (bytes == null || bytes.length == 0) {
        return Percentiles.UNKNOWN;
      }
      sum = sum == null ? decoded(bytes) : added(sum, decoded(bytes));
    }
    return sum == null ? Percentiles.UNKNOWN : percentiles(sum);
  }

  private byte @Nullable [] histogram(String source) {
    return handle
        .createQuery("SELECT histogram FROM latency WHERE sweep = :sweep AND source = :source")
        .bind("sweep", sweep)
        .bind("source", source)
        .mapTo(byte[].class)
        .findOne()
        .orElse(null);
  }

  /** HdrHistogram V2, compressed, ns. */
  private static byte[] encoded(Histogram sum) {
    ByteBuffer buffer = ByteBuffer.allocate(sum.getNeededByteBufferCapacity());
    int length = sum.encodeIntoCompressedByteBuffer(buffer);
    return Arrays.copyOf(buffer.array(), length);
  }

  private static Histogram decoded(byte[] bytes) {
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

  private static Percentiles percentiles(Histogram sum) {
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
