package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Writes points' rows in batches. To be closed, after {@link #flush}. */
final class PointRows implements AutoCloseable {

  private static final int BATCH_ROWS = 1_000;
  private static final int DECIMALS = 3;
  private static final BigDecimal MICROS_PER_SECOND = BigDecimal.valueOf(1_000_000);

  private static final String ORIGINAL =
      """
      INSERT INTO original (type, threadNum, requestNum, timeTotal, TPS, "order", sweep,
        technology, variant, requestMode, callsIssued, callsOk, callsFailed, callsTimedOut,
        callsPerSecond, p50Us, p90Us, p99Us, p999Us, maxUs, connections, clientCpuMs,
        clientCtxSwitches, clientAllocBytes, clientGcMs, serverCpuMs, serverCtxSwitches,
        serverRssKb, bytesOut, bytesIn, packetsOut, packetsIn, flags, startedAt, callsAbandoned,
        callsServed, operation, payloadBytes, "loop", connectionPolicy, repetition,
        clientHostCpuPercent, clientForeignCpuPercent, clientJitterMs)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private static final String LATENCY =
      """
      INSERT INTO latency (sweep, technology, variant, threadNum, requestNum, requestMode,
        samples, p1Us, p10Us, p25Us, p50Us, p75Us, p90Us, p95Us, p99Us, p995Us, p999Us, p9999Us,
        maxUs, repetition, meanUs, histogram)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private final long sweep;
  private final PreparedStatement original;
  private final PreparedStatement latency;
  private int originalWaiting;
  private int latencyWaiting;
  private long written;
  private int next;

  PointRows(Connection connection, long sweep) throws SQLException {
    this.sweep = sweep;
    this.original = connection.prepareStatement(ORIGINAL);
    try {
      this.latency = connection.prepareStatement(LATENCY);
    } catch (SQLException e) {
      original.close();
      throw e;
    }
  }

  /** Rows of {@code original} so far. */
  long written() {
    return written;
  }

  void add(PointFile file) throws SQLException {
    for (Run run : file.runs()) {
      add(run);
    }
    if (file.latency().percentiles().samples() > 0) {
      add(file.runs().get(0).point(), file.latency());
    }
  }

  /** Sends what is waiting. */
  void flush() throws SQLException {
    if (originalWaiting > 0) {
      original.executeBatch();
      originalWaiting = 0;
    }
    if (latencyWaiting > 0) {
      latency.executeBatch();
      latencyWaiting = 0;
    }
  }

  @Override
  public void close() throws SQLException {
    original.close();
    latency.close();
  }

  private void add(Run run) throws SQLException {
    Point point = run.point();
    CallCounts calls = run.calls();
    Latency found = run.latency();
    Cost cost = run.cost();
    Conditions conditions = run.conditions();
    next = 1;
    whole(original, run.type());
    whole(original, point.threadNum());
    whole(original, point.requestNum());
    original.setDouble(next++, run.timeTotalMs());
    original.setDouble(next++, perSecond(point.requestNum(), run));
    whole(original, run.order());
    whole(original, sweep);
    text(original, point.technology());
    text(original, point.variant());
    text(original, point.requestMode().label());
    whole(original, calls.issued());
    whole(original, calls.ok());
    whole(original, calls.failed());
    whole(original, calls.timedOut());
    original.setDouble(next++, perSecond(calls.ok(), run));
    decimals(original, found.p50Us(), found.p90Us(), found.p99Us(), found.p999Us(), found.maxUs());
    whole(original, conditions.connections());
    decimals(original, cost.clientCpuMs());
    whole(original, cost.clientCtxSwitches());
    whole(original, cost.clientAllocBytes());
    whole(original, cost.clientGcMs());
    decimals(original, cost.serverCpuMs());
    whole(original, cost.serverCtxSwitches());
    whole(original, cost.serverRssKb());
    whole(original, cost.bytesOut());
    whole(original, cost.bytesIn());
    whole(original, cost.packetsOut());
    whole(original, cost.packetsIn());
    text(original, String.join(" ", run.flags()));
    text(original, run.startedAt().toString());
    whole(original, calls.abandoned());
    whole(original, run.callsServed());
    text(original, conditions.operation());
    whole(original, conditions.payloadBytes());
    text(original, conditions.loop());
    text(original, conditions.connectionPolicy());
    whole(original, point.repetition());
    SelfWatch watch = run.watch();
    decimals(original, watch.hostCpuPercent(), watch.foreignCpuPercent(), watch.jitterMs());
    original.addBatch();
    written++;
    if (++originalWaiting == BATCH_ROWS) {
      flush();
    }
  }

  private void add(Point point, WarmLatency warm) throws SQLException {
    Percentiles found = warm.percentiles();
    next = 1;
    whole(latency, sweep);
    text(latency, point.technology());
    text(latency, point.variant());
    whole(latency, point.threadNum());
    whole(latency, point.requestNum());
    text(latency, point.requestMode().label());
    whole(latency, found.samples());
    for (double level : Percentiles.LEVELS) {
      decimals(latency, found.at(level));
    }
    decimals(latency, found.maxUs());
    whole(latency, point.repetition());
    decimals(latency, found.meanUs());
    latency.setBytes(next++, warm.histogram());
    latency.addBatch();
    latencyWaiting++;
  }

  /** With three decimals, as the file prints it, and exactly so in every database. */
  private static double perSecond(long calls, Run run) {
    return BigDecimal.valueOf(calls)
        .multiply(MICROS_PER_SECOND)
        .divide(BigDecimal.valueOf(run.timeTotalMicros()), DECIMALS, RoundingMode.HALF_UP)
        .doubleValue();
  }

  private void text(PreparedStatement statement, String value) throws SQLException {
    statement.setString(next++, value);
  }

  private void whole(PreparedStatement statement, long value) throws SQLException {
    statement.setLong(next++, value);
  }

  private void whole(PreparedStatement statement, @Nullable Long value) throws SQLException {
    if (value == null) {
      statement.setNull(next++, Types.BIGINT);
    } else {
      statement.setLong(next++, value);
    }
  }

  private void decimals(PreparedStatement statement, @Nullable Double... values)
      throws SQLException {
    for (Double value : values) {
      if (value == null) {
        statement.setNull(next++, Types.DOUBLE);
      } else {
        statement.setDouble(next++, value);
      }
    }
  }
}
