package io.rpcstress.analysis.database;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.CostPerCall;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Order;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.SelfWatch;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one sweep back, in an order that is the same from every database. */
public final class SweepReader {

  private static final List<String> PROCESS_FAILED = List.of(CellFlags.PROCESS_FAILED);

  /** The numbers that the paper gives; for a technology all of whose points failed. */
  private static final Map<String, Integer> PAPER_TYPES =
      Map.of(Series.RPCX, 1, "grpc", 2, "openfeign", 3);

  private final Connection connection;
  private final long id;
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, Dimensions> dimensions = new HashMap<>();

  private SweepReader(Connection connection, long id) {
    this.connection = connection;
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
        connection -> {
          List<Long> ids =
              Statements.query(
                  connection,
                  "SELECT id FROM sweep WHERE sweepKey = ?",
                  row -> row.getLong(1),
                  sweepKey);
          if (ids.isEmpty()) {
            throw notImported(sweepKey, database);
          }
          requireCleaned(sweepKey, ids.get(0), connection);
          return new SweepReader(connection, ids.get(0)).all();
        });
  }

  private static void requireCleaned(String sweepKey, long id, Connection connection)
      throws SQLException {
    List<Long> cleaned =
        Statements.query(
            connection, "SELECT sweep FROM cleaning WHERE sweep = ?", row -> row.getLong(1), id);
    if (cleaned.isEmpty()) {
      throw new UnusableInputException(
          "sweep '" + sweepKey + "' was not cleaned since its import: run clean first");
    }
  }

  static UnusableInputException notImported(String sweepKey, Database database) {
    return new UnusableInputException(
        "sweep '" + sweepKey + "' is not in " + database.url() + ": run import first");
  }

  /** One point's rows, gathered. */
  private static final class Rows {
    final List<Order> orders = new ArrayList<>();
    final SortedSet<String> flags = new TreeSet<>();
    int lastOrder = -1;
    @Nullable Conditions conditions;
  }

  private SweepData all() throws SQLException {
    Map<String, Integer> types = new HashMap<>(PAPER_TYPES);
    Statements.query(
        connection,
        "SELECT name, type FROM technology WHERE sweep = ?",
        row -> types.put(row.getString(1), row.getInt(2)),
        id);
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
    OpenLoopReader open = new OpenLoopReader(connection, id);
    return new SweepData(
            sweep,
            series,
            cells.stream().sorted(Comparator.comparing(Cell::point, order)).toList(),
            failures.stream().sorted(Comparator.comparing(Failure::point, order)).toList(),
            open.runs(),
            open.searches(),
            Importer.unreadable(connection, id),
            new SteadyReader(connection, id).all(),
            failures("= 0").stream().sorted(Comparator.comparing(Failure::point, order)).toList())
        .withClients(ClientRuns.of(connection, id));
  }

  private static Cell explained(Cell cell, Sweep sweep) {
    HostPair hosts = HostPair.of(sweep, cell.point().directoryName());
    return cell.flagged(Explanation.of(cell, hosts).contradictions());
  }

  private static Series seriesOf(Point point, Map<String, Integer> types) {
    int type = types.getOrDefault(point.technology(), Series.UNKNOWN_TYPE);
    return new Series(type, point.technology(), point.variant(), point.dimensions());
  }

  private Sweep sweep() throws SQLException {
    List<Fact> facts =
        Statements.query(
            connection,
            "SELECT section, name, value FROM sweep_fact WHERE sweep = ? ORDER BY position",
            row -> new Fact(row.getString(1), row.getString(2), row.getString(3)),
            id);
    return Statements.query(
            connection,
            "SELECT sweepKey, name, experiment, gitCommit, startedAt, endedAt FROM sweep"
                + " WHERE id = ?",
            row ->
                new Sweep(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    instant(row.getString(5)),
                    instant(row.getString(6)),
                    facts),
            id)
        .get(0);
  }

  private List<Cell> cells() throws SQLException {
    Map<Point, Rows> rows = originals();
    Map<Point, CellLatency.Found> latencies = new CellLatency(connection, id).all();
    return Statements.query(
        connection,
        "SELECT * FROM cleaned WHERE sweep = ?",
        row -> {
          Point point = point(row);
          Rows behind = rows.getOrDefault(point, new Rows());
          behind.orders.sort(
              Comparator.comparingInt(Order::repetition).thenComparingInt(Order::order));
          Conditions conditions =
              behind.conditions == null
                  ? new Conditions("", null, Conditions.CLOSED, "", null)
                  : behind.conditions;
          Cell cell =
              new Cell(
                  point,
                  row.getInt("type"),
                  row.getDouble("timeTotalAvg"),
                  row.getDouble("tpsAvg"),
                  row.getDouble("callsPerSecondAvg"),
                  row.getInt("ordersUsed"),
                  row.getInt("complete") == 1,
                  row.getLong("callsNotOk"),
                  latency(latencies.get(point), behind.orders),
                  cost(row),
                  conditions,
                  behind.flags,
                  behind.orders);
          return cell.flagged(CellFlags.of(cell));
        },
        id);
  }

  private static CostPerCall cost(ResultSet row) throws SQLException {
    return new CostPerCall(
        Statements.decimal(row, "clientCpuUsPerCall"),
        Statements.decimal(row, "clientCtxSwitchesPerCall"),
        Statements.decimal(row, "clientAllocBytesPerCall"),
        Statements.decimal(row, "serverCpuUsPerCall"),
        Statements.decimal(row, "serverCtxSwitchesPerCall"),
        Statements.decimal(row, "bytesOutPerCall"),
        Statements.decimal(row, "bytesInPerCall"),
        Statements.decimal(row, "packetsOutPerCall"),
        Statements.decimal(row, "packetsInPerCall"),
        Statements.whole(row, "serverRssKbMax"),
        Statements.whole(row, "clientGcMsSum"));
  }

  private Map<Point, Rows> originals() throws SQLException {
    Map<Point, Rows> found = new HashMap<>();
    Statements.query(
        connection,
        "SELECT technology, variant, threadNum, requestNum, requestMode, repetition, \"order\","
            + " dimensions, serverProcess, serverStartedAt,"
            + " timeTotal, TPS, callsPerSecond, callsOk, callsTimedOut, clientCpuMs, serverCpuMs,"
            + " clientHostCpuPercent, clientForeignCpuPercent, clientJitterMs, flags, operation,"
            + " payloadBytes, \"loop\", connectionPolicy, connections FROM original"
            + " WHERE sweep = ? AND loadShape = 'counted'",
        row -> gather(row, found.computeIfAbsent(point(row), p -> new Rows())),
        id);
    return found;
  }

  private boolean gather(ResultSet row, Rows rows) throws SQLException {
    String flags = one(row.getString("flags"));
    String server = Columns.server(row);
    Order order =
        new Order(
            row.getInt("repetition"),
            row.getInt("order"),
            row.getDouble("timeTotal"),
            row.getDouble("TPS"),
            row.getDouble("callsPerSecond"),
            row.getLong("callsOk"),
            Statements.decimal(row, "clientCpuMs"),
            Statements.decimal(row, "serverCpuMs"),
            watch(row),
            flags.isEmpty() ? List.of() : List.of(flags.split(" ", -1)),
            row.getLong("callsTimedOut"),
            server == null ? null : one(server));
    rows.orders.add(order);
    if (order.order() > 0) {
      rows.flags.addAll(order.flags());
    }
    // The last order's: connections opened by warm runs, not by the first.
    if (order.order() >= rows.lastOrder) {
      rows.lastOrder = order.order();
      rows.conditions =
          new Conditions(
              one(row.getString("operation")),
              Statements.whole(row, "payloadBytes"),
              one(row.getString("loop")),
              one(row.getString("connectionPolicy")),
              Statements.whole(row, "connections"));
    }
    return true;
  }

  /** The same words come with every row: one object each is enough. */
  private String one(String text) {
    return texts.computeIfAbsent(text, t -> t);
  }

  private static SelfWatch watch(ResultSet row) throws SQLException {
    Double host = Statements.decimal(row, "clientHostCpuPercent");
    Double foreign = Statements.decimal(row, "clientForeignCpuPercent");
    Double jitter = Statements.decimal(row, "clientJitterMs");
    return host == null && foreign == null && jitter == null
        ? SelfWatch.UNKNOWN
        : new SelfWatch(host, foreign, jitter);
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
  private List<Failure> failures(String requests) throws SQLException {
    return Statements.query(
        connection,
        "SELECT * FROM failed_point WHERE sweep = ? AND requestNum " + requests,
        row ->
            new Failure(
                point(row).repeated(row.getInt("repetition")),
                FailureCause.of(row.getString("cause")),
                row.getString("detail"),
                row.getString("failures"),
                row.getString("redo"),
                Instant.parse(row.getString("failedAt")),
                row.getInt("completeRuns")),
        id);
  }

  private Point point(ResultSet row) throws SQLException {
    return new Point(
        one(row.getString("technology")),
        one(row.getString("variant")),
        row.getInt("threadNum"),
        row.getInt("requestNum"),
        RequestMode.of(row.getString("requestMode")),
        0,
        null,
        dimensions.computeIfAbsent(row.getString("dimensions"), Dimensions::parse));
  }

  private static @Nullable Instant instant(@Nullable String text) {
    return text == null ? null : Instant.parse(text);
  }
}
