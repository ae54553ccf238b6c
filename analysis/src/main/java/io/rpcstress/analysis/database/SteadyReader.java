package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.DatabaseRows.HistogramRow;
import io.rpcstress.analysis.database.DatabaseRows.WindowRow;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyCost;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads a sweep's timed loops back: every window of a process counts, the first among them. Used
 * once, by one thread.
 */
final class SteadyReader {

  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double P99 = 99;

  private final Handle handle;
  private final long sweep;
  private final Map<Point, SortedMap<Integer, Windows>> found = new HashMap<>();

  SteadyReader(Handle handle, long sweep) {
    this.handle = handle;
    this.sweep = sweep;
  }

  /** A process's windows, added up. */
  private static final class Windows {
    int type;
    @Nullable String server;
    @Nullable Conditions conditions;
    double timeMs;
    long ok;
    long notOk;
    long timedOut;
    @Nullable Long late;
    SteadyCost cost = SteadyCost.ZERO;
    @Nullable Double underWay = 0.0;
    @Nullable Integer steadyFrom;
    final TreeSet<String> flags = new TreeSet<>();
    @Nullable Histogram latencies;

    SteadyProcess process(int repetition) {
      Double calls = underWay;
      return new SteadyProcess(
          repetition,
          server,
          timeMs / MILLIS_PER_SECOND,
          ok,
          notOk,
          timedOut,
          cost,
          calls == null ? null : (Double) (calls / timeMs),
          steadyFrom,
          List.copyOf(flags),
          latencies == null ? null : Latency.percentile(latencies, P99),
          late);
    }
  }

  /** In the order of series, threads and dimensions. */
  List<SteadyCell> all() {
    handle
        .createQuery(
            "SELECT technology, variant, threadNum, requestNum, requestMode, dimensions,"
                + " repetition, type, timeTotal, callsOk, callsIssued, callsTimedOut, callsLate,"
                + " clientCpuMs, clientCompileMs, clientCtxSwitches, serverCpuMs, serverCtxSwitches, bytesOut,"
                + " bytesIn, proxyCpuMs, callsUnderWay, steadyFrom, flags, serverProcess, serverStartedAt,"
                + " clientGcMs, serverCompileMs, serverGcMs,"
                + " operation, payloadBytes, \"loop\", connectionPolicy, connections"
                + " FROM original WHERE sweep = :sweep AND loadShape = :shape ORDER BY id")
        .bind("sweep", sweep)
        .bind("shape", LoadShape.TIMED)
        .setFetchSize(Database.FETCH_ROWS)
        .map(ConstructorMapper.of(WindowRow.class))
        .forEach(this::add);
    if (found.isEmpty()) {
      return List.of();
    }
    handle
        .createQuery(
            "SELECT technology, variant, threadNum, requestNum, requestMode, dimensions,"
                + " repetition, histogram FROM latency WHERE sweep = :sweep AND requestNum = 0")
        .bind("sweep", sweep)
        .map(ConstructorMapper.of(HistogramRow.class))
        .forEach(this::add);
    List<SteadyCell> cells = new ArrayList<>();
    found.forEach((point, processes) -> cells.add(cell(point, processes)));
    cells.sort(
        Comparator.comparing(SteadyCell::series)
            .thenComparing(c -> c.point().threadNum())
            .thenComparing(c -> c.point().fileStem()));
    return cells;
  }

  private void add(WindowRow row) {
    Windows all =
        found
            .computeIfAbsent(row.cell().point(), p -> new TreeMap<>())
            .computeIfAbsent(row.repetition(), r -> new Windows());
    double timeMs = row.timeTotal();
    all.type = row.type();
    all.timeMs += timeMs;
    all.ok += row.callsOk();
    all.notOk += row.callsIssued() - row.callsOk();
    all.timedOut += row.callsTimedOut();
    all.late = sum(all.late, row.callsLate());
    all.server = row.server().identity();
    all.conditions = row.conditions();
    all.cost =
        all.cost.plus(
            new SteadyCost(
                row.clientCpuMs(),
                row.runtime().clientCompileMs(),
                row.clientCtxSwitches(),
                row.serverCpuMs(),
                row.serverCtxSwitches(),
                row.bytesOut(),
                row.bytesIn(),
                row.proxyCpuMs(),
                opened(row),
                row.runtime().clientGcMs(),
                row.runtime().serverCompileMs(),
                row.runtime().serverGcMs()));
    Double underWay = row.callsUnderWay();
    all.underWay =
        SteadyCost.sum(all.underWay, underWay == null ? null : (Double) (underWay * timeMs));
    all.steadyFrom = row.steadyFrom();
    all.flags.addAll(row.flags());
  }

  /** All windows of a process have one limit, or none. */
  private static @Nullable Long sum(@Nullable Long late, @Nullable Long further) {
    return further == null ? late : (Long) (further + (late == null ? 0 : late));
  }

  private static @Nullable Double opened(WindowRow row) {
    Long connections = row.conditions().connections();
    return connections == null ? null : (Double) connections.doubleValue();
  }

  private void add(HistogramRow row) {
    SortedMap<Integer, Windows> processes = found.get(row.cell().point());
    Windows all = processes == null ? null : processes.get(row.repetition());
    byte[] bytes = row.histogram();
    if (all != null && bytes != null && bytes.length > 0) {
      all.latencies = WarmLatency.decoded(bytes);
    }
  }

  private static SteadyCell cell(Point point, SortedMap<Integer, Windows> processes) {
    List<SteadyProcess> all = new ArrayList<>();
    Histogram sum = null;
    Histogram sumOfAll = null;
    Conditions conditions = null;
    boolean complete = true;
    boolean allComplete = true;
    int type = 0;
    for (Map.Entry<Integer, Windows> each : processes.entrySet()) {
      Windows one = each.getValue();
      SteadyProcess process = one.process(each.getKey());
      type = one.type;
      conditions = one.conditions;
      all.add(process);
      Histogram own = one.latencies;
      allComplete &= own != null;
      if (own != null) {
        Histogram copy = own.copy();
        sumOfAll = sumOfAll == null ? copy : WarmLatency.added(sumOfAll, copy);
      }
      if (process.valid()) {
        complete &= own != null;
        if (own != null) {
          sum = sum == null ? own : WarmLatency.added(sum, own);
        }
      }
    }
    return new SteadyCell(
        point,
        type,
        Objects.requireNonNull(conditions),
        all,
        sum == null || !complete ? Percentiles.UNKNOWN : WarmLatency.percentiles(sum),
        sumOfAll == null || !allComplete ? Percentiles.UNKNOWN : WarmLatency.percentiles(sumOfAll));
  }
}
