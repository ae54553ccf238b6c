package io.rpcstress.analysis.sample;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Read models to test with, without files and database. */
public final class Cells {

  private static final int WARM = 9;

  private Cells() {}

  /**
   * A cell of a point whose warm runs took the times given, ms; order 0 took ten times the first.
   */
  public static Cell cell(int type, Point point, double... warmMs) {
    return of(type, point, List.of(process(point, warmMs)));
  }

  private static ProcessRuns process(Point point, double... warmMs) {
    List<Run> runs = new ArrayList<>();
    runs.add(run(0, point, 10 * warmMs[0]));
    for (int i = 0; i < warmMs.length; i++) {
      runs.add(run(i + 1, point, warmMs[i]));
    }
    return ProcessRuns.of(point, null, runs, Double.NaN, null);
  }

  private static Run run(int order, Point point, double ms) {
    return new Row(order, ms, point.requestNum()).run();
  }

  /** A cell of counted loops. */
  public static Cell of(int type, Point point, List<ProcessRuns> processes) {
    return new Cell(
        point,
        type,
        new Conditions("greet", 16L, null, Conditions.CLOSED, "multiplexed:1", 0L),
        HostPair.UNKNOWN,
        processes,
        WARM,
        Percentiles.UNKNOWN,
        Percentiles.UNKNOWN,
        new TreeSet<>());
  }

  /** A cell that several processes measured, with the times of each one's warm runs, ms. */
  public static Cell repeated(int type, Point point, double[]... warmMs) {
    List<ProcessRuns> processes =
        IntStream.range(0, warmMs.length)
            .mapToObj(i -> process(point.repeated(i), warmMs[i]))
            .toList();
    return rows(
        of(type, point, processes),
        run -> new Row(run).cpu(run.timeMs() * 500, run.timeMs() * 250).run());
  }

  /** The same cell with other runs. */
  public static Cell rows(Cell cell, UnaryOperator<Run> change) {
    return with(
        cell,
        process ->
            ProcessRuns.of(
                process.point(),
                process.server(),
                process.runs().stream().map(change).toList(),
                process.p99Us(),
                process.offer()));
  }

  /** The same cell with other processes. */
  public static Cell with(Cell cell, UnaryOperator<ProcessRuns> change) {
    return of(
        cell,
        cell.hosts(),
        cell.processes().stream().map(change).toList(),
        cell.latency(),
        cell.latencyOfAll());
  }

  /** The same cell with other latencies. */
  public static Cell with(Cell cell, Percentiles latency) {
    return of(cell, cell.hosts(), cell.processes(), latency, latency);
  }

  /** The same cell, measured on other hosts. */
  public static Cell on(HostPair hosts, Cell cell) {
    return of(cell, hosts, cell.processes(), cell.latency(), cell.latencyOfAll());
  }

  private static Cell of(
      Cell cell,
      HostPair hosts,
      List<ProcessRuns> processes,
      Percentiles latency,
      Percentiles latencyOfAll) {
    return new Cell(
        cell.point(),
        cell.type(),
        cell.conditions(),
        hosts,
        processes,
        cell.runsExpected(),
        latency,
        latencyOfAll,
        cell.found());
  }

  /** The same cell, each of whose processes called the server of that name. */
  public static Cell onServers(Cell cell, String... servers) {
    return with(
        cell,
        p ->
            new ProcessRuns(
                p.point(), servers[p.repetition()], p.runs(), p.flags(), p.p99Us(), p.offer()));
  }

  /** The same cell, one of whose processes has no result. */
  public static Cell without(Cell cell, int repetition) {
    return of(
        cell.type(),
        cell.point(),
        cell.processes().stream().filter(p -> p.repetition() != repetition).toList());
  }

  /** Nine warm runs close around a time, ms: 0.2 % apart. */
  public static double[] around(double ms) {
    return IntStream.range(-4, 5).mapToDouble(i -> ms * (1 + i / 500.0)).toArray();
  }

  public static SweepData data(List<Cell> cells, List<Failure> failures) {
    Stream<Series> failed =
        failures.stream()
            .map(Failure::point)
            .filter(
                point ->
                    cells.stream()
                        .noneMatch(c -> c.point().directoryName().equals(point.directoryName())))
            .map(p -> new Series(Series.UNKNOWN_TYPE, p.technology(), p.variant()));
    return data(
        new Sweep("id", "name", null, null, null, null, List.of()),
        Stream.concat(cells.stream().map(Cell::series), failed).distinct().sorted().toList(),
        cells,
        failures);
  }

  /** A sweep of cells of whatever loops. */
  public static SweepData data(
      Sweep sweep, List<Series> series, List<Cell> cells, List<Failure> failures) {
    List<Cell> there =
        cells.stream()
            .map(cell -> on(HostPair.of(sweep, cell.point().directoryName()), cell))
            .toList();
    return new SweepData(
        sweep, series, there, failures, List.of(), List.of(), List.of(), List.of(), Map.of(),
        Map.of(), 0);
  }

  /** The same with further cells. */
  public static SweepData with(SweepData data, Cell... further) {
    List<Cell> all = new ArrayList<>(data.all());
    all.addAll(Arrays.asList(further));
    return data(data.sweep(), data.series(), all, data.allFailures());
  }

  /** A sweep of which nothing was measured. */
  public static SweepData nothing(Sweep sweep) {
    return data(sweep, List.of(), List.of(), List.of());
  }
}
