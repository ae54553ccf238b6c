package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.CallCost;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.SweepData.Shares;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an order consists of: the services that it passes. */
final class OrderTables {

  private static final double MICROS_PER_MILLI = 1_000;
  private static final double KIB_PER_MIB = 1_024;

  /** In a payload: steps wait for nothing, so that what is left is communication. */
  private static final String INSTANT = ",steps=instant";

  private static final String SERVICES = ",services=";
  private static final int ALL = 4;

  /** Calls between services of an order that passes all of them. */
  private static final int INNER_CALLS = 4;

  private OrderTables() {}

  /** What each service, and the broker between them, had of an order. */
  static Table services(List<Cell> cells, SweepData data) {
    List<Share> rows = new ArrayList<>();
    for (Cell cell : cells) {
      Set<Point> valid =
          cell.valid().stream()
              .map(each -> cell.point().repeated(each.repetition()))
              .collect(Collectors.toSet());
      List<Shares<ServiceRow>> shares =
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
        .add("calls an order", 2, share -> share.perOrder(ServiceRow::callsServed))
        .add("CPU an order, us", 0, share -> share.perOrder(ServiceRow::cpuMs) * MICROS_PER_MILLI)
        .add("its share, %", 0, share -> 100 * share.total(ServiceRow::cpuMs) / share.allCpuMs())
        .add("time in it an order, ms", 2, share -> share.perOrder(ServiceRow::workMs))
        .add("context switches an order", 2, share -> share.perOrder(ServiceRow::ctxSwitches))
        .add("memory, MiB", 0, Share::memoryMib)
        .table(ExperimentSection.words("order-flow-services"), rows);
  }

  private static List<Share> rows(Cell cell, List<Shares<ServiceRow>> shares) {
    Map<String, List<ServiceRow>> byName = new LinkedHashMap<>();
    double orders = 0;
    for (Shares<ServiceRow> each : shares) {
      orders += Unknown.orNaN(each.rows().get(0).callsServed());
      for (ServiceRow row : each.rows()) {
        byName.computeIfAbsent(row.service(), name -> new ArrayList<>()).add(row);
      }
    }
    double allCpu =
        total(byName.values().stream().flatMap(List::stream).toList(), ServiceRow::cpuMs);
    List<Share> rows = new ArrayList<>();
    for (List<ServiceRow> each : byName.values()) {
      rows.add(new Share(cell, each, orders, allCpu));
    }
    return rows;
  }

  private record Share(Cell cell, List<ServiceRow> rows, double orders, double allCpuMs) {

    double total(Function<ServiceRow, @Nullable Number> what) {
      return OrderTables.total(rows, what);
    }

    double perOrder(Function<ServiceRow, @Nullable Number> what) {
      return total(what) / orders;
    }

    double memoryMib() {
      return total(ServiceRow::rssKb) / rows.size() / KIB_PER_MIB;
    }
  }

  private static double total(List<ServiceRow> rows, Function<ServiceRow, @Nullable Number> what) {
    double sum = 0;
    for (ServiceRow row : rows) {
      sum += Unknown.orNaN(what.apply(row));
    }
    return sum;
  }

  static boolean isInstant(Cell cell) {
    return CellText.payload(cell.point()).contains(INSTANT);
  }

  private static int servicesOf(Cell cell) {
    String payload = CellText.payload(cell.point());
    int at = payload.indexOf(SERVICES);
    return at < 0 ? ALL : payload.charAt(at + SERVICES.length()) - '0';
  }

  /**
   * How the cost of a call becomes the cost of an order: the same flow over one, two and four
   * services, whose steps wait for nothing.
   */
  static Table chain(List<Cell> cells) {
    Map<String, Map<Integer, Cell>> chains = new LinkedHashMap<>();
    for (Cell cell : cells) {
      if (isInstant(cell) && CellText.caveat(cell).isEmpty()) {
        chains
            .computeIfAbsent(
                cell.point().threadNum()
                    + " "
                    + CellText.technology(cell)
                    + " "
                    + CellText.payload(cell.point()).replaceFirst(SERVICES + "[0-9]", ""),
                key -> new LinkedHashMap<>())
            .put(servicesOf(cell), cell);
      }
    }
    return new Columns<Map<Integer, Cell>>()
        .add("clients", chain -> any(chain).point().threadNum())
        .add("technology", chain -> CellText.technology(any(chain)))
        .add("mean of 1 service, ms", 3, chain -> mean(chain.get(1)))
        .add("of 2, ms", 3, chain -> mean(chain.get(2)))
        .add("of 4, ms", 3, chain -> mean(chain.get(ALL)))
        .add("4 by 1", 2, chain -> mean(chain.get(ALL)) / mean(chain.get(1)))
        .add(
            "a call between services, ms",
            3,
            chain -> (mean(chain.get(ALL)) - mean(chain.get(1))) / INNER_CALLS)
        .add("CPU of 1, us", 0, chain -> cpu(chain.get(1)))
        .add("of 2, us", 0, chain -> cpu(chain.get(2)))
        .add("of 4, us", 0, chain -> cpu(chain.get(ALL)))
        .table(ExperimentSection.words("order-flow-chain"), chains.values());
  }

  private static Cell any(Map<Integer, Cell> chain) {
    return chain.values().iterator().next();
  }

  private static double mean(@Nullable Cell cell) {
    return cell == null ? Double.NaN : CellText.meanMs(cell);
  }

  private static double cpu(@Nullable Cell cell) {
    return cell == null ? Double.NaN : CallCost.of(cell).total().value();
  }
}
