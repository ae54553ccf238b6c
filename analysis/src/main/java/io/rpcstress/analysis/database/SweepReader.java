package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.DatabaseRows.CleanedRow;
import io.rpcstress.analysis.database.DatabaseRows.FailedRow;
import io.rpcstress.analysis.database.DatabaseRows.OrderRow;
import io.rpcstress.analysis.database.DatabaseRows.SweepRow;
import io.rpcstress.analysis.database.DatabaseRows.TechnologyRow;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Order;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.result.ResultIterable;
import org.jspecify.annotations.Nullable;

/** Reads one sweep back, in an order that is the same from every database. */
public final class SweepReader {

  private static final String CLEANED =
      """
      SELECT technology, variant, threadNum, requestNum, requestMode, dimensions, type,
        timeTotalAvg, tpsAvg, callsPerSecondAvg, ordersUsed, complete, callsNotOk,
        clientCpuUsPerCall AS clientCpuUs, clientCtxSwitchesPerCall AS clientCtxSwitches,
        clientAllocBytesPerCall AS clientAllocBytes, serverCpuUsPerCall AS serverCpuUs,
        serverCtxSwitchesPerCall AS serverCtxSwitches, bytesOutPerCall AS bytesOut,
        bytesInPerCall AS bytesIn, packetsOutPerCall AS packetsOut, packetsInPerCall AS packetsIn,
        serverRssKbMax AS serverRssKb, clientGcMsSum AS clientGcMs
      FROM cleaned WHERE sweep = :sweep\
      """;

  private static final String ORIGINALS =
      """
      SELECT technology, variant, threadNum, requestNum, requestMode, dimensions, repetition,
        "order", serverProcess, serverStartedAt, timeTotal, TPS, callsPerSecond, callsOk,
        callsTimedOut, clientCpuMs, serverCpuMs, clientHostCpuPercent, clientForeignCpuPercent,
        clientJitterMs, flags, operation, payloadBytes, "loop", connectionPolicy, connections,
        clientCompileMs, clientGcMs, serverCompileMs, serverGcMs
      FROM original WHERE sweep = :sweep AND loadShape = 'counted'\
      """;

  private static final List<String> PROCESS_FAILED = List.of(CellFlags.PROCESS_FAILED);

  /** The numbers that the paper gives; for a technology all of whose points failed. */
  private static final Map<String, Integer> PAPER_TYPES =
      Map.of(Series.RPCX, 1, "grpc", 2, "openfeign", 3);

  private final Handle handle;
  private final long id;
  private final Map<String, String> servers = new HashMap<>();

  private SweepReader(Handle handle, long id) {
    this.handle = handle;
    this.id = id;
  }

  /**
   * Reads a sweep.
   *
   * @param sweepKey its key
   * @throws UnusableInputException if the sweep was not imported, or not cleaned since
   * @throws SQLException if the database refuses
   */
  public static SweepData read(String sweepKey, Database database)
      throws SQLException, IOException {
    return database.inTransaction(
        handle -> {
          long id = idOf(sweepKey, handle).orElseThrow(() -> notImported(sweepKey, database.url()));
          requireCleaned(sweepKey, id, handle);
          return new SweepReader(handle, id).all();
        });
  }

  /** The sweep's number in this database; empty where it was not imported. */
  static Optional<Long> idOf(String sweepKey, Handle handle) {
    return handle
        .createQuery("SELECT id FROM sweep WHERE sweepKey = :key")
        .bind("key", sweepKey)
        .mapTo(Long.class)
        .findOne();
  }

  private static void requireCleaned(String sweepKey, long id, Handle handle) {
    boolean cleaned =
        handle
            .createQuery("SELECT sweep FROM cleaning WHERE sweep = :id")
            .bind("id", id)
            .mapTo(Long.class)
            .findOne()
            .isPresent();
    if (!cleaned) {
      throw new UnusableInputException(
          "sweep '" + sweepKey + "' was not cleaned since its import: run clean first");
    }
  }

  /**
   * What is said where a sweep was not imported.
   *
   * @param database its address
   */
  public static UnusableInputException notImported(String sweepKey, String database) {
    return new UnusableInputException(
        "sweep '" + sweepKey + "' is not in " + database + ": run import first");
  }

  /** One point's rows, gathered. */
  private static final class Rows {
    final List<Order> orders = new ArrayList<>();
    final SortedSet<String> flags = new TreeSet<>();
    final RuntimeSum runtime = new RuntimeSum();
    int lastOrder = -1;
    @Nullable Conditions conditions;
  }

  private SweepData all() {
    Map<String, Integer> types = new HashMap<>(PAPER_TYPES);
    rows("SELECT name, type FROM technology WHERE sweep = :sweep", TechnologyRow.class)
        .forEach(row -> types.put(row.name(), row.type()));
    List<Failure> failures = failures("> 0");
    Set<Point> failed =
        failures.stream().map(f -> f.point().cell()).collect(Collectors.toUnmodifiableSet());
    Sweep sweep = sweep();
    List<Cell> cells =
        cells().stream()
            .map(c -> failed.contains(c.point()) ? c.flagged(PROCESS_FAILED) : c)
            .map(c -> explained(c, sweep))
            .toList();
    List<Series> series =
        Stream.concat(cells.stream().map(Cell::point), failures.stream().map(Failure::point))
            .map(p -> seriesOf(p, types))
            .distinct()
            .sorted()
            .toList();
    Comparator<Point> order =
        Comparator.comparing((Point p) -> seriesOf(p, types))
            .thenComparing(Point::threadNum)
            .thenComparing(Point::requestNum)
            .thenComparing(Point::requestMode)
            .thenComparing(Point::repetition);
    OpenLoopReader open = new OpenLoopReader(handle, id);
    return new SweepData(
        sweep,
        series,
        cells.stream().sorted(Comparator.comparing(Cell::point, order)).toList(),
        failures.stream().sorted(Comparator.comparing(Failure::point, order)).toList(),
        open.runs(),
        open.searches(),
        Importer.unreadable(handle, id),
        new SteadyReader(handle, id).all(),
        failures("= 0").stream().sorted(Comparator.comparing(Failure::point, order)).toList(),
        List.of(),
        ClientRuns.of(handle, id),
        TotalsReader.of(handle, id),
        List.of(),
        List.of());
  }

  private static Cell explained(Cell cell, Sweep sweep) {
    HostPair hosts = HostPair.of(sweep, cell.point().directoryName());
    return cell.flagged(Explanation.of(cell, hosts).contradictions());
  }

  private static Series seriesOf(Point point, Map<String, Integer> types) {
    int type = types.getOrDefault(point.technology(), Series.UNKNOWN_TYPE);
    return new Series(type, point.technology(), point.variant(), point.dimensions());
  }

  private <T> ResultIterable<T> rows(String query, Class<T> type) {
    return handle
        .createQuery(query)
        .bind("sweep", id)
        .setFetchSize(Database.FETCH_ROWS)
        .map(ConstructorMapper.of(type));
  }

  private Sweep sweep() {
    List<Fact> facts =
        rows(
                "SELECT section, name, value FROM sweep_fact WHERE sweep = :sweep ORDER BY position",
                Fact.class)
            .list();
    SweepRow row =
        rows(
                "SELECT sweepKey, name, experiment, gitCommit, startedAt, endedAt FROM sweep"
                    + " WHERE id = :sweep",
                SweepRow.class)
            .one();
    return new Sweep(
        row.sweepKey(),
        row.name(),
        row.experiment(),
        row.gitCommit(),
        row.startedAt(),
        row.endedAt(),
        facts);
  }

  private List<Cell> cells() {
    Map<Point, Rows> rows = originals();
    Map<Point, CellLatency.Found> latencies = new CellLatency(handle, id).all();
    return rows(CLEANED, CleanedRow.class)
        .map(
            row -> {
              Point point = row.cell().point();
              return cell(row, rows.getOrDefault(point, new Rows()), latencies.get(point));
            })
        .list();
  }

  private static Cell cell(CleanedRow row, Rows behind, CellLatency.@Nullable Found latency) {
    behind.orders.sort(Comparator.comparingInt(Order::repetition).thenComparingInt(Order::order));
    Conditions conditions =
        behind.conditions == null
            ? new Conditions("", null, Conditions.CLOSED, "", null)
            : behind.conditions;
    Cell cell =
        new Cell(
            row.cell().point(),
            row.type(),
            row.timeTotalAvg(),
            row.tpsAvg(),
            row.callsPerSecondAvg(),
            row.ordersUsed(),
            row.complete(),
            row.callsNotOk(),
            latency(latency, behind.orders),
            row.cost(),
            conditions,
            behind.flags,
            behind.orders,
            behind.runtime.perCall());
    return cell.flagged(CellFlags.of(cell));
  }

  private Map<Point, Rows> originals() {
    Map<Point, Rows> found = new HashMap<>();
    rows(ORIGINALS, OrderRow.class)
        .forEach(row -> gather(row, found.computeIfAbsent(row.cell().point(), p -> new Rows())));
    return found;
  }

  private void gather(OrderRow row, Rows rows) {
    String server = row.server().identity();
    Order order =
        new Order(
            row.repetition(),
            row.order(),
            row.timeTotal(),
            row.tps(),
            row.callsPerSecond(),
            row.callsOk(),
            row.clientCpuMs(),
            row.serverCpuMs(),
            row.watch(),
            row.flags(),
            row.callsTimedOut(),
            server == null ? null : servers.computeIfAbsent(server, s -> s));
    rows.orders.add(order);
    if (order.order() > 0) {
      rows.flags.addAll(order.flags());
      rows.runtime.add(row.runtime(), order.callsOk());
    }
    // The last order's: connections opened by warm runs, not by the first.
    if (order.order() >= rows.lastOrder) {
      rows.lastOrder = order.order();
      rows.conditions = row.conditions();
    }
  }

  /** Nothing is said of a cell some of whose processes left no histogram. */
  private static Percentiles latency(CellLatency.@Nullable Found found, List<Order> orders) {
    long processes =
        orders.stream().filter(o -> o.order() > 0).mapToInt(Order::repetition).distinct().count();
    return found == null || found.processes() < processes
        ? Percentiles.UNKNOWN
        : found.percentiles();
  }

  /** Those of counted loops have a request count; those of timed ones have none. */
  private List<Failure> failures(String requests) {
    return rows(
            "SELECT * FROM failed_point WHERE sweep = :sweep AND requestNum " + requests,
            FailedRow.class)
        .map(
            row ->
                new Failure(
                    row.cell().point(row.repetition(), null),
                    row.cause(),
                    row.detail(),
                    row.failures(),
                    row.redo(),
                    row.failedAt(),
                    row.completeRuns()))
        .list();
  }
}
