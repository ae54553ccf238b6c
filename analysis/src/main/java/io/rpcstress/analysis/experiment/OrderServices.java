package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.SweepData.ServiceShares;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.ServiceRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What each service, and the broker between them, had of an order. */
final class OrderServices {

  private static final double MICROS_PER_MILLI = 1_000;
  private static final double KIB_PER_MIB = 1_024;

  private OrderServices() {}

  static Table table(String id, List<Cell> cells, SweepData data) {
    List<Share> rows = new ArrayList<>();
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
    return new Columns<Share>()
        .add("payload", share -> CellText.payload(share.cell().point()))
        .add("clients", share -> share.cell().point().threadNum())
        .add("technology", share -> CellText.technology(share.cell()))
        .add("service", share -> share.rows().get(0).service())
        .add("calls an order", 2, share -> share.perOrder(row -> Unknown.orNaN(row.callsServed())))
        .add(
            "CPU an order, us", 0, share -> cpuMs(share.rows()) / share.orders() * MICROS_PER_MILLI)
        .add("its share, %", 0, share -> 100 * cpuMs(share.rows()) / share.allCpuMs())
        .add(
            "time in it an order, ms",
            2,
            share -> share.perOrder(row -> Unknown.orNaN(row.workMs())))
        .add(
            "context switches an order",
            2,
            share -> share.perOrder(row -> Unknown.orNaN(row.ctxSwitches())))
        .add(
            "memory, MiB",
            0,
            share ->
                total(share.rows(), row -> Unknown.orNaN(row.rssKb()))
                    / share.rows().size()
                    / KIB_PER_MIB)
        .table(
            id,
            "What each service had of an order",
            rows,
            "Over the processes that no flag leaves out, warm-up included. The time in a service "
                + "is that of its calls, without their waits for other services. It has the "
                + "service's steps of 100 ms, but not the way to it. If two sweeps differ in one "
                + "service alone, it shows here. A broker's part is in no sum of server CPU; its "
                + "memory is that of RabbitMQ's node.");
  }

  /** The same service of all processes of a cell, added up. */
  private static List<Share> rows(Cell cell, List<ServiceShares> shares) {
    Map<String, List<ServiceRow>> byName = new LinkedHashMap<>();
    double orders = 0;
    for (ServiceShares each : shares) {
      orders += Unknown.orNaN(each.rows().get(0).callsServed());
      for (ServiceRow row : each.rows()) {
        byName.computeIfAbsent(row.service(), name -> new ArrayList<>()).add(row);
      }
    }
    double allCpu = cpuMs(byName.values().stream().flatMap(List::stream).toList());
    List<Share> rows = new ArrayList<>();
    for (List<ServiceRow> each : byName.values()) {
      rows.add(new Share(cell, each, orders, allCpu));
    }
    return rows;
  }

  /** What one service had of a cell's orders. */
  private record Share(Cell cell, List<ServiceRow> rows, double orders, double allCpuMs) {

    double perOrder(ToDoubleFunction<ServiceRow> what) {
      return total(rows, what) / orders;
    }
  }

  private static double cpuMs(List<ServiceRow> rows) {
    return total(rows, row -> Unknown.orNaN(row.cpuMs()));
  }

  private static double total(List<ServiceRow> rows, ToDoubleFunction<ServiceRow> what) {
    double sum = 0;
    for (ServiceRow row : rows) {
      sum += what.applyAsDouble(row);
    }
    return sum;
  }
}
