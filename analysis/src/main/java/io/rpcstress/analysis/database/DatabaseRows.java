package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.CostPerCall;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.PointTotals;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.RateSearch.Probe;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.SelfWatch;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/**
 * What is read from the database, a record for each query: a component is the column of that name,
 * case aside; a nested one is a group of columns, with the group's word before their names. JDBI
 * fills them, and calls no constructor that is not public: so the records are, inside of a class
 * that is not.
 */
final class DatabaseRows {

  private DatabaseRows() {}

  /** The columns that say which cell a row is of. */
  public record CellRow(
      String technology,
      String variant,
      int threadNum,
      int requestNum,
      RequestMode requestMode,
      Dimensions dimensions) {

    /** The cell: no repetition, no offered load. */
    Point point() {
      return point(0, null);
    }

    Point point(int repetition, @Nullable OfferedLoad offered) {
      return new Point(
          technology, variant, threadNum, requestNum, requestMode, repetition, offered, dimensions);
    }
  }

  /** Which process served; both null in files of earlier versions. */
  public record ServerRow(@Nullable String serverProcess, @Nullable String serverStartedAt) {

    /** What tells it from others; null where nothing does. */
    @Nullable String identity() {
      return serverProcess == null && serverStartedAt == null
          ? null
          : serverProcess + " " + serverStartedAt;
    }
  }

  /** A sweep without its facts. */
  public record SweepRow(
      String sweepKey,
      String name,
      @Nullable String experiment,
      @Nullable String gitCommit,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt) {}

  /** A technology's number in result files. */
  public record TechnologyRow(String name, int type) {}

  /** A file that was imported. */
  public record FileRow(String path, String digest) {}

  /** What the JVMs of both sides took in a run; null in files of earlier versions. */
  public record RuntimeRow(
      @Nullable Double clientCompileMs,
      @Nullable Double clientGcMs,
      @Nullable Double serverCompileMs,
      @Nullable Double serverGcMs) {}

  /** A run of a counted loop. */
  public record OrderRow(
      @Nested CellRow cell,
      int repetition,
      int order,
      double timeTotal,
      double tps,
      double callsPerSecond,
      long callsOk,
      long callsTimedOut,
      @Nullable Double clientCpuMs,
      @Nullable Double serverCpuMs,
      @Nested("client") SelfWatch watch,
      List<String> flags,
      @Nested Conditions conditions,
      @Nested ServerRow server,
      @Nested RuntimeRow runtime) {}

  /** A window of a timed loop. */
  public record WindowRow(
      @Nested CellRow cell,
      int repetition,
      int type,
      double timeTotal,
      long callsOk,
      long callsIssued,
      long callsTimedOut,
      @Nullable Long callsLate,
      @Nullable Double clientCpuMs,
      @Nullable Double clientCtxSwitches,
      @Nullable Double serverCpuMs,
      @Nullable Double serverCtxSwitches,
      @Nullable Double bytesOut,
      @Nullable Double bytesIn,
      @Nullable Double proxyCpuMs,
      @Nullable Double callsUnderWay,
      @Nullable Integer steadyFrom,
      List<String> flags,
      @Nested Conditions conditions,
      @Nested ServerRow server,
      @Nested RuntimeRow runtime) {}

  /** A process's latencies; the histogram is null in rows of earlier versions. */
  @SuppressWarnings("ArrayRecordComponent") // read once, compared with nothing
  public record HistogramRow(@Nested CellRow cell, int repetition, byte @Nullable [] histogram) {}

  /** An average of the paper's cleaned model. */
  public record CleanedRow(
      @Nested CellRow cell,
      int type,
      double timeTotalAvg,
      double tpsAvg,
      double callsPerSecondAvg,
      int ordersUsed,
      boolean complete,
      long callsNotOk,
      @Nested CostPerCall cost) {}

  /** A point that failed. */
  public record FailedRow(
      @Nested CellRow cell,
      int repetition,
      FailureCause cause,
      String detail,
      String failures,
      String redo,
      Instant failedAt,
      int completeRuns) {}

  /** What one of several client processes had of a run. */
  public record ClientRow(
      @Nested CellRow cell, int repetition, int client, int order, double callsPerSecond) {}

  /** What a point's rows of one limit have together. */
  public record TotalsRow(
      @Nested CellRow cell,
      int type,
      double timeMs,
      long callsOk,
      @Nullable Long callsLate,
      @Nullable Long lateAfterMs,
      @Nullable Double clientEnergyMj,
      @Nullable Double serverEnergyMj) {

    /** As a table has them; {@code load} says what was asked for. */
    PointTotals totals(String load) {
      return new PointTotals(
          new Series(type, cell.technology(), cell.variant(), cell.dimensions()),
          cell.threadNum(),
          load,
          timeMs,
          callsOk,
          callsLate,
          lateAfterMs,
          clientEnergyMj,
          serverEnergyMj);
    }
  }

  /** The same of one load of an open loop. */
  public record OpenTotalsRow(
      @Nested TotalsRow totals, ArrivalShape shape, int rate, int durationSeconds) {}

  /** The percentiles that every version keeps. */
  public record LatencyRow(
      @Nullable Double p50Us,
      @Nullable Double p90Us,
      @Nullable Double p99Us,
      @Nullable Double p999Us,
      @Nullable Double maxUs) {

    Latency latency() {
      return new Latency(p50Us, p90Us, p99Us, p999Us, maxUs);
    }
  }

  /** A run of an open loop. */
  public record OpenRow(
      @Nested CellRow cell,
      int repetition,
      int type,
      ArrivalShape shape,
      int rate,
      int durationSeconds,
      int warmupSeconds,
      long seed,
      double offeredPerSecond,
      double achievedPerSecond,
      String callStarting,
      @Nested("calls") CallCounts calls,
      @Nullable Double clientCpuMs,
      @Nullable Double serverCpuMs,
      @Nullable Double bytesOut,
      @Nullable Double bytesIn,
      @Nullable String connectionPolicy,
      @Nested LatencyRow percentiles,
      @Nested("service") LatencyRow service,
      @Nullable Double minUs,
      @Nullable Double meanUs,
      @Nullable Double p95Us,
      List<String> flags,
      @Nested ServerRow server) {

    Latency response() {
      return percentiles.latency().with(minUs, meanUs, p95Us);
    }

    OpenResult.Cost cost() {
      return new OpenResult.Cost(
          clientCpuMs,
          serverCpuMs,
          bytesOut,
          bytesIn,
          connectionPolicy == null ? "" : connectionPolicy);
    }

    Point point() {
      return cell.point(
          repetition, new OfferedLoad(shape, rate, durationSeconds, warmupSeconds, seed));
    }
  }

  /** A search for a sustainable rate, without its probes. */
  public record SearchRow(
      String source,
      String technology,
      String variant,
      String slo,
      @Nullable Integer sustainableRate,
      String ending,
      boolean boundReached,
      int confirmationsHeld,
      int confirmations,
      @Nullable String failure,
      String shape,
      int durationSeconds) {

    RateSearch with(List<Probe> probes) {
      return new RateSearch(
          technology,
          variant,
          slo,
          sustainableRate,
          ending,
          boundReached,
          confirmationsHeld,
          confirmations,
          failure,
          shape,
          durationSeconds,
          probes);
    }
  }

  /** A load that a search tried. */
  public record SearchProbeRow(String source, @Nested Probe probe) {}
}
