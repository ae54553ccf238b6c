package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ServiceShares;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.ServiceRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What each service, and the broker between them, had of an order. */
final class OrderServices {

  private static final double MICROS_PER_MILLI = 1_000;
  private static final double KIB_PER_MIB = 1_024;

  private OrderServices() {}

  /**
   * The table.
   *
   * @param cells of orders, in the order of the rows
   */
  static Table table(String id, List<Cell> cells, SweepData data) {
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : cells) {
      Set<Point> valid =
          cell.valid().stream()
              .map(each -> cell.point().repeated(each.repetition()))
              .collect(Collectors.toSet());
      List<ServiceShares> shares =
          data.services().stream().filter(each -> valid.contains(each.point())).toList();
      if (!shares.isEmpty()) {
        rows.addAll(rows(cell, shares));
      }
    }
    return new Table(
        id,
        "What each service had of an order",
        List.of(
            "payload",
            "clients",
            "technology",
            "service",
            "calls an order",
            "CPU an order, us",
            "its share, %",
            "time in it an order, ms",
            "context switches an order",
            "memory, MiB"),
        rows,
        List.of(
            "Over the processes that no flag leaves out, their warm-up included. The time in a"
                + " service is that of its calls without the time in which they waited for other"
                + " services: its steps of 100 ms are in it, the way to it is in none. Where two"
                + " sweeps differ in one service alone, it is there. A broker's part is in no sum"
                + " of server CPU; its memory is that of RabbitMQ's node."));
  }

  /** The same service of all processes of a cell, added up. */
  private static List<List<String>> rows(Cell cell, List<ServiceShares> shares) {
    Map<String, List<ServiceRow>> byName = new LinkedHashMap<>();
    Long orders = 0L;
    for (ServiceShares each : shares) {
      orders = sum(orders, each.rows().get(0).callsServed());
      for (ServiceRow row : each.rows()) {
        byName.computeIfAbsent(row.service(), name -> new ArrayList<>()).add(row);
      }
    }
    Double allCpu =
        total(byName.values().stream().flatMap(List::stream).toList(), ServiceRow::cpuMs);
    List<List<String>> rows = new ArrayList<>();
    for (Map.Entry<String, List<ServiceRow>> each : byName.entrySet()) {
      Double cpu = total(each.getValue(), ServiceRow::cpuMs);
      Double perOrder = per(orders, cpu);
      rows.add(
          List.of(
              CellText.payload(cell.point()),
              Integer.toString(cell.point().threadNum()),
              CellText.technology(cell),
              each.getKey(),
              CellText.twoDigits(
                  per(orders, total(each.getValue(), row -> number(row.callsServed())))),
              CellText.whole(perOrder == null ? null : (Double) (perOrder * MICROS_PER_MILLI)),
              cpu == null || allCpu == null || allCpu == 0
                  ? ""
                  : CellText.whole(100 * cpu / allCpu),
              CellText.twoDigits(per(orders, total(each.getValue(), ServiceRow::workMs))),
              CellText.twoDigits(
                  per(orders, total(each.getValue(), row -> number(row.ctxSwitches())))),
              memory(each.getValue())));
    }
    return rows;
  }

  private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
    return one == null || other == null ? null : (Long) (one + other);
  }

  private static @Nullable Double number(@Nullable Long value) {
    return value == null ? null : (Double) value.doubleValue();
  }

  /** Unknown where one of them is. */
  private static @Nullable Double total(
      List<ServiceRow> rows, Function<ServiceRow, @Nullable Double> what) {
    double sum = 0;
    for (ServiceRow row : rows) {
      Double one = what.apply(row);
      if (one == null) {
        return null;
      }
      sum += one;
    }
    return sum;
  }

  private static @Nullable Double per(@Nullable Long orders, @Nullable Double all) {
    return orders == null || orders == 0 || all == null ? null : (Double) (all / orders);
  }

  /** The mean over processes. */
  private static String memory(List<ServiceRow> rows) {
    Double all = total(rows, row -> number(row.rssKb()));
    return CellText.whole(all == null ? null : (Double) (all / rows.size() / KIB_PER_MIB));
  }
}
