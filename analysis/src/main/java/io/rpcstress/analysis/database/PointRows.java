package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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
        clientHostCpuPercent, clientForeignCpuPercent, clientJitterMs, dimensions, loadShape,
        source, callsUnderWay, clientCompileMs, serverAllocBytes, serverGcMs, serverCompileMs,
        bytesFrom, serverStartedAt, serverProcess, fresh, steadyFrom, gateMs, technologyOrder,
        minUs, meanUs, p95Us, releaseSkewMs, proxyCpuMs, proxyCalls, proxyConnections)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private static final String LATENCY =
      """
      INSERT INTO latency (sweep, technology, variant, threadNum, requestNum, requestMode,
        samples, p1Us, p10Us, p25Us, p50Us, p75Us, p90Us, p95Us, p99Us, p995Us, p999Us, p9999Us,
        maxUs, repetition, meanUs, histogram, dimensions, source, minUs)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private final long sweep;
  private final PreparedStatement original;
  private final PreparedStatement latency;
  private final Connection connection;
  private final Set<Dimensions> known = new HashSet<>();
  private int originalWaiting;
  private int latencyWaiting;
  private long written;
  private int next;

  PointRows(Connection connection, long sweep) throws SQLException {
    this.sweep = sweep;
    this.connection = connection;
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

  /**
   * Adds a file's rows.
   *
   * @param source its path below the sweep's folder
   */
  void add(String source, PointFile file) throws SQLException {
    for (Run run : file.runs()) {
      add(source, run);
    }
    ClientRuns.add(connection, sweep, source, file.clients());
    if (!file.runs().isEmpty()) {
      note(connection, sweep, file.runs().get(0).point().dimensions(), known);
    }
    if (file.latency().percentiles().samples() > 0) {
      add(source, file.runs().get(0).point(), file.latency());
    }
  }

  /**
   * Sees that a point's dimensions are there as rows of their own.
   *
   * @param known those that are; added to
   */
  static void note(Connection connection, long sweep, Dimensions dimensions, Set<Dimensions> known)
      throws SQLException {
    if (!known.add(dimensions)) {
      return;
    }
    String text = dimensions.toString();
    Statements.update(
        connection, "DELETE FROM point_dimension WHERE sweep = ? AND dimensions = ?", sweep, text);
    for (Map.Entry<String, String> each : dimensions.values().entrySet()) {
      Statements.update(
          connection,
          "INSERT INTO point_dimension (sweep, dimensions, name, value) VALUES (?, ?, ?, ?)",
          sweep,
          text,
          each.getKey(),
          each.getValue());
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

  private void add(String source, Run run) throws SQLException {
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
    boolean timed = point.loadShape() == LoadShape.TIMED;
    original.setDouble(next++, perSecond(timed ? calls.ok() : run.requests(), run));
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
    text(original, point.dimensions().toString());
    text(original, point.loadShape().label());
    text(original, source);
    addLater(run);
    original.addBatch();
    written++;
    if (++originalWaiting == BATCH_ROWS) {
      flush();
    }
  }

  /** The columns that later versions added, in their order. */
  private void addLater(Run run) throws SQLException {
    Cost cost = run.cost();
    Circumstances under = run.circumstances();
    decimals(original, under.callsUnderWay());
    whole(original, cost.clientCompileMs());
    whole(original, cost.serverAllocBytes());
    whole(original, cost.serverGcMs());
    whole(original, cost.serverCompileMs());
    textOrNull(original, cost.bytesFrom());
    textOrNull(original, under.serverStartedAt());
    textOrNull(original, under.serverProcess());
    textOrNull(original, under.fresh());
    whole(original, under.steadyFrom());
    decimals(original, under.gateMs());
    whole(original, under.technologyOrder());
    Latency found = run.latency();
    decimals(original, found.minUs(), found.meanUs(), found.p95Us(), under.releaseSkewMs());
    decimals(original, cost.proxy().cpuMs());
    whole(original, cost.proxy().calls());
    whole(original, cost.proxy().connections());
  }

  private void add(String source, Point point, WarmLatency warm) throws SQLException {
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
    text(latency, point.dimensions().toString());
    text(latency, source);
    decimals(latency, found.minUs());
    latency.addBatch();
    latencyWaiting++;
  }

  /** With three decimals, as the file prints it, and exactly so in every database. */
  static double perSecond(long calls, Run run) {
    return BigDecimal.valueOf(calls)
        .multiply(MICROS_PER_SECOND)
        .divide(BigDecimal.valueOf(run.timeTotalMicros()), DECIMALS, RoundingMode.HALF_UP)
        .doubleValue();
  }

  private void text(PreparedStatement statement, String value) throws SQLException {
    statement.setString(next++, value);
  }

  private void textOrNull(PreparedStatement statement, @Nullable Object value) throws SQLException {
    if (value == null) {
      statement.setNull(next++, Types.VARCHAR);
    } else {
      statement.setString(next++, value.toString());
    }
  }

  private void whole(PreparedStatement statement, @Nullable Integer value) throws SQLException {
    whole(statement, value == null ? null : (Long) value.longValue());
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
