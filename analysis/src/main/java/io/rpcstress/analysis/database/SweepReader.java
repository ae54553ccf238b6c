package io.rpcstress.analysis.database;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.Offered;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.SweepData.ClientRun;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.FaultCourse;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.record.SearchFile;
import io.rpcstress.measure.record.SearchRecord;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads one sweep back, in an order that is the same from every database. */
public final class SweepReader {

  private static final double P99 = 99;

  private static final double MICROS_PER_MILLI = 1_000;

  /** The numbers that the paper gives; for a technology all of whose points failed. */
  private static final Map<String, Integer> PAPER_TYPES =
      Map.of(Series.RPCX, 1, "grpc", 2, "openfeign", 3);

  private static final Comparator<Point> BY_LOAD =
      Comparator.comparing(
              Point::offered,
              Comparator.nullsFirst(
                  Comparator.comparing(OfferedLoad::shape)
                      .thenComparing(OfferedLoad::rate)
                      .thenComparing(OfferedLoad::seconds)))
          .thenComparing(Point::threadNum)
          .thenComparing(Point::requestNum)
          .thenComparing(Point::requestMode)
          .thenComparing(point -> point.cell().fileStem())
          .thenComparing(Point::repetition);

  private final Handle handle;
  private final long id;
  private final Map<String, String> servers = new HashMap<>();

  private SweepReader(Handle handle, long id) {
    this.handle = handle;
    this.id = id;
  }

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
    Optional<Long> cleaned =
        handle
            .createQuery("SELECT sweep FROM cleaning WHERE sweep = :id")
            .bind("id", id)
            .mapTo(Long.class)
            .findOne();
    if (cleaned.isEmpty()) {
      throw new UnusableInputException(
          "sweep '" + sweepKey + "' was not cleaned since its import: run clean first");
    }
  }

  public static UnusableInputException notImported(String sweepKey, String database) {
    return new UnusableInputException(
        "sweep '" + sweepKey + "' is not in " + database + ": run import first");
  }

  // JDBI fills these, and calls no constructor that is not public.

  /** The point of a file. */
  public record PointRow(
      String source,
      String technology,
      String variant,
      int threadNum,
      int requestNum,
      RequestMode requestMode,
      int repetition,
      Dimensions dimensions,
      @Nullable ArrivalShape shape,
      @Nullable Integer rate,
      @Nullable Integer seconds,
      @Nullable Integer warmupSeconds,
      @Nullable Long seed) {

    Point point() {
      OfferedLoad offered =
          shape == null || rate == null || seconds == null || warmupSeconds == null || seed == null
              ? null
              : new OfferedLoad(shape, rate, seconds, warmupSeconds, seed);
      return new Point(
          technology, variant, threadNum, requestNum, requestMode, repetition, offered, dimensions);
    }
  }

  /** A row of a whole point. */
  public record RunRow(
      String source,
      int type,
      String serverProcess,
      @Nullable String serverStartedAt,
      @Nested Run run,
      @Nested Conditions conditions) {}

  /** Response or service times. */
  public record TimesRow(
      @Nullable Double p50Us,
      @Nullable Double p90Us,
      @Nullable Double p99Us,
      @Nullable Double p999Us,
      @Nullable Double maxUs) {

    Latency latency() {
      return new Latency(p50Us, p90Us, p99Us, p999Us, maxUs);
    }
  }

  /** What an open loop's row has beside. */
  public record OfferedRow(
      String source,
      double offeredPerSecond,
      double achievedPerSecond,
      String starting,
      @Nested TimesRow response,
      @Nested("service") TimesRow service,
      long warmupIssued,
      long warmupOk,
      @Nullable Long faultDueUs,
      @Nullable Long faultFromUs,
      @Nullable Long faultToUs,
      String faultFailures,
      @Nullable Long faultRan,
      @Nullable Long faultRanTwice,
      @Nullable Double minUs,
      @Nullable Double meanUs,
      @Nullable Double p95Us) {

    Offered offered() {
      return new Offered(
          offeredPerSecond,
          achievedPerSecond,
          starting,
          response.latency().with(minUs, meanUs, p95Us),
          service.latency(),
          warmupIssued - warmupOk,
          fault());
    }

    private @Nullable FaultCourse fault() {
      return faultDueUs == null
          ? null
          : new FaultCourse(
              faultDueUs / MICROS_PER_MILLI,
              faultFromUs == null ? null : (Double) (faultFromUs / MICROS_PER_MILLI),
              faultToUs == null ? null : (Double) (faultToUs / MICROS_PER_MILLI),
              new TreeSet<>(List.of(faultFailures.split(" ", -1))),
              faultRan,
              faultRanTwice);
    }
  }

  private static final class Rows {
    final List<Run> runs = new ArrayList<>();
    @Nullable RunRow last;
  }

  private SweepData all() {
    Map<String, Point> points = new HashMap<>();
    rows("SELECT * FROM point WHERE sweep = :sweep", PointRow.class)
        .forEach(row -> points.put(row.source(), row.point()));
    Sweep sweep = ofLine(sharedLine(points));
    List<Failure> failures = failures(points);
    List<Cell> cells = judged(cells(points, sweep), failures);
    Map<String, Integer> types = new HashMap<>(PAPER_TYPES);
    cells.forEach(cell -> types.merge(cell.point().technology(), cell.type(), Math::min));
    Comparator<Point> order =
        Comparator.comparing(Point::loadShape)
            .thenComparing(point -> series(point, types))
            .thenComparing(BY_LOAD);
    List<Series> series =
        Stream.concat(cells.stream().map(Cell::point), failures.stream().map(Failure::point))
            .filter(point -> point.loadShape() == LoadShape.COUNTED)
            .map(point -> series(point, types))
            .distinct()
            .sorted()
            .toList();
    return new SweepData(
        sweep,
        series,
        cells.stream().sorted(Comparator.comparing(Cell::point, order)).toList(),
        failures.stream().sorted(Comparator.comparing(Failure::point, order)).toList(),
        searches(),
        Importer.unreadable(handle, id),
        List.of(),
        clientRuns(points),
        Map.of(),
        Map.of(),
        0);
  }

  /**
   * One line of all points is a condition of the sweep, as its hosts are, and tells no points
   * apart: takes it out of them.
   *
   * @return it; empty where there are several, or where it is as it is
   */
  private static String sharedLine(Map<String, Point> points) {
    List<String> lines =
        points.values().stream()
            .map(each -> each.dimensions().text(Dimension.LINE))
            .distinct()
            .toList();
    if (lines.size() != 1) {
      return "";
    }
    points.replaceAll((source, point) -> point.with(Dimension.LINE, ""));
    return lines.get(0);
  }

  /** The sweep; results that no sweep measured have options in their points alone. */
  private Sweep ofLine(String shared) {
    Sweep found = sweep();
    return shared.isEmpty() || !found.line().isEmpty()
        ? found
        : found.withFacts(List.of(new Fact(SweepFile.OPTIONS, Dimension.LINE.name(), shared)));
  }

  private static Series series(Point point, Map<String, Integer> types) {
    int type = types.getOrDefault(point.technology(), Series.UNKNOWN_TYPE);
    return new Series(type, point.technology(), point.variant(), point.dimensions());
  }

  private Query query(String sql) {
    return handle.createQuery(sql).bind("sweep", id).setFetchSize(Database.FETCH_ROWS);
  }

  private <T> ResultIterable<T> rows(String sql, Class<T> type) {
    return query(sql).map(ConstructorMapper.of(type));
  }

  private Sweep sweep() {
    List<Fact> facts =
        rows(
                "SELECT section, name, value FROM sweep_fact WHERE sweep = :sweep ORDER BY position",
                Fact.class)
            .list();
    return query("SELECT * FROM sweep WHERE id = :sweep")
        .map(
            row ->
                new Sweep(
                    row.getColumn("sweepKey", String.class),
                    row.getColumn("name", String.class),
                    row.getColumn("experiment", String.class),
                    row.getColumn("gitCommit", String.class),
                    row.getColumn("startedAt", Instant.class),
                    row.getColumn("endedAt", Instant.class),
                    facts))
        .one();
  }

  private Map<String, Rows> runs() {
    String columns =
        Stream.of(Run.class, Conditions.class)
            .flatMap(type -> Stream.of(type.getRecordComponents()))
            .map(RecordComponent::getName)
            .distinct()
            .map(OriginalTable::quoted)
            .collect(Collectors.joining(", "));
    Map<String, Rows> found = new LinkedHashMap<>();
    rows(
            "SELECT source, type, serverProcess, serverStartedAt, "
                + columns
                + " FROM original WHERE sweep = :sweep AND client IS NULL ORDER BY id",
            RunRow.class)
        .forEach(
            row -> {
              Rows rows = found.computeIfAbsent(row.source(), source -> new Rows());
              rows.runs.add(row.run());
              rows.last = row;
            });
    return found;
  }

  private List<Cell> cells(Map<String, Point> points, Sweep sweep) {
    Map<String, Offered> offered = new HashMap<>();
    rows("SELECT * FROM original WHERE sweep = :sweep AND \"loop\" = 'open'", OfferedRow.class)
        .forEach(row -> offered.put(row.source(), row.offered()));
    Latencies latencies = new Latencies(handle, id);
    Map<String, Percentiles> known = latencies.all();
    Map<Point, Map<String, ProcessRuns>> byCell = new LinkedHashMap<>();
    Map<Point, RunRow> lasts = new HashMap<>();
    runs()
        .forEach(
            (source, rows) -> {
              Point point = Objects.requireNonNull(points.get(source));
              RunRow last = Objects.requireNonNull(rows.last);
              rows.runs.sort(Comparator.comparingInt(Run::order));
              double p99 = known.getOrDefault(source, Percentiles.UNKNOWN).at(P99);
              ProcessRuns process =
                  ProcessRuns.of(point, server(last), rows.runs, p99, offered.get(source));
              if (!process.counted().isEmpty()) {
                Point cell = Cell.load(point);
                byCell.computeIfAbsent(cell, c -> new LinkedHashMap<>()).put(source, process);
                lasts.put(cell, last);
              }
            });
    Map<String, HostPair> hosts = new HashMap<>();
    int runsExpected = Cleaner.warmOrders(handle, id);
    List<Cell> cells = new ArrayList<>();
    byCell.forEach(
        (point, bySource) -> {
          List<ProcessRuns> processes =
              bySource.values().stream()
                  .sorted(Comparator.comparingInt(ProcessRuns::repetition))
                  .toList();
          List<String> all = List.copyOf(bySource.keySet());
          List<String> valid =
              bySource.entrySet().stream()
                  .filter(each -> each.getValue().valid())
                  .map(Map.Entry::getKey)
                  .toList();
          Percentiles ofAll = latency(all, known, latencies);
          RunRow last = Objects.requireNonNull(lasts.get(point));
          cells.add(
              new Cell(
                  point,
                  last.type(),
                  last.conditions(),
                  hosts.computeIfAbsent(
                      point.directoryName(), contender -> HostPair.of(sweep, contender)),
                  processes,
                  runsExpected,
                  valid.equals(all) ? ofAll : latency(valid, known, latencies),
                  ofAll,
                  new TreeSet<>()));
        });
    return cells;
  }

  /** Nothing is said of a cell some of whose processes left no histogram. */
  private static Percentiles latency(
      List<String> sources, Map<String, Percentiles> known, Latencies latencies) {
    return sources.isEmpty() || !known.keySet().containsAll(sources)
        ? Percentiles.UNKNOWN
        : sources.size() == 1
            ? known.getOrDefault(sources.get(0), Percentiles.UNKNOWN)
            : latencies.together(sources);
  }

  private @Nullable String server(RunRow row) {
    return row.serverProcess().isEmpty() && row.serverStartedAt() == null
        ? null
        : servers.computeIfAbsent(
            row.serverProcess() + " " + row.serverStartedAt(), server -> server);
  }

  /** Counted loops with what their runs, failures and hosts say of them. */
  private static List<Cell> judged(List<Cell> cells, List<Failure> failures) {
    Set<Point> failed =
        failures.stream().map(failure -> failure.point().cell()).collect(Collectors.toSet());
    return cells.stream()
        .map(
            cell -> cell.is(LoadShape.COUNTED) ? judged(cell, failed.contains(cell.point())) : cell)
        .toList();
  }

  private static Cell judged(Cell cell, boolean hasFailed) {
    List<String> flags = new ArrayList<>(CellFlags.of(cell));
    if (hasFailed) {
      flags.add(CellFlags.PROCESS_FAILED);
    }
    flags.addAll(Explanation.of(cell).contradictions());
    return cell.flagged(flags);
  }

  private List<ClientRun> clientRuns(Map<String, Point> points) {
    return query(
            "SELECT source, client, \"order\", callsPerSecond FROM original"
                + " WHERE sweep = :sweep AND client IS NOT NULL")
        .map(
            row ->
                new ClientRun(
                    pointOf(row, points),
                    row.getColumn("client", Integer.class),
                    row.getColumn("order", Integer.class),
                    row.getColumn("callsPerSecond", Double.class)))
        .stream()
        .sorted(
            Comparator.comparing((ClientRun r) -> r.point().directoryName())
                .thenComparing(r -> r.point().fileStem())
                .thenComparing(ClientRun::client)
                .thenComparing(ClientRun::order))
        .toList();
  }

  private List<Failure> failures(Map<String, Point> points) {
    return query("SELECT * FROM failed_point WHERE sweep = :sweep")
        .map(
            row ->
                new Failure(
                    pointOf(row, points),
                    row.getColumn("cause", FailureCause.class),
                    row.getColumn("detail", String.class),
                    row.getColumn("failures", String.class),
                    row.getColumn("redo", String.class),
                    row.getColumn("failedAt", Instant.class),
                    row.getColumn("completeRuns", Integer.class)))
        .list();
  }

  private static Point pointOf(RowView row, Map<String, Point> points) {
    return Objects.requireNonNull(points.get(row.getColumn("source", String.class)));
  }

  private List<SearchRecord> searches() {
    return query("SELECT document FROM rate_search WHERE sweep = :sweep ORDER BY source")
        .mapTo(String.class)
        .map(SearchFile::parse)
        .stream()
        .sorted(
            Comparator.comparing(SearchRecord::slo)
                .thenComparing((SearchRecord search) -> Series.of(search)))
        .toList();
  }
}
