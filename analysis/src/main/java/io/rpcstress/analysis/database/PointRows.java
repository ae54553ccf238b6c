package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Lateness;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Writes points' rows in batches. {@link #flush} ends its use. */
final class PointRows {

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
        minUs, meanUs, p95Us, releaseSkewMs, proxyCpuMs, proxyCalls, proxyConnections,
        callsLate, lateAfterMs, clientEnergyMj, serverEnergyMj, clientIdleMw, serverIdleMw)
      VALUES (:type, :threadNum, :requestNum, :timeTotalMs, :tpsOfFile, :order, :sweep,
        :technology, :variant, :requestMode, :issued, :ok, :failed, :timedOut,
        :perSecondOfFile, :p50Us, :p90Us, :p99Us, :p999Us, :maxUs, :connections, :cost.client.cpuMs,
        :cost.client.ctxSwitches, :cost.client.allocBytes, :cost.client.gcMs, :cost.server.cpuMs,
        :cost.server.ctxSwitches, :cost.serverRssKb, :cost.wire.bytesOut, :cost.wire.bytesIn,
        :cost.wire.packetsOut, :cost.wire.packetsIn, :words, :startedAt, :abandoned,
        :callsServed, :operation, :payloadBytes, :loop, :connectionPolicy, :repetition,
        :hostCpuPercent, :foreignCpuPercent, :jitterMs, :dimensions, :loadShape,
        :source, :callsUnderWay, :cost.client.compileMs, :cost.server.allocBytes,
        :cost.server.gcMs, :cost.server.compileMs, :cost.wire.countedBy, :serverStartedAt,
        :serverProcess, :fresh, :steadyFrom, :gateMs, :technologyOrder, :minUs, :meanUs, :p95Us,
        :releaseSkewMs, :cost.proxy.cpuMs, :cost.proxy.calls, :cost.proxy.connections,
        :callsLate, :lateAfterMs, :cost.energy.clientMj, :cost.energy.serverMj,
        :cost.energy.clientIdleMw, :cost.energy.serverIdleMw)\
      """;

  private static final String LATENCY =
      """
      INSERT INTO latency (sweep, technology, variant, threadNum, requestNum, requestMode,
        samples, p1Us, p10Us, p25Us, p50Us, p75Us, p90Us, p95Us, p99Us, p995Us, p999Us, p9999Us,
        maxUs, repetition, meanUs, histogram, dimensions, source, minUs)
      VALUES (:sweep, :technology, :variant, :threadNum, :requestNum, :requestMode,
        :samples, :p1Us, :p10Us, :p25Us, :p50Us, :p75Us, :p90Us, :p95Us, :p99Us, :p995Us, :p999Us,
        :p9999Us, :maxUs, :repetition, :meanUs, :histogram, :dimensions, :source, :minUs)\
      """;

  private final Handle handle;
  private final long sweep;
  private final RowBatch originals;
  private final RowBatch latencies;
  private final Set<Dimensions> known = new HashSet<>();
  private long written;

  PointRows(Handle handle, long sweep) {
    this.handle = handle;
    this.sweep = sweep;
    this.originals = new RowBatch(handle, ORIGINAL);
    this.latencies = new RowBatch(handle, LATENCY);
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
  void add(String source, PointFile file) {
    for (Run run : file.runs()) {
      add(source, run);
    }
    ClientRuns.add(handle, sweep, source, file.clients());
    if (!file.runs().isEmpty()) {
      note(handle, sweep, file.runs().get(0).point().dimensions(), known);
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
  static void note(Handle handle, long sweep, Dimensions dimensions, Set<Dimensions> known) {
    if (!known.add(dimensions)) {
      return;
    }
    String text = dimensions.toString();
    handle.execute("DELETE FROM point_dimension WHERE sweep = ? AND dimensions = ?", sweep, text);
    for (Map.Entry<String, String> each : dimensions.values().entrySet()) {
      handle.execute(
          "INSERT INTO point_dimension (sweep, dimensions, name, value) VALUES (?, ?, ?, ?)",
          sweep,
          text,
          each.getKey(),
          each.getValue());
    }
  }

  /** Sends what is waiting. */
  void flush() {
    originals.flush();
    latencies.flush();
  }

  /** What the SQL names is what the run and its parts call it, but for what is bound by name. */
  private void add(String source, Run run) {
    Point point = run.point();
    boolean timed = point.loadShape() == LoadShape.TIMED;
    originals
        .row()
        .bind("sweep", sweep)
        .bind("source", source)
        .bind("tpsOfFile", perSecond(timed ? run.calls().ok() : run.requests(), run))
        .bind("perSecondOfFile", perSecond(run.calls().ok(), run))
        .bind("words", ColumnTypes.flags(run.flags()))
        .bind("callsLate", callsLate(run))
        .bind("lateAfterMs", lateAfterMs(run))
        .bindMethods(run)
        .bindMethods(point)
        .bindMethods(run.calls())
        .bindMethods(run.latency())
        .bindMethods("cost", run.cost())
        .bindMethods(run.conditions())
        .bindMethods(run.watch())
        .bindMethods(run.circumstances());
    originals.add();
    written++;
  }

  private void add(String source, Point point, WarmLatency warm) {
    Percentiles found = warm.percentiles();
    PreparedBatch row =
        latencies
            .row()
            .bind("sweep", sweep)
            .bind("source", source)
            .bind("samples", found.samples())
            .bind("maxUs", found.maxUs())
            .bind("meanUs", found.meanUs())
            .bind("minUs", found.minUs())
            .bind("histogram", warm.histogram())
            .bindMethods(point);
    List<String> columns = CellLatency.LEVEL_COLUMNS;
    for (int i = 0; i < columns.size(); i++) {
      row.bind(columns.get(i), found.at(Percentiles.LEVELS.get(i)));
    }
    latencies.add();
  }

  /** As the column has it; null where no limit was set. */
  static @Nullable Long callsLate(Run run) {
    Lateness lateness = run.lateness();
    return lateness == null ? null : (Long) lateness.calls();
  }

  /** Likewise, ms. */
  static @Nullable Long lateAfterMs(Run run) {
    Lateness lateness = run.lateness();
    return lateness == null ? null : (Long) lateness.afterMs();
  }

  /** With three decimals, as the file prints it, and exactly so in every database. */
  static double perSecond(long calls, Run run) {
    return BigDecimal.valueOf(calls)
        .multiply(MICROS_PER_SECOND)
        .divide(BigDecimal.valueOf(run.timeTotalMicros()), DECIMALS, RoundingMode.HALF_UP)
        .doubleValue();
  }
}
