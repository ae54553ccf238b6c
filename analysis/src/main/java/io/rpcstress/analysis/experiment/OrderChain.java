package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.CallCost;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the cost of a call becomes the cost of an order: the same flow over one, two and four
 * services, whose steps wait for nothing.
 */
final class OrderChain {

  /** In a payload: steps wait for nothing, so that what is left is communication. */
  static final String INSTANT = ",steps=instant";

  private static final String SERVICES = ",services=";
  private static final int ALL = 4;

  /** Calls between services of an order that passes all of them. */
  private static final int INNER_CALLS = 4;

  private OrderChain() {}

  static boolean isInstant(Cell cell) {
    return CellText.payload(cell.point()).contains(INSTANT);
  }

  private static int services(Cell cell) {
    String payload = CellText.payload(cell.point());
    int at = payload.indexOf(SERVICES);
    return at < 0 ? ALL : payload.charAt(at + SERVICES.length()) - '0';
  }

  static Table table(String id, List<Cell> cells) {
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
            .put(services(cell), cell);
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
        .table(
            id,
            "The same order over 1, 2 and 4 services, without waiting",
            chains.values(),
            "Between services, an order over 4 services has 4 calls, over 2 one, over 1 none; "
                + "the client's own call is in all of them. A call between services is a quarter "
                + "of the difference between 4 and 1. CPU is that of client, all services and a "
                + "broker together. If the callers keep the hosts busy, a mean is mostly waiting "
                + "for processors. Doubtful processes are left out.");
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
