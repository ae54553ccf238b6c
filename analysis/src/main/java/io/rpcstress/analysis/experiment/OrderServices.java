package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ServiceShares;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Columns;
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
        .add("calls an order", 2, share -> share.perOrder(row -> number(row.callsServed())))
        .add("CPU an order, us", 0, OrderServices::cpuUs)
        .add("its share, %", 0, OrderServices::cpuShare)
        .add("time in it an order, ms", 2, share -> share.perOrder(ServiceRow::workMs))
        .add(
            "context switches an order",
            2,
            share -> share.perOrder(row -> number(row.ctxSwitches())))
        .add("memory, MiB", 0, share -> memory(share.rows()))
        .table(
            id,
            "What each service had of an order",
            rows,
            "Over the processes that no flag leaves out, their warm-up included. The time in a"
                + " service is that of its calls without the time in which they waited for other"
                + " services: its steps of 100 ms are in it, the way to it is in none. Where two"
                + " sweeps differ in one service alone, it is there. A broker's part is in no sum"
                + " of server CPU; its memory is that of RabbitMQ's node.");
  }

  /** The same service of all processes of a cell, added up. */
  private static List<Share> rows(Cell cell, List<ServiceShares> shares) {
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
    List<Share> rows = new ArrayList<>();
    for (List<ServiceRow> each : byName.values()) {
      rows.add(new Share(cell, each, orders, allCpu));
    }
    return rows;
  }

  /**
   * What one service had of a cell's orders.
   *
   * @param orders how many; null where that is unknown
   * @param allCpuMs of all services
   */
  private record Share(
      Cell cell, List<ServiceRow> rows, @Nullable Long orders, @Nullable Double allCpuMs) {

    @Nullable Double perOrder(Function<ServiceRow, @Nullable Double> what) {
      return per(orders, total(rows, what));
    }
  }

  private static @Nullable Double cpuUs(Share share) {
    Double perOrder = per(share.orders(), total(share.rows(), ServiceRow::cpuMs));
    return perOrder == null ? null : (Double) (perOrder * MICROS_PER_MILLI);
  }

  private static @Nullable Double cpuShare(Share share) {
    Double cpu = total(share.rows(), ServiceRow::cpuMs);
    Double all = share.allCpuMs();
    return cpu == null || all == null || all == 0 ? null : (Double) (100 * cpu / all);
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
  private static @Nullable Double memory(List<ServiceRow> rows) {
    Double all = total(rows, row -> number(row.rssKb()));
    return all == null ? null : (Double) (all / rows.size() / KIB_PER_MIB);
  }
}
