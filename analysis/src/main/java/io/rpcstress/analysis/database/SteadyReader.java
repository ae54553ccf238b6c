package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyCost;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.LoadShape;
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
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Reads a sweep's timed loops back: every window of a process counts, the first among them. Used
 * once, by one thread.
 */
final class SteadyReader {

  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double P99 = 99;

  private final Connection connection;
  private final long sweep;
  private final Map<Point, SortedMap<Integer, Windows>> found = new HashMap<>();

  SteadyReader(Connection connection, long sweep) {
    this.connection = connection;
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
          latencies == null ? null : Latency.percentile(latencies, P99));
    }
  }

  /** In the order of series, threads and dimensions. */
  List<SteadyCell> all() throws SQLException {
    Statements.query(
        connection,
        "SELECT technology, variant, threadNum, requestMode, dimensions, repetition, type,"
            + " timeTotal, callsOk, callsIssued, callsTimedOut, clientCpuMs, clientCompileMs,"
            + " clientCtxSwitches, serverCpuMs, serverCtxSwitches, bytesOut, bytesIn,"
            + " proxyCpuMs, callsUnderWay, steadyFrom, flags, serverProcess, serverStartedAt, operation,"
            + " payloadBytes, \"loop\", connectionPolicy, connections"
            + " FROM original WHERE sweep = ? AND loadShape = ?"
            + " ORDER BY id",
        this::addWindow,
        sweep,
        LoadShape.TIMED.label());
    if (found.isEmpty()) {
      return List.of();
    }
    Statements.query(
        connection,
        "SELECT technology, variant, threadNum, requestMode, dimensions, repetition, histogram"
            + " FROM latency WHERE sweep = ? AND requestNum = 0",
        this::addLatencies,
        sweep);
    List<SteadyCell> cells = new ArrayList<>();
    found.forEach((point, processes) -> cells.add(cell(point, processes)));
    cells.sort(
        Comparator.comparing(SteadyCell::series)
            .thenComparing(c -> c.point().threadNum())
            .thenComparing(c -> c.point().fileStem()));
    return cells;
  }

  private boolean addWindow(ResultSet row) throws SQLException {
    Windows all =
        found
            .computeIfAbsent(point(row), p -> new TreeMap<>())
            .computeIfAbsent(row.getInt("repetition"), r -> new Windows());
    double timeMs = row.getDouble("timeTotal");
    all.type = row.getInt("type");
    all.timeMs += timeMs;
    all.ok += row.getLong("callsOk");
    all.notOk += row.getLong("callsIssued") - row.getLong("callsOk");
    all.timedOut += row.getLong("callsTimedOut");
    all.server = Columns.server(row);
    all.conditions = Columns.conditions(row);
    all.cost = all.cost.plus(cost(row));
    Double underWay = Statements.decimal(row, "callsUnderWay");
    all.underWay =
        SteadyCost.sum(all.underWay, underWay == null ? null : (Double) (underWay * timeMs));
    Long from = Statements.whole(row, "steadyFrom");
    all.steadyFrom = from == null ? null : (Integer) from.intValue();
    String flags = row.getString("flags");
    if (!flags.isEmpty()) {
      all.flags.addAll(List.of(flags.split(" ", -1)));
    }
    return true;
  }

  private static SteadyCost cost(ResultSet row) throws SQLException {
    return new SteadyCost(
        Statements.decimal(row, "clientCpuMs"),
        Statements.decimal(row, "clientCompileMs"),
        Statements.decimal(row, "clientCtxSwitches"),
        Statements.decimal(row, "serverCpuMs"),
        Statements.decimal(row, "serverCtxSwitches"),
        Statements.decimal(row, "bytesOut"),
        Statements.decimal(row, "bytesIn"),
        Statements.decimal(row, "proxyCpuMs"));
  }

  private boolean addLatencies(ResultSet row) throws SQLException {
    SortedMap<Integer, Windows> processes = found.get(point(row));
    Windows all = processes == null ? null : processes.get(row.getInt("repetition"));
    byte[] bytes = row.getBytes("histogram");
    if (all != null && bytes != null && bytes.length > 0) {
      all.latencies = WarmLatency.decoded(bytes);
    }
    return true;
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

  private static Point point(ResultSet row) throws SQLException {
    return new Point(
        row.getString("technology"),
        row.getString("variant"),
        row.getInt("threadNum"),
        0,
        RequestMode.of(row.getString("requestMode")),
        0,
        null,
        Dimensions.parse(row.getString("dimensions")));
  }
}
