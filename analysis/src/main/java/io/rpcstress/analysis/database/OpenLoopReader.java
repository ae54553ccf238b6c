package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.RateSearch.Probe;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a sweep's open loops back, in an order that is the same from every database. */
final class OpenLoopReader {

  private final Connection connection;
  private final long sweep;

  OpenLoopReader(Connection connection, long sweep) {
    this.connection = connection;
    this.sweep = sweep;
  }

  List<OpenResult> runs() throws SQLException {
    return Statements.query(
            connection, "SELECT * FROM open_run WHERE sweep = ?", OpenLoopReader::run, sweep)
        .stream()
        .sorted(
            Comparator.comparing(OpenResult::series)
                .thenComparing(r -> r.offered().shape())
                .thenComparing(r -> r.offered().rate())
                .thenComparing(r -> r.offered().seconds())
                .thenComparing(r -> r.point().repetition()))
        .toList();
  }

  List<RateSearch> searches() throws SQLException {
    Map<String, List<Probe>> probes = new HashMap<>();
    Statements.query(
        connection,
        "SELECT * FROM rate_probe WHERE sweep = ? ORDER BY source, number",
        row ->
            probes.computeIfAbsent(row.getString("source"), s -> new ArrayList<>()).add(probe(row)),
        sweep);
    return Statements.query(
            connection,
            "SELECT * FROM rate_search WHERE sweep = ?",
            row -> search(row, probes.getOrDefault(row.getString("source"), List.of())),
            sweep)
        .stream()
        .sorted(
            Comparator.comparing(RateSearch::slo)
                .thenComparing(s -> new Series(0, s.technology(), s.variant())))
        .toList();
  }

  private static OpenResult run(ResultSet row) throws SQLException {
    OfferedLoad offered =
        new OfferedLoad(
            ArrivalShape.of(row.getString("shape")),
            row.getInt("rate"),
            row.getInt("durationSeconds"),
            row.getInt("warmupSeconds"),
            row.getLong("seed"));
    String flags = row.getString("flags");
    return new OpenResult(
        new Point(
            row.getString("technology"),
            row.getString("variant"),
            row.getInt("threadNum"),
            row.getInt("requestNum"),
            RequestMode.of(row.getString("requestMode")),
            row.getInt("repetition"),
            offered,
            Dimensions.parse(row.getString("dimensions"))),
        row.getInt("type"),
        row.getDouble("offeredPerSecond"),
        row.getDouble("achievedPerSecond"),
        row.getString("callStarting"),
        new CallCounts(
            row.getLong("callsIssued"),
            row.getLong("callsOk"),
            row.getLong("callsFailed"),
            row.getLong("callsTimedOut"),
            row.getLong("callsAbandoned")),
        latency(row, "p50Us", "p90Us", "p99Us", "p999Us", "maxUs")
            .with(
                Statements.decimal(row, "minUs"),
                Statements.decimal(row, "meanUs"),
                Statements.decimal(row, "p95Us")),
        latency(
            row, "serviceP50Us", "serviceP90Us", "serviceP99Us", "serviceP999Us", "serviceMaxUs"),
        Statements.decimal(row, "minUs"),
        flags.isEmpty() ? List.of() : List.of(flags.split(" ", -1)));
  }

  private static Latency latency(
      ResultSet row, String p50, String p90, String p99, String p999, String max)
      throws SQLException {
    return new Latency(
        Statements.decimal(row, p50),
        Statements.decimal(row, p90),
        Statements.decimal(row, p99),
        Statements.decimal(row, p999),
        Statements.decimal(row, max));
  }

  private static RateSearch search(ResultSet row, List<Probe> probes) throws SQLException {
    Long rate = Statements.whole(row, "sustainableRate");
    @Nullable String failure = row.getString("failure");
    return new RateSearch(
        row.getString("technology"),
        row.getString("variant"),
        row.getString("slo"),
        rate == null ? null : (Integer) rate.intValue(),
        row.getString("ending"),
        row.getInt("boundReached") == 1,
        row.getInt("confirmationsHeld"),
        row.getInt("confirmations"),
        failure,
        row.getString("shape"),
        row.getInt("durationSeconds"),
        probes);
  }

  private static Probe probe(ResultSet row) throws SQLException {
    return new Probe(
        row.getInt("number"),
        row.getString("stage"),
        row.getInt("rate"),
        row.getInt("holds") == 1,
        row.getString("violated"),
        Statements.decimal(row, "offeredPerSecond"),
        Statements.decimal(row, "achievedPerSecond"),
        Statements.decimal(row, "goodputPerSecond"),
        Statements.decimal(row, "p50Us"),
        Statements.decimal(row, "p99Us"),
        Statements.decimal(row, "p999Us"));
  }
}
