package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.CallCost;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.ServiceShare;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.ServiceRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    return new Columns<ServiceShare>()
        .add("payload", share -> CellText.payload(share.cell().point()))
        .add("clients", share -> share.cell().point().threadNum())
        .add("technology", share -> CellText.technology(share.cell()))
        .add("service", ServiceShare::service)
        .add("calls an order", 2, share -> share.perCall(ServiceRow::callsServed))
        .add("CPU an order, us", 0, share -> share.perCall(ServiceRow::cpuMs) * MICROS_PER_MILLI)
        .add("its share, %", 0, share -> share.percent(ServiceRow::cpuMs))
        .add("time in it an order, ms", 2, share -> share.perCall(ServiceRow::workMs))
        .add("context switches an order", 2, share -> share.perCall(ServiceRow::ctxSwitches))
        .add("memory, MiB", 0, OrderTables::memoryMib)
        .table(
            ExperimentSection.words("order-flow-services"),
            cells.stream()
                .map(cell -> ServiceShare.of(cell, cell.valid(), data.services()))
                .flatMap(List::stream)
                .toList());
  }

  private static double memoryMib(ServiceShare share) {
    return share.total(ServiceRow::rssKb) / share.rows().size() / KIB_PER_MIB;
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
