package io.rpcstress.analysis.sample;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.CostPerCall;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Order;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
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
    double time = Arrays.stream(warmMs).average().orElseThrow();
    double tps = orders.stream().skip(1).mapToDouble(Order::tps).average().orElseThrow();
    return new Cell(
        point,
        type,
        time,
        tps,
        tps,
        warmMs.length,
        warmMs.length >= 9,
        0,
        Percentiles.UNKNOWN,
        CostPerCall.UNKNOWN,
        new Conditions("greet", 16L, Conditions.CLOSED, "multiplexed:1", 0L),
        new TreeSet<>(),
        orders);
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
                    .map(c -> new Series(c.type(), c.point().technology(), c.point().variant())),
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
        List.of());
  }

  private static Order order(int order, Point point, double ms) {
    double tps = point.requestNum() / (ms / 1000);
    return new Order(order, ms, tps, tps);
  }
}
