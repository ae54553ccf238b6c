package io.rpcstress.analysis.model;

import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One cleaned point: the paper's averages over the warm runs (orders 1 to 9), and what stands
 * behind them. Immutable.
 *
 * @param point the key
 * @param type the technology's number
 * @param timeTotalAvg average runtime of the warm runs, ms (the paper's cleaned model)
 * @param tpsAvg average of the warm runs' TPS, Eq. 3 (the paper's cleaned model)
 * @param callsPerSecondAvg average of the warm runs' good calls a second
 * @param ordersUsed warm runs behind the averages
 * @param complete whether that is all nine of the paper's; else the cell must be marked where shown
 * @param callsNotOk calls that failed, timed out or were abandoned in the warm runs; more than 0
 *     must be marked where shown
 * @param latency over all warm runs' histograms together
 * @param cost for one good call, over all warm runs together
 * @param conditions of the load
 * @param flags what makes any of the warm runs doubtful
 * @param orders every run that was read, order 0 included, ascending
 */
public record Cell(
    Point point,
    int type,
    double timeTotalAvg,
    double tpsAvg,
    double callsPerSecondAvg,
    int ordersUsed,
    boolean complete,
    long callsNotOk,
    Percentiles latency,
    CostPerCall cost,
    Conditions conditions,
    SortedSet<String> flags,
    List<Order> orders) {

  /** Copies the collections. */
  public Cell {
    flags = Collections.unmodifiableSortedSet(new TreeSet<>(flags));
    orders = List.copyOf(orders);
  }

  /** The first run in the fresh process, which connects and loads classes; empty if it is lost. */
  public Optional<Order> cold() {
    return orders.stream().filter(o -> o.order() == 0).findFirst();
  }

  /** The runs behind the averages. */
  public List<Order> warm() {
    return orders.stream().filter(o -> o.order() > 0).toList();
  }

  /** Whether the averages may be compared without a word: all nine runs, every call good. */
  public boolean isSound() {
    return complete && callsNotOk == 0;
  }
}
