package io.rpcstress.analysis.sample;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.CostPerCall;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Order;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.RuntimeCost;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SelfWatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Read models to test with, without files and database. */
public final class Cells {

  private Cells() {}

  /**
   * A cell of a point whose warm runs took the times given, ms; order 0 took ten times the first.
   */
  public static Cell cell(int type, Point point, double... warmMs) {
    List<Order> orders = new ArrayList<>();
    orders.add(order(0, point, 10 * warmMs[0]));
    for (int i = 0; i < warmMs.length; i++) {
      orders.add(order(i + 1, point, warmMs[i]));
    }
    return of(type, point, orders, warmMs.length >= 9);
  }

  private static Cell of(int type, Point point, List<Order> orders, boolean complete) {
    List<Order> warm = orders.stream().filter(o -> o.order() > 0).toList();
    double time = warm.stream().mapToDouble(Order::timeTotal).average().orElseThrow();
    double tps = warm.stream().mapToDouble(Order::tps).average().orElseThrow();
    return new Cell(
        point,
        type,
        time,
        tps,
        tps,
        warm.size(),
        complete,
        0,
        Percentiles.UNKNOWN,
        CostPerCall.UNKNOWN,
        new Conditions("greet", 16L, Conditions.CLOSED, "multiplexed:1", 0L),
        new TreeSet<>(),
        orders,
        RuntimeCost.UNKNOWN);
  }

  /** A cell that several processes measured, with the times of each one's warm runs, ms. */
  public static Cell repeated(int type, Point point, double[]... warmMs) {
    List<Order> orders = new ArrayList<>();
    for (int repetition = 0; repetition < warmMs.length; repetition++) {
      for (Order one : cell(type, point, warmMs[repetition]).orders()) {
        orders.add(
            new Order(
                repetition,
                one.order(),
                one.timeTotal(),
                one.tps(),
                one.callsPerSecond(),
                one.callsOk(),
                one.timeTotal() / 2,
                one.timeTotal() / 4,
                SelfWatch.UNKNOWN,
                List.of(),
                0,
                null));
      }
    }
    return of(type, point, orders, Arrays.stream(warmMs).allMatch(w -> w.length >= 9));
  }

  /** The same cell, each of whose processes called the server of that name. */
  public static Cell onServers(Cell cell, String... servers) {
    List<Order> orders =
        cell.orders().stream()
            .map(
                o ->
                    new Order(
                        o.repetition(),
                        o.order(),
                        o.timeTotal(),
                        o.tps(),
                        o.callsPerSecond(),
                        o.callsOk(),
                        o.clientCpuMs(),
                        o.serverCpuMs(),
                        o.watch(),
                        o.flags(),
                        o.callsTimedOut(),
                        servers[o.repetition()]))
            .toList();
    return of(cell.type(), cell.point(), orders, cell.complete());
  }

  /** The same cell, one of whose processes has no result. */
  public static Cell without(Cell cell, int repetition) {
    List<Order> left = cell.orders().stream().filter(o -> o.repetition() != repetition).toList();
    return of(cell.type(), cell.point(), left, cell.complete());
  }

  /** The same cell at another point. */
  public static Cell moved(Cell cell, Point point) {
    return of(cell.type(), point, cell.orders(), cell.complete());
  }

  /** Nine warm runs close around a time, ms: 0.2 % apart. */
  public static double[] around(double ms) {
    return java.util.stream.IntStream.range(-4, 5).mapToDouble(i -> ms * (1 + i / 500.0)).toArray();
  }

  /** A sweep of such cells. */
  public static SweepData data(List<Cell> cells, List<Failure> failures) {
    List<Series> series =
        Stream.concat(
                cells.stream()
                    .map(
                        c ->
                            new Series(
                                c.type(),
                                c.point().technology(),
                                c.point().variant(),
                                c.point().dimensions())),
                failures.stream()
                    .filter(
                        f ->
                            cells.stream()
                                .noneMatch(
                                    c ->
                                        c.point()
                                            .directoryName()
                                            .equals(f.point().directoryName())))
                    .map(
                        f ->
                            new Series(
                                Series.UNKNOWN_TYPE, f.point().technology(), f.point().variant())))
            .distinct()
            .sorted()
            .toList();
    return new SweepData(
        new Sweep("id", "name", null, null, null, null, List.of()),
        series,
        cells,
        failures,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** A sweep of which nothing was measured. */
  public static SweepData nothing(Sweep sweep) {
    return new SweepData(
        sweep, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
        List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
  }

  private static Order order(int order, Point point, double ms) {
    double tps = point.requestNum() / (ms / 1000);
    return new Order(
        0,
        order,
        ms,
        tps,
        tps,
        Math.round(tps * ms / 1_000),
        null,
        null,
        SelfWatch.UNKNOWN,
        List.of(),
        0,
        null);
  }
}
